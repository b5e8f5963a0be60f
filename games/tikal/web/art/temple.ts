/** Temples: one terrace a level, under a mound that withdraws; the level's tablet; guard and gun on top. */
import { hand, n, poly, type Point } from '$quipu/board/pen';
import { seatClass, seatShape } from '$quipu/board/seats';
import { group, path, text } from './markup';
import { leafClump } from './leaves';

/** Where the foot of a temple stands in its tile. */
export const FOOT = 2;
const TIER = [0, 15, 12.5, 11, 9.8, 8.8, 7.9, 7.1, 6.4, 5.8, 5.3];

/** How high the terraces of a temple of that value reach. */
export const topOf = (value: number): number => FOOT - value * TIER[value]!;

/** What the jungle still hides of a temple. */
export function mound(value: number, seed: string): string {
  if (value > 4) return '';
  const h = 50 - value * 2;
  const [side, top] = [n(FOOT - h * 0.75), n(FOOT - h)];
  const hump = `M-46 ${FOOT}C-44 ${side} -20 ${top} 0 ${top}C20 ${top} 44 ${side} 46 ${FOOT}Z`;
  const spots = [
    [-30, -10, 13],
    [30, -10, 13],
    [-17, -26, 14],
    [17, -27, 14],
    [0, -38, 14],
    [0, -16, 15],
  ] as const;
  const leaves = spots.map(([x, y, s], i) =>
    leafClump(x, y + value, s, `${seed}m${i}`, i % 2 ? 'tk-leaf-2' : 'tk-leaf-3'),
  );
  return group('mound', [path(hump, 'tk-leaf-3'), path(hump, 'fine'), ...leaves]);
}

/** The pyramid: its terraces can be counted as well as its value be read. */
export function temple(value: number, seed: string): string {
  const tier = TIER[value]!;
  const base = 66 + value * 4.6;
  const top = Math.max(26, base - value * 8.4);
  const width = (part: number) => base + (top - base) * part;
  const out: string[] = [];
  for (let i = 0; i < value; i++) {
    const [w0, w1] = [width(i / value), width((i + 1) / value)];
    const [y0, y1] = [FOOT - i * tier, FOOT - (i + 1) * tier];
    const inset = ((w0 - w1) / 2) * 0.28;
    const shape: Point[] = [
      [-w0 / 2, y0],
      [-w0 / 2 + inset, y1],
      [w0 / 2 - inset, y1],
      [w0 / 2, y0],
    ];
    const shade: Point[] = [
      [w0 * 0.2, y0],
      [w0 * 0.2 - inset * 0.3, y1],
      [w0 / 2 - inset, y1],
      [w0 / 2, y0],
    ];
    out.push(
      path(poly(shape), i % 2 ? 'tk-stone-2' : 'tk-stone'),
      path(poly(shade), 'tk-stone-3', 'fill-opacity=".45"'),
      path(hand(shape, `${seed}t${i}`, 0.35), 'fine'),
    );
  }
  const roof = topOf(value);
  if (value >= 2) out.push(house(value, roof, seed));
  if (value >= 3) out.push(stair(value, roof));
  return group('temple', out);
}

function house(value: number, top: number, seed: string): string {
  const [w, h] = [11 + value * 0.6, 8 + value * 0.4];
  const walls: Point[] = [
    [-w, top],
    [-w * 0.9, top - h],
    [w * 0.9, top - h],
    [w, top],
  ];
  const door: Point[] = [
    [-3.5, top],
    [-3, top - h * 0.68],
    [3, top - h * 0.68],
    [3.5, top],
  ];
  const out = [path(poly(walls), 'tk-stone'), path(hand(walls, `${seed}h`, 0.3), 'fine'), path(poly(door), 'tk-door')];
  if (value >= 6) {
    const [cw, ch] = [w * 0.62, 3 + value * 0.3];
    const comb: Point[] = [
      [-cw, top - h],
      [-cw * 0.8, top - h - ch],
      [cw * 0.8, top - h - ch],
      [cw, top - h],
    ];
    out.push(
      path(poly(comb), 'tk-stone-2'),
      path(hand(comb, `${seed}k`, 0.3), 'fine'),
      path(`M0 ${n(top - h)}V${n(top - h - ch)}`, 'hair'),
    );
  }
  return out.join('');
}

function stair(value: number, top: number): string {
  const w = 9 + value * 0.35;
  const steps = value * 2;
  let treads = '';
  for (let i = 1; i < steps; i++) {
    const half = w - (w * 0.45 * i) / steps;
    treads += `M${n(-half)} ${n(FOOT + ((top - FOOT) * i) / steps)}H${n(half)}`;
  }
  const sides = `M${n(-w)} ${FOOT}L${n(-w * 0.55)} ${n(top)}M${n(w)} ${FOOT}L${n(w * 0.55)} ${n(top)}`;
  return (
    path(
      poly([
        [-w, FOOT],
        [-w * 0.55, top],
        [w * 0.55, top],
        [w, FOOT],
      ]),
      'tk-stone',
    ) +
    path(sides, 'fine') +
    path(treads, 'hair')
  );
}

/** The level's tablet; in its owner's colour once the temple is guarded. */
export function tablet(value: number, owner?: number): string {
  const w = value < 10 ? 34 : 40;
  const d = hand(
    [
      [-w / 2, -14],
      [w / 2, -14],
      [w / 2 - 2, 14],
      [-w / 2 + 2, 14],
    ],
    `plate${value}`,
    0.4,
  );
  const put = { at: [0, 4] as Point };
  if (owner === undefined) return group('value', [path(d, 'tk-value-plate'), text(0, 0.5, value, 'tk-value', 25)], put);
  return group(
    `value guarded ${seatClass(owner)}`,
    [path(d, 'piece-halo'), path(d, 'piece'), text(0, 0.5, value, 'piece-count serif', 25)],
    put,
  );
}

/** The guard: its owner's banner hangs down the stair from the top. */
export function banner(owner: number, value: number): string {
  const top = topOf(value) + 2;
  const end = Math.max(-3, top + 24);
  const d = `M-11 ${n(top)}H11V${n(end)}L0 ${n(end - 7)}L-11 ${n(end)}Z`;
  const emblem = group('', path(seatShape(owner, 6.5), 'piece-mark'), { at: [0, top + Math.min(15, (end - top) / 2)] });
  return group(`guard ${seatClass(owner)}`, [
    path(d, 'piece-halo'),
    path(d, 'piece'),
    path(`M-15 ${n(top)}H15`, 'line', 'style="stroke-width:var(--w-ghost)"'),
    emblem,
  ]);
}

/** The machine gun: a barrel on three legs before the banner, with its crew's shield. */
export function gun(owner: number, value: number): string {
  const y = Math.min(-20, topOf(value) + 4);
  const legs = `M-4 ${n(y + 2)}L-16 ${n(y + 18)}M-4 ${n(y + 2)}L8 ${n(y + 18)}M-4 ${n(y + 2)}V${n(y + 18)}`;
  const barrel = `M-24 ${n(y - 2)}L26 ${n(y - 8)}`;
  const shield = `M-16 ${n(y - 14)}H6L4 ${n(y + 6)}H-14Z`;
  const halo = 'style="stroke-width:12"';
  return group(`gun ${seatClass(owner)}`, [
    path(`${legs}${barrel}`, 'piece-halo'),
    path(legs, 'line', 'style="stroke-width:var(--w-sign)"'),
    path(barrel, 'piece-halo', halo),
    path(barrel, 'line', 'style="stroke-width:var(--w-mark)"'),
    path(shield, 'piece-halo'),
    path(shield, 'piece'),
    group('', path(seatShape(owner, 5), 'piece-mark'), { at: [-5, y - 4] }),
  ]);
}
