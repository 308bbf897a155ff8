// Sounds by kind, each made here by the browser itself: low where data-sound says so (on, or alone at a table whose other
// players are the house's), loud those of data-sounds; and the sign, in the window's title and icon, that it is one's own
// turn. What happens is read from the page: the prompt, and the log
// lines' data-sound, by which a game says what is heard.
(() => {
  const { turn, home } = document.currentScript.dataset;
  const ICON = `${home}static/icons/favicon-turn.svg`;
  const LOW = 0.35;
  let audio = null;
  let out = null;

  // Browsers let a page sound only after somebody has touched it.
  const wake = () => {
    if (!audio) {
      audio = new AudioContext();
      out = audio.createGain();
      out.connect(audio.destination);
    }
    if (audio.state === "suspended") audio.resume();
  };
  for (const gesture of ["pointerdown", "keydown"]) window.addEventListener(gesture, wake, { capture: true });

  function shaped(at, length, loudness) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loudness, at + 0.012);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    gain.connect(out);
    return gain;
  }

  function note(from, to, at, length, loudness, type = "triangle") {
    const tone = audio.createOscillator();
    tone.type = type;
    tone.frequency.setValueAtTime(from, at);
    tone.frequency.exponentialRampToValueAtTime(to, at + length);
    tone.connect(shaped(at, length, loudness));
    tone.start(at);
    tone.stop(at + length);
  }

  function knock(at, pitch, loudness) {
    const length = 0.05;
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const data = buffer.getChannelData(0);
    for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length);
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const band = audio.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = pitch;
    source.connect(band).connect(shaped(at, length, loudness));
    source.start(at);
  }

  const KINDS = {
    turn(at) {
      note(587, 587, at, 0.16, 0.12);
      note(880, 880, at + 0.13, 0.3, 0.12);
    },
    dice(at) {
      [0, 0.07, 0.12, 0.2].forEach((after, n) => knock(at + after, 1700 + 500 * (n % 2), 0.5));
    },
    wound(at) {
      note(150, 48, at, 0.28, 0.35, "sine");
      knock(at, 420, 0.5);
    },
    card(at) {
      knock(at, 900, 0.4);
      knock(at + 0.04, 600, 0.25);
    },
    drain(at) {
      [0, 0.12, 0.24].forEach((after) => note(330, 190, at + after, 0.12, 0.16, "sine"));
    },
    plot(at) {
      note(196, 185, at, 0.5, 0.2);
    },
    fall(at) {
      note(300, 60, at, 0.6, 0.28, "sine");
      knock(at + 0.5, 300, 0.5);
    },
    cancel(at) {
      [0, 0.02, 0.05, 0.09, 0.15].forEach((after, n) => knock(at + after, 3200 - 500 * n, 0.4));
      note(70, 50, at, 0.16, 0.4, "sine");
    },
    mend(at) {
      [392, 494, 587].forEach((pitch, n) => note(pitch, pitch, at + n * 0.07, 0.22, 0.12));
    },
    offer(at) {
      note(659, 659, at, 0.12, 0.1);
      note(784, 784, at + 0.1, 0.18, 0.1);
    },
    crack(at) {
      knock(at, 1500, 0.9);
      knock(at + 0.06, 900, 0.9);
      note(160, 40, at, 0.7, 0.45, "sawtooth");
    },
    look(at) {
      note(330, 330, at, 0.22, 0.12, "sine");
      note(495, 495, at + 0.06, 0.24, 0.12, "sine");
    },
    others(at) {
      note(55, 52, at, 1.1, 0.4, "sawtooth");
      note(82, 78, at + 0.1, 0.9, 0.25, "sine");
    },
    intercept(at) {
      [0, 0.16, 0.32].forEach((after) => note(740, 698, at + after, 0.13, 0.16, "square"));
    },
    chaos(at) {
      note(98, 82, at, 0.7, 0.35, "sawtooth");
      note(147, 123, at + 0.08, 0.6, 0.14, "sine");
    },
    tile(at) {
      knock(at, 2200, 0.5);
      [523, 784].forEach((pitch, n) => note(pitch, pitch, at + 0.06 + n * 0.09, 0.3, 0.12));
    },
    hit(at) {
      note(220, 110, at, 0.3, 0.3, "triangle");
      knock(at, 500, 0.6);
    },
    end(at) {
      [440, 330, 220].forEach((pitch, n) => note(pitch, pitch, at + n * 0.22, 0.5, 0.14));
    },
  };

  // To be heard once as well where it is being chosen, before the choice has come back from the server.
  window.olomoc.sound = (kind, loudness = 1) => {
    if (!audio || !KINDS[kind]) return;
    out.gain.setValueAtTime(loudness, audio.currentTime);
    KINDS[kind](audio.currentTime + 0.02);
    window.dispatchEvent(new CustomEvent("sound", { detail: kind }));
  };

  const last = {};
  function heard(kind) {
    const now = performance.now();
    const { sound, sounds, alone } = document.body.dataset;
    const loud = sounds.split(" ").includes(kind);
    const wanted = sound !== "off" && (loud || sound === "on" || alone === "true");
    if (!wanted || now - (last[kind] ?? -1000) < 300) return;
    last[kind] = now;
    window.olomoc.sound(kind, loud ? 1 : LOW);
  }

  // One's own turn

  let asked = false;
  let plain = null;

  function mark(on) {
    const icon = document.querySelector("link[rel~='icon']");
    if (on) {
      plain ??= { title: document.title, icon: icon?.href };
      document.title = `● ${turn} · ${plain.title}`;
      if (icon) icon.href = ICON;
    } else if (plain) {
      document.title = plain.title;
      if (icon) icon.href = plain.icon;
      plain = null;
    }
  }

  function look(first) {
    const now = document.querySelector("[data-testid='prompt'][data-decision]") !== null;
    if (now === asked) return;
    asked = now;
    mark(now);
    if (now && !first) heard("turn");
  }

  // New lines of the log

  let newest = null;

  function listen() {
    const entries = [...document.querySelectorAll(".log-entry-box[data-n]")];
    if (!entries.length) return;
    const top = Math.max(...entries.map((it) => Number(it.dataset.n)));
    if (newest !== null && top > newest) {
      const fresh = entries.filter((it) => Number(it.dataset.n) > newest);
      const marked = fresh.flatMap((it) => [...it.querySelectorAll("[data-sound]")]);
      for (const kind of new Set(marked.map((it) => it.dataset.sound))) heard(kind);
    }
    newest = top;
  }

  let due = false;
  function changed() {
    if (due) return;
    due = true;
    queueMicrotask(() => {
      due = false;
      look(newest === null);
      listen();
    });
  }

  // The others wait for a quick question: its mark has come.
  document.addEventListener("animationstart", ({ animationName, target }) => {
    if (animationName === "late-mark" && target.closest("[data-testid='prompt']")) heard("turn");
  });

  document.addEventListener("DOMContentLoaded", () => {
    new MutationObserver(changed).observe(document.body, { childList: true, subtree: true, attributeFilter: ["data-decision"] });
    changed();
  });
})();
