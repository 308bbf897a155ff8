// Keeps a page with its server: notices a line that is gone or has gone quiet, and is back as soon as there is one.
//
// Left to itself the socket asks ever more seldom, up to every five seconds, waits up to twenty for an answer that was
// lost on the way, and has the page loaded anew while there is nobody to load it from. So it is told not to try by
// itself: a small question is asked over and over, and the socket opened again once that is answered.
(() => {
  const ASK_EVERY = 400; // ms between two questions
  const ASKED = 4; // questions on their way at once: on a line that has just come back the old ones are never answered
  const ANSWER = 1600; // ms: longer than a local network takes
  const QUIET = 5000; // ms: the server lets every page hear something every four seconds
  const DOUBT = 250; // ms: what was on its way while the question was asked may still come
  const PATIENCE = 4000; // ms for the socket itself to open, once the server answers
  const FIRST = 3000; // ms for the page's first socket, before another way is tried and the page says that it waits
  const LATER = 20000; // ms for each other way

  const reachable = async () => {
    try {
      await fetch(`${words.home}alive`, { cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
      return true;
    } catch {
      return false;
    }
  };

  // From its first connection on: until then NiceGUI's own way is the right one.
  const stay = (socket) => {
    const manager = socket.io;
    let heard = Date.now();
    let opened = 0; // when the socket was last told to open
    let asked = 0;
    manager.reconnection(false);
    manager.timeout(PATIENCE);
    const listen = () => {
      heard = Date.now();
      manager.engine.on("packet", () => (heard = Date.now()));
    };
    manager.on("open", listen);
    listen();

    const open = () => {
      if (socket.connected || Date.now() - opened < PATIENCE) return;
      // Acknowledge the last message, or the server takes the page for one that has missed too much.
      if (manager.opts.query) manager.opts.query.next_message_id = window.nextMessageId;
      opened = Date.now();
      socket.connect();
    };

    const look = async () => {
      const quiet = socket.connected && Date.now() - heard > QUIET;
      const lost = !socket.connected && Date.now() - opened > PATIENCE;
      if (asked >= ASKED || !(quiet || lost)) return;
      asked += 1;
      const there = await reachable();
      asked -= 1;
      if (!there) return;
      if (socket.connected) {
        // The server answers, and this line says nothing: it is dead at one of its ends, or in between.
        const before = heard;
        await new Promise((then) => setTimeout(then, DOUBT));
        if (!socket.connected || heard !== before || Date.now() - heard < QUIET) return;
        manager.engine.close();
      }
      open();
    };

    setInterval(look, ASK_EVERY);
    for (const event of ["online", "pageshow", "focus"]) window.addEventListener(event, look);
    document.addEventListener("visibilitychange", look);
    for (const event of ["disconnect", "connect_error"]) socket.on(event, () => (opened = 0));
    socket.on("disconnect", look);
  };

  // A line may be gone before either end knows, and with it what was pressed meanwhile. So each event has a name, and is kept
  // until the server has said that it came; on the next line the rest is sent again, in order.
  const deliver = (socket) => {
    const emit = socket.emit.bind(socket);
    let kept = [];
    let count = 0;
    const send = (message) => {
      const came = () => (kept = kept.slice(kept.indexOf(message) + 1));
      emit("event", message, came);
    };
    socket.emit = (name, ...rest) => {
      if (name !== "event") return emit(name, ...rest);
      const message = { ...rest[0], name: `${window.documentId} ${(count += 1)}` };
      kept.push(message);
      if (socket.connected) send(message);
      return socket;
    };
    // Once all that greets the server has been said.
    socket.on("connect", () => queueMicrotask(() => kept.forEach(send)));
    socket.on("disconnect", () => (socket.sendBuffer = socket.sendBuffer.filter((it) => it.data[0] !== "event")));
    return socket;
  };

  // What goes for the tab's other pages, too; without cookies there is no such memory.
  const noted = (value) => {
    try {
      if (value) sessionStorage.setItem("polls", value);
      return sessionStorage.getItem("polls");
    } catch {
      return null;
    }
  };

  // The first wait: some proxies never answer a socket's upgrade, and some telephones never ask for one. Left to itself
  // each page would wait 20 s for it, anew.
  let io;
  Object.defineProperty(window, "io", {
    configurable: true,
    get: () => io,
    set: (plain) => {
      io = (url, options) => {
        const transports = noted() ? ["polling", "websocket"] : options.transports;
        const socket = plain(url, { ...options, transports, timeout: FIRST, reconnectionDelay: ASK_EVERY });
        socket.on("connect_error", (problem) => {
          socket.io.timeout(LATER);
          if (problem.message === "timeout") noted("yes");
        });
        return deliver(socket);
      };
    },
  });

  // A page that does not live says so: it looks as if it did.
  const words = document.currentScript.dataset;
  let sign = null;
  const say = (said) => {
    if (!said || sign) return;
    sign = document.createElement("p");
    sign.className = "not-live";
    sign.setAttribute("role", "status");
    sign.textContent = said;
    document.body.append(sign);
  };
  if (!navigator.cookieEnabled) document.addEventListener("DOMContentLoaded", () => say(words.cookies));

  // Where the server takes this page for another site's, a proxy has changed the name by which it was asked for.
  let wondered = false;
  const wonder = async () => {
    if (wondered) return;
    wondered = true;
    const answer = await fetch(`${words.home}alive`, { method: "POST", cache: "no-store" }).catch(() => null);
    if (!window.socket?.connected) say(answer?.status === 403 ? words.renamed : words.waiting);
  };

  const since = Date.now();
  const wait = setInterval(() => {
    if (Date.now() - since > FIRST) wonder();
    if (window.socket?.connected) {
      if (navigator.cookieEnabled) sign?.remove();
      clearInterval(wait);
      stay(window.socket);
    }
  }, 50);
})();
