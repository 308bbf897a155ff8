// Random battles on pokemon-showdown's simulator, one process, as fast as they go. Usage: node showdown.js MODULES SEED DECISIONS
// Prints {"decisions", "seconds"} of processor time as JSON.
const path = require('path');
const { Battle, Teams } = require(path.join(process.argv[2], 'node_modules', 'pokemon-showdown'));
let state = Number(process.argv[3]) >>> 0 || 1;
const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor((state / 4294967296) * n); };

function choice(request) {
  if (request.forceSwitch || !request.active) return 'default';
  const moves = request.active[0].moves.map((move, n) => [move, n + 1]).filter(([move]) => !move.disabled);
  const free = !request.active[0].trapped && !request.active[0].maybeTrapped;
  const bench = request.side.pokemon.map((mon, n) => [mon, n + 1])
    .filter(([mon]) => !mon.active && !mon.condition.endsWith(' fnt'));
  if (free && bench.length && random(10) === 0) return `switch ${bench[random(bench.length)][1]}`;
  return moves.length ? `move ${moves[random(moves.length)][1]}` : 'default';
}

function battle(seed) {
  const game = new Battle({ formatid: 'gen9randombattle', seed: [seed, seed + 1, seed + 2, seed + 3] });
  for (const side of ['p1', 'p2']) {
    game.setPlayer(side, { name: side, team: Teams.pack(Teams.generate('gen9randombattle', { seed: [seed, 7, 7, side === 'p1' ? 1 : 2] })) });
  }
  let decisions = 0;
  while (!game.ended) {
    for (const side of game.sides) {
      if (game.ended || !side.activeRequest || side.activeRequest.wait || side.isChoiceDone()) continue;
      if (!side.choose(choice(side.activeRequest))) { side.clearChoice(); side.choose('default'); }
      decisions += 1;
    }
    if (game.allChoicesDone()) game.commitChoices(); else break;
  }
  return decisions;
}

// The first battles are played before the clock starts: by then the code is compiled.
const WARM = 2500;

function play(wanted) {
  let decisions = 0;
  while (decisions < wanted) decisions += battle(random(60000));
  return decisions;
}

play(WARM);
const start = process.cpuUsage();
const decisions = play(Number(process.argv[4]));
const used = process.cpuUsage(start);
console.log(JSON.stringify({ decisions, seconds: (used.user + used.system) / 1e6 }));
