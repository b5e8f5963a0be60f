// boardgame.io's server with the smallest game there is, in memory: two players count. A match ends after about as many
// moves as a match of Tikal has decisions, so that logs stay as short as ours. Everything that costs it time and is not
// counting is off: nobody's turn ends, since both may always move (that alone is worth a third of its rate), and
// nothing is kept for taking moves back. Started by `quipu-load` with the port as its only argument.
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
  turn: { activePlayers: { all: null } },
  disableUndo: true,
  endIf: ({ G }) => (G.count >= MOVES ? { over: true } : undefined),
};

// It says where it listens; that is known.
console.log = () => {};
const server = Server({ games: [counting], origins: [] });
// It would listen to the whole network.
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, done) => listen(port, '127.0.0.1', done);
server.run(Number(process.argv[2]));
