#!/bin/sh
# Sees to it that a Chromium is there for the browser tests: from the system's packages as root, else says what to do.
found() {
    [ -n "${CHROMIUM:-}" ] && [ -x "$CHROMIUM" ] && return 0
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    return 1
}
found && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium for the browser tests."
    apt-get update -qq
    # The same browser without the machinery of windows, where it is packaged.
    apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1 || apt-get install -y -qq chromium >/dev/null
    found && exit 0
fi
echo "The browser tests need Chromium. Install it (Debian: apt install chromium; Fedora: dnf install chromium;"
echo "elsewhere: any Chromium or Chrome) or name one with CHROMIUM=/path/to/chromium, then run make test again."
exit 1
