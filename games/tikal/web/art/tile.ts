/** The tiles: ground, stones along the edges, and what stands on them. */
import { H, R } from '../geometry';
import { blob, hand, hexagon, n, poly, smooth, pen, type Point } from '$quipu/board/pen';
import { seatClass, seatShape } from '$quipu/board/seats';
import { circle, group, kept, path } from './markup';
import { foliage, jungle } from './leaves';
import { banner, gun, mound, tablet, temple } from './temple';
import type { TilePart } from '../types';

/** What stands on a tile beside what is printed. */
export interface Standing {
  value?: number;
  left?: number;
  camp?: number;
  guard?: number;
  armed?: boolean;
}

const HEX = hexagon(R - 1.5);

/** Stones along one side, just inside the tile. */
function pebbles(side: number, count: number, seed: string): string {
  if (!count) return '';
  const next = pen(`peb${seed}${side}`);
  const stones = Array.from({ length: count }, (_, i) => {
    const along = (i - (count - 1) / 2) * 21;
    const turn = next(-8, 8);
    return group('', path(blob(9.4, 6.8, `${seed}${side}${i}`, 0.06, 9), 'tk-pebble'), {
      at: [along, -H + 10.5 + next(-0.6, 0.6)],
      turn,
    });
  });
  return group('stones', stones, { turn: 60 * side });
}

function maskFace(x: number, y: number): string {
  const d = 'M-9 -10C-4 -13 4 -13 9 -10C11 -3 9 7 0 12C-9 7 -11 -3 -9 -10Z';
  const face = 'M-6 -3.5h4M2 -3.5h4M0 -3v4.5M-3 6h6';
  return group(
    'mask',
    [path(d, 'tk-gold-2'), path(d, 'fine'), path(face, 'fine'), path('M-8 -8C-3 -5.5 3 -5.5 8 -8', 'hair')],
    { at: [x, y], scale: 0.82, more: 'opacity=".55"' },
  );
}

/** A treasure, face down. */
export function disc(x: number, y: number, scale = 1): string {
  const rays = 'M-6 -6L6 6M6 -6L-6 6M0 -8.5V8.5M-8.5 0H8.5';
  return group(
    'treasure',
    [
      circle('tk-gold', 15),
      circle('line', 15),
      circle('hair', 10.5),
      path(rays, 'hair'),
      circle('tk-gold-2', 4.2),
      circle('fine', 4.2),
    ],
    { at: [x, y], scale },
  );
}

const SPOTS: Record<number, Point[]> = {
  4: [
    [-27, -22],
    [27, -22],
    [-27, 12],
    [27, 12],
  ],
  3: [
    [-30, -20],
    [30, -20],
    [0, 8],
  ],
  2: [
    [-26, -8],
    [26, -8],
  ],
};

/** Where the treasure lies that is dug next. */
export const nextTreasure = (masks: number, left: number): Point => SPOTS[masks]?.[left - 1] ?? [0, -8];

function pit(masks: number, left: number, seed: string): string {
  const edge = blob(58, 42, `pit${seed}`, 0.05, 16, 0, -5);
  const out = [
    path(edge, 'tk-earth'),
    path(edge, 'fine'),
    path('M-46 14q10 6 18 4M30 22q12 0 18 -8M-50 -14q4 -10 12 -14', 'hair'),
  ];
  (SPOTS[masks] ?? []).forEach(([x, y], i) =>
    out.push(i < left ? disc(x, y) : circle('tk-hole', 15, x, y) + maskFace(x, y)),
  );
  return out.join('');
}

function volcano(): string {
  const cone: Point[] = [
    [-54, 36],
    [-34, 6],
    [-15, -27],
    [-7, -30],
    [0, -27],
    [8, -31],
    [15, -27],
    [34, 4],
    [54, 36],
  ];
  const scratches = (
    [
      [-24, -4],
      [-32, 10],
      [-16, 4],
      [-38, 22],
      [-22, 20],
      [30, 8],
      [24, 22],
      [40, 24],
    ] as const
  )
    .map(([x, y]) => `M${x} ${y}l-6 10`)
    .join('');
  const rocks = (
    [
      [-40, 48, 9, 6],
      [36, 50, 11, 6],
      [2, 52, 8, 5],
    ] as const
  )
    .map(([x, y, rx, ry]) => blob(rx, ry, `rock${x}`, 0.1, 8, x, y))
    .join('');
  return [
    path('M-4 -36C-14 -46 2 -50 -6 -60C-10 -66 -4 -70 0 -72M9 -36C18 -42 8 -50 16 -58', 'tk-smoke'),
    path(`${smooth(cone)}Z`, 'tk-basalt-2'),
    path('M8 -30C22 -4 40 10 54 36H16C20 12 14 -8 8 -30Z', 'tk-basalt-3'),
    path('M-11 -29C-6 -22 6 -22 11 -29C6 -33 -6 -33 -11 -29Z', 'tk-lava'),
    path('M-3 -25C-6 -12 2 -4 -4 10C-6 18 0 22 -2 28C4 22 5 16 3 9C6 -2 1 -12 4 -25Z', 'tk-lava'),
    path(smooth(cone), 'line'),
    path('M-54 36H54', 'line'),
    path('M-11 -29C-6 -22 6 -22 11 -29', 'fine'),
    path(scratches, 'hair'),
    path(rocks, 'tk-basalt-3'),
    path(rocks, 'fine'),
  ].join('');
}

/** A camp: a ridge tent in its owner's colour; the base camp is the large canvas one. */
export function tent(owner: number | undefined, at: Point, scale = 1): string {
  const front: Point[] = [
    [-36, 22],
    [0, -28],
    [36, 22],
  ];
  const mine = owner !== undefined;
  const out = [path('M-36 22L-46 26M36 22L46 26M0 -28L0 -38', 'line')];
  if (mine) out.push(path(poly(front), 'piece-halo'));
  out.push(
    path(poly(front), mine ? 'seat-cloth' : 'tk-canvas'),
    path(
      poly([
        [0, -28],
        [36, 22],
        [11, 22],
      ]),
      'tk-door',
      'fill-opacity=".18"',
    ),
    path('M0 -14L-11 22H11Z', 'tk-door'),
    path('M0 -14L-11 22', 'fine'),
    path(hand(front, `tent${owner}`, 0.6), 'line'),
    path('M-26 9l10 -1M-20 0l9 -1M16 8l10 1', 'hair'),
  );
  if (mine)
    out.push(
      group(
        '',
        [
          path(seatShape(owner, 10), 'piece-halo', 'style="stroke-width:var(--w-ghost)"'),
          path(seatShape(owner, 10), 'piece'),
        ],
        { at: [0, -42] },
      ),
    );
  else
    out.push(
      path('M0 -38V-58', 'line'),
      path('M1 -58C9 -61 13 -54 22 -57V-44C13 -41 9 -48 1 -45Z', 'tk-canvas-2'),
      path('M1 -58C9 -61 13 -54 22 -57V-44C13 -41 9 -48 1 -45', 'fine'),
    );
  return group(mine ? `camp ${seatClass(owner)}` : 'camp base', out, { at, scale });
}

function fire(at: Point): string {
  const flame = 'M0 4C-9 0 -7 -8 -1 -16C0 -10 8 -8 7 0C6 4 3 5 0 4Z';
  return group('fire', [path('M-12 8L12 2M-12 2L12 8', 'line'), path(flame, 'tk-lava'), path(flame, 'fine')], { at });
}

/** The stones by side of a tile that is turned clockwise by `turn` sixths. */
export const stonesOf = (part: TilePart, turn: number): number[] =>
  [0, 1, 2, 3, 4, 5].map((side) => part.stones[(side - turn + 6) % 6]!);

const ground = (cls: string): string => path(poly(HEX), cls);

function temples(part: TilePart, on: Standing, seed: string, stones: string): string {
  const value = on.value ?? part.value ?? 1;
  const court = path(blob(62, 20, `court${seed}`, 0.04, 14, 0, 10), 'tk-earth', 'fill-opacity=".75"');
  const corners = value > 4 && value < 8 ? [0, 3, 4, 5] : [0, 3];
  const post =
    on.guard === undefined ? '' : on.armed ? banner(on.guard, value) + gun(on.guard, value) : banner(on.guard, value);
  return (
    ground('tk-ground') +
    court +
    foliage(seed, corners) +
    stones +
    group('rise', mound(value, seed) + temple(value, seed)) +
    post +
    tablet(value, on.guard)
  );
}

function face(part: TilePart, on: Standing, seed: string, stones: string): string {
  const camp = on.camp === undefined ? '' : tent(on.camp, [0, 0], 0.92);
  switch (part.kind) {
    case 'temple':
      return temples(part, on, seed, stones);
    case 'jungle':
      return ground('tk-ground-2') + jungle(seed) + stones + camp;
    case 'treasure':
      return (
        ground('tk-ground') +
        foliage(seed, [0, 3]) +
        pit(part.masks ?? 0, on.left ?? part.masks ?? 0, seed) +
        stones +
        camp
      );
    case 'volcano':
      return ground('tk-basalt') + volcano();
    default:
      return (
        ground('tk-earth') +
        foliage(seed, [2, 3, 4]) +
        path(blob(60, 34, `clear${seed}`, 0.05, 14, 0, 8), 'tk-earth-2', 'fill-opacity=".5"') +
        stones +
        tent(undefined, [-8, -4], 1.05) +
        fire([38, 14])
      );
  }
}

const drawn = new Map<string, string>();

/** A whole tile, about its middle. */
export function tileArt(id: string, part: TilePart, turn: number, on: Standing = {}): string {
  const key = [id, turn, on.value, on.left, on.camp, on.guard, on.armed].join('|');
  let art = drawn.get(key);
  if (art === undefined) {
    const stones = stonesOf(part, turn)
      .map((count, side) => pebbles(side, count, id))
      .join('');
    art = face(part, on, id, stones) + path(hand(HEX, `edge${id}`, 0.8), 'tile-edge');
    drawn.set(key, art);
  }
  return art;
}

/** A cell that nobody has explored. */
export const emptyCell = kept(
  (name: string) =>
    path(hand(hexagon(R - 2.5), `e${name}`, 0.8), 'tk-cell') + `<text class="coord" y="47">${name}</text>`,
);

/** Pencilled height lines under the unexplored country. */
export const contours = kept(() => {
  let out = '';
  for (const [cx, cy, rings] of [
    [760, 170, 7],
    [900, 620, 5],
    [300, 60, 3],
  ] as const) {
    const next = pen(`con${cx}`);
    const offs = Array.from({ length: 11 }, () => 1 + next(-0.22, 0.22));
    for (let ring = 1; ring <= rings; ring++) {
      const points = offs.map((off, m): Point => {
        const angle = (2 * Math.PI * m) / 11;
        return [cx + Math.cos(angle) * (30 + 38 * ring) * off, cy + Math.sin(angle) * (20 + 27 * ring) * off];
      });
      out += smooth(points, true);
    }
  }
  return path(out, 'contour');
});

/** The obstacle on an edge: two crossed logs, drawn for an edge that lies across the way `turn`. */
export function logs(at: Point, turn: number): string {
  const beams = 'M-21 -5L21 5M-21 5L21 -5';
  return group(
    'obstacle',
    [
      path(beams, 'log-case'),
      path(beams, 'log-edge'),
      path(beams, 'log'),
      path('M-21 -5l1 -.1M21 5l-1 .1M-21 5l1 -.1M21 -5l-1 .1', 'log-end'),
    ],
    { at, turn },
  );
}

/** A number of stones as words for a caption: 2+1. */
export const stoneSum = (part: TilePart): string => part.stones.filter(Boolean).map(n).join('+');
