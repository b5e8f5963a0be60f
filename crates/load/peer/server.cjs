// boardgame.io's server with the smallest game there is, in memory: two players take turns and count. A match ends after
// about as many moves as a match of Tikal has decisions, so that logs stay as short as ours. Started by `quipu-load` with
// the port as its only argument.
const { Server } = require('boardgame.io/server');

const MOVES = 300;

const counting = {
  name: 'counting',
  setup: () => ({ count: 0 }),
  moves: {
    count: ({ G }) => {
      G.count += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.count >= MOVES ? { over: true } : undefined),
};

// It says where it listens; that is known.
console.log = () => {};
const server = Server({ games: [counting], origins: [] });
// It would listen to the whole network.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);
server.run(Number(process.argv[2]));
