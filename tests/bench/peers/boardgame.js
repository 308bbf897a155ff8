// The auction of tests/standin on boardgame.io, stored in flat files. Usage: node boardgame.js MODULES FOLDER PORT
// Bids are sealed: a seat's view has its own bid and the names of those who have bid. A bid may be changed until the last is in.
const path = require('path');
const library = path.join(process.argv[2], 'node_modules');
const { Server, FlatFile } = require(path.join(library, 'boardgame.io', 'dist', 'cjs', 'server.js'));
const { INVALID_MOVE, ActivePlayers } = require(path.join(library, 'boardgame.io', 'dist', 'cjs', 'core.js'));
const LOTS = 5;

function comes(G, random) {
  G.number += 1;
  G.worth = random.D6();
  G.bids = {};
}

const auction = {
  name: 'auction',
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: 30 }, (_, n) => n + 1));
    const G = { number: 0, hands: {}, score: {}, gone: [], log: [] };
    for (let seat = 0; seat < ctx.numPlayers; seat += 1) {
      G.hands[seat] = deck.splice(0, LOTS + 1).sort((a, b) => a - b);
      G.score[seat] = 0;
    }
    comes(G, random);
    return G;
  },
  turn: { activePlayers: ActivePlayers.ALL },
  moves: {
    bid: {
      client: false,
      ignoreStaleStateID: true,
      move: ({ G, ctx, playerID, random }, card) => {
        if (!G.hands[playerID].includes(card)) return INVALID_MOVE;
        G.bids[playerID] = card;
        G.log.push({ kind: 'asked', waiting: ctx.playOrder.filter((seat) => !(seat in G.bids)), by: playerID });
        if (Object.keys(G.bids).length < ctx.numPlayers) return undefined;
        const [winner] = Object.keys(G.bids).sort((a, b) => G.bids[b] - G.bids[a]);
        G.score[winner] += G.worth;
        G.log.push({ kind: 'taken', seat: winner, worth: G.worth, bids: { ...G.bids } });
        for (const [seat, its] of Object.entries(G.bids)) G.hands[seat] = G.hands[seat].filter((one) => one !== its);
        G.gone.push(...Object.values(G.bids));
        comes(G, random);
        return undefined;
      },
    },
  },
  endIf: ({ G }) => (G.number > LOTS ? { score: G.score } : undefined),
  playerView: ({ G, playerID }) => ({
    number: G.number,
    worth: G.worth,
    in: Object.keys(G.bids),
    bid: playerID in G.bids ? G.bids[playerID] : null,
    hand: playerID in G.hands ? G.hands[playerID] : null,
    hands: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, hand.length])),
    score: G.score,
    gone: G.gone,
    log: G.log.slice(-40),
  }),
};

process.chdir(library); // where the storage finds its own library
Server({ games: [auction], db: new FlatFile({ dir: process.argv[3] }), origins: ['*'] }).run(Number(process.argv[4]));
