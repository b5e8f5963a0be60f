/**
 * A make-believe server for work on the client (`vite --mode mock`): tables that play a file of frames, made by
 * `quipu frames RECORD --as all --choices`. Whatever word is played, the recorded one happens. The folder of fixtures
 * holds `GAME-1.jsonl` and `GAME-parts.json` for each game, and `games.json`, a list of `GameInfo`.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { WebSocketServer, type WebSocket } from 'ws';
import type {
  Frame,
  GameInfo,
  Line,
  MatchState,
  NewTable,
  Seated,
  SheetLine,
  Stage,
  State,
  Table,
  TableLine,
  ToClient,
  ToServer,
} from '../src/generated/protocol';

const FIXTURES = process.env['QUIPU_FIXTURES'] ?? fileURLToPath(new URL('../harness/fixtures', import.meta.url));
/** How long the others think, in milliseconds. */
const PACE = Number(process.env['QUIPU_PACE'] ?? 500);
const NAMES = ['Ada', 'Bruno', 'Chen', 'Dora', 'Elena', 'Fabio'];
const ME = { id: 'me', name: 'Ada', guest: true };
const GAMES = JSON.parse(readFileSync(`${FIXTURES}/games.json`, 'utf8')) as GameInfo[];

interface Mock {
  table: Table;
  frames: Frame[];
  at: number;
  version: number;
  lines: Line[];
  mine: string[];
  watchers: Map<WebSocket, string>;
}
const tables = new Map<string, Mock>();

function framesOf(game: string): Frame[] {
  const file = `${FIXTURES}/${game}-1.jsonl`;
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Frame)
    : [];
}

function seatsOf(count: number, kinds?: NewTable['seats']): Seated[] {
  return Array.from({ length: count }, (_, index): Seated => {
    const plan = kinds?.[index];
    const base = { seat: 'ABCDEF'[index]!, connected: true, given_up: false };
    if (plan?.kind === 'open' || plan?.kind === 'invited') return { ...base, sitter: { kind: plan.kind } };
    if (plan?.kind === 'device') return { ...base, sitter: { kind: 'device', host: ME.id, name: plan.name } };
    if (plan?.kind === 'bot') return { ...base, sitter: { kind: 'bot', level: plan.level } };
    if (index === 0) return { ...base, sitter: { kind: 'person', id: ME.id, name: ME.name } };
    return index === 2
      ? { ...base, sitter: { kind: 'bot', level: 'expert' } }
      : { ...base, sitter: { kind: 'person', id: NAMES[index]!.toLowerCase(), name: NAMES[index]! } };
  });
}

/** By its name: `GAME@120` at a step, `GAME!` over, `GAME~` gathering, `GAME*` several at one device. */
function mock(id: string): Mock | null {
  const known = tables.get(id);
  if (known) return known;
  const [, game = '', sign = '', at = '0'] = /^([a-z]+)([@!~*]?)(\d*)$/.exec(id) ?? [];
  const frames = framesOf(game);
  if (!frames.length) return null;
  const count = frames[0]!.points.length;
  const kinds: NewTable['seats'] | undefined =
    sign === '~'
      ? [{ kind: 'me' }, { kind: 'invited' }, { kind: 'bot', level: 'expert' }, { kind: 'device', name: 'Dora' }]
      : sign === '*'
        ? [{ kind: 'me' }, { kind: 'device', name: 'Bruno' }]
        : undefined;
  const stage: Stage = { kind: sign === '!' ? 'over' : sign === '~' ? 'gathering' : 'playing' };
  const start = sign === '!' ? frames.length - 1 : Math.min(Number(at || 40), frames.length - 1);
  return make(id, game, frames, seatsOf(count, kinds), stage, start);
}

function make(id: string, game: string, frames: Frame[], seats: Seated[], stage: Stage, at: number): Mock {
  const table: Table = {
    id,
    game,
    options: [],
    seats,
    owner: ME.id,
    clock: { kind: 'bank', seconds: 1200, increment: 30 },
    out_of_time: 'bot_turn',
    stand_in: 'adept',
    public: false,
    hints: true,
    keep_going: false,
    shuffle_seats: false,
    stage,
    commit: 'sha256:6c1f0c3a',
    nonces: [],
    created: Date.now(),
    ...(stage.kind === 'over' ? { seed: '5eed' } : {}),
  };
  const one: Mock = {
    table,
    frames,
    at,
    version: 1000 + at,
    lines: [],
    mine: seats
      .filter(({ sitter }) => (sitter.kind === 'person' && sitter.id === ME.id) || sitter.kind === 'device')
      .map(({ seat }) => seat),
    watchers: new Map(),
  };
  for (let step = Math.max(1, at - 60); step <= at; step++) one.lines.push(lineOf(one, step));
  if (stage.kind === 'playing')
    one.lines.push({
      version: 990,
      at: Date.now(),
      kind: 'chat',
      person: 'bruno',
      name: 'Bruno',
      text: 'The ten is mine, sorry.',
    });
  tables.set(id, one);
  return one;
}

function lineOf(one: Mock, step: number): Line {
  const frame = one.frames[step]!;
  return {
    version: 1000 + step,
    at: Date.now(),
    kind: 'step',
    step: step - 1,
    seat: frame.by,
    words: frame.words,
    events: frame.events,
    points: frame.points,
  };
}

function gameOf(one: Mock, eyes: string): MatchState {
  const frame = one.frames[one.at]!;
  const acts = frame.to_act.kind === 'seat' ? frame.to_act.seat : null;
  const over = one.table.stage.kind === 'over';
  const sees = acts !== null && (one.mine.length === 1 || eyes === acts) && one.mine.includes(acts);
  const places = frame.points.map((points) => 1 + frame.points.filter((other) => other > points).length);
  return {
    step: frame.step,
    to_act: frame.to_act,
    points: frame.points,
    eyes: over ? 'all' : one.mine.length === 1 ? one.mine[0]! : eyes,
    yours: one.mine,
    hides: one.table.id.endsWith('*'),
    offers: sees ? frame.offers : [],
    undo: sees && one.at > 1 ? { free: one.at - 1 } : {},
    clocks: frame.points.map((_, index) => ({ left: 600_000 + index * 61_000, runs: 'ABCDEF'[index] === acts })),
    ...(over ? { result: { points: frame.points, places, rule: 'T22' } } : {}),
  };
}

function stateOf(one: Mock, eyes: string): State {
  const playing = one.table.stage.kind !== 'gathering';
  return {
    version: one.version,
    now: Date.now(),
    table: one.table,
    ...(playing ? { game: gameOf(one, eyes), view: { kind: 'whole' as const, view: one.frames[one.at]!.view } } : {}),
    lines: playing ? one.lines.slice(-80) : [],
    more_lines: false,
    spectators: 1,
  };
}

const say = (socket: WebSocket, message: ToClient) => socket.send(JSON.stringify(message));

function advance(one: Mock): void {
  if (one.at + 1 >= one.frames.length || one.watchers.size === 0) return;
  one.at += 1;
  const since = one.version;
  one.version += 1;
  const line = { ...lineOf(one, one.at), version: one.version };
  one.lines.push(line);
  const frame = one.frames[one.at]!;
  if (frame.to_act.kind === 'over') one.table = { ...one.table, stage: { kind: 'over' } };
  for (const [socket, eyes] of one.watchers)
    say(socket, {
      t: 'news',
      id: one.table.id,
      since,
      version: one.version,
      now: Date.now(),
      lines: [line],
      table: one.table,
      game: gameOf(one, eyes),
      view: { kind: 'whole', view: frame.view },
      spectators: 1,
    });
  goOn(one);
}

/** Lets others play, and draws be drawn, until it is somebody's turn who is here. */
function goOn(one: Mock): void {
  const { to_act } = one.frames[one.at]!;
  const acts = to_act.kind === 'seat' ? to_act.seat : null;
  if (to_act.kind !== 'over' && (acts === null || !one.mine.includes(acts)))
    setTimeout(() => advance(one), acts === null ? 10 : PACE);
}

function hear(socket: WebSocket, message: ToServer): void {
  if (message.t === 'ping') return say(socket, { t: 'pong' });
  const one = mock(message.table);
  if (!one) return say(socket, { t: 'gone', table: message.table, why: 'there is no such table' });
  if (message.t === 'watch' || message.t === 'look') {
    one.watchers.set(socket, message.eyes ?? 'spectator');
    return say(socket, { t: 'state', ...stateOf(one, message.eyes ?? 'spectator') });
  }
  if (message.t === 'ask') {
    if (message.ask === 'closed')
      return say(socket, { t: 'answer', id: message.id, closed: one.frames[one.at]!.closed ?? [] });
    const offer = one.frames[one.at]!.offers?.[0];
    return message.ask === 'hint'
      ? say(socket, { t: 'answer', id: message.id, hint: { lines: [{ words: [offer?.word ?? 'end'], gains: [] }] } })
      : say(socket, { t: 'answer', id: message.id, why: { rule: 'T13', text: 'no stones lie on this edge' } });
  }
  if (message.t !== 'do') return;
  if (message.do === 'start') one.table = { ...one.table, stage: { kind: 'playing' } };
  if (message.do === 'undo') one.at -= 1;
  say(socket, { t: 'done', id: message.id, table: one.table.id, version: one.version });
  if (message.do === 'play') advance(one);
  if (message.do === 'chat') {
    const since = one.version++;
    const line: Line = {
      version: one.version,
      at: Date.now(),
      kind: 'chat',
      person: ME.id,
      name: ME.name,
      text: message.text,
    };
    one.lines.push(line);
    for (const watcher of one.watchers.keys())
      say(watcher, {
        t: 'news',
        id: one.table.id,
        since,
        version: one.version,
        now: Date.now(),
        lines: [line],
        spectators: 1,
      });
  }
  if (message.do === 'start') goOn(one);
  if (message.do === 'start' || message.do === 'undo')
    for (const [watcher, eyes] of one.watchers) say(watcher, { t: 'state', ...stateOf(one, eyes) });
}

function tableLine(id: string): TableLine[] {
  const one = mock(id);
  if (!one) return [];
  const frame = one.frames[one.at]!;
  const acts = frame.to_act.kind === 'seat' ? [frame.to_act.seat] : [];
  return [
    {
      id,
      game: one.table.game,
      stage: one.table.stage,
      seats: one.table.seats,
      options: [],
      clock: one.table.clock,
      to_act: acts,
      your_turn: acts.some((seat) => one.mine.includes(seat)),
      points: frame.points,
      updated: Date.now() - 600_000,
    },
  ];
}

function answer(method: string, path: string, query: URLSearchParams, body: string): unknown {
  const parts = path.split('/').filter(Boolean);
  if (path === '/me') return ME;
  if (path === '/me/name') return Object.assign(ME, JSON.parse(body));
  if (path === '/me/settings') return {};
  if (path === '/me/feed') return { url: '/api/feed/abc' };
  if (path === '/games') return GAMES;
  if (parts[0] === 'games') return JSON.parse(readFileSync(`${FIXTURES}/${parts[1]}-parts.json`, 'utf8'));
  if (path === '/tables' && method === 'POST') {
    const asked = JSON.parse(body) as NewTable;
    const id = `${asked.game}-${tables.size}`;
    make(
      id,
      asked.game,
      framesOf(asked.game),
      seatsOf(framesOf(asked.game)[0]?.points.length ?? 2, asked.seats),
      { kind: 'gathering' },
      0,
    );
    return { id, invitations: [], tokens: [] };
  }
  if (path === '/tables')
    return query.has('mine') ? GAMES.flatMap(({ key }) => [...tableLine(`${key}@60`), ...tableLine(`${key}!`)]) : [];
  const one = mock(decodeURIComponent(parts[1] ?? ''));
  if (!one) return undefined;
  if (parts.length === 2) return stateOf(one, 'spectator');
  if (parts[2] === 'frames')
    return one.frames
      .slice(Number(query.get('from')), Number(query.get('to')))
      .map(({ offers: _offers, closed: _closed, ...frame }) => frame);
  if (parts[2] === 'invitation') return { link: `/t/${one.table.id}?seat=${parts[3]}&invitation=abcdefgh` };
  if (parts[2] === 'sheet')
    return one.frames[one.at]!.points.flatMap((points, index): SheetLine[] =>
      ['first', 'second'].map((section) => ({
        seat: 'ABCDEF'[index]!,
        section,
        item: 'temples',
        points: Math.round(points / 2),
      })),
    );
  return undefined;
}

/** What the servers of `vite` and of `vite preview` have in common. */
type Host = Pick<PreviewServer, 'middlewares'> & {
  httpServer: PreviewServer['httpServer'] | ViteDevServer['httpServer'];
};

export function mockServer(): Plugin {
  return { name: 'quipu-mock', configureServer: answerAt, configurePreviewServer: answerAt };
}

function answerAt(server: Host): void {
  const sockets = new WebSocketServer({ noServer: true });
  server.httpServer?.on('upgrade', (request, socket, head) => {
    if (request.url !== '/socket') return;
    sockets.handleUpgrade(request, socket, head, (client) => {
      say(client, { t: 'welcome', me: ME, protocol: 1, server: 'mock', now: Date.now() });
      client.on('message', (data) => hear(client, JSON.parse(String(data)) as ToServer));
      client.on('close', () => tables.forEach((one) => one.watchers.delete(client)));
    });
  });
  server.middlewares.use('/api', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://mock');
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const found = answer(request.method ?? 'GET', url.pathname, url.searchParams, body);
      response.statusCode = found === undefined ? 404 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(found ?? { code: 'no_table', reason: { key: 'missing', text: 'there is no such thing' } }),
      );
    });
  });
}
