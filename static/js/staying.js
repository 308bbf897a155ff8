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

  const reachable = async () => {
    try {
      await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout(ANSWER) });
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

  const wait = setInterval(() => {
    if (window.socket?.connected) {
      clearInterval(wait);
      stay(window.socket);
    }
  }, 50);
})();
