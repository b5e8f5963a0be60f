/**
 * By which clicks an offer is spelt.
 *
 * Every action point action can be begun with its verb in the bar. On the board it also begins with the thing itself:
 * one's pieces (`from:c3`), a tent (`tent:a5`, who comes in or takes the secret path), what is worked on (`work:c3`).
 * A click says which part of a cell it means, so that no two offers end with the same clicks: a cell to walk to and the
 * tent on it are two targets.
 */
import type { Offer } from '$quipu/generated/protocol';
import type { Click } from '$quipu/game/kit';
import { distance } from '$quipu/board/pen';
import { CELLS, centre } from './geometry';
import { ground, isSpending } from './model';
import type { Parts, Piece, View } from './types';

/** Where the expedition sets out. */
const BASE = 'a5';

/** The words of an offer. */
export const wordsOf = (offer: Offer): string[] => offer.word.split(' ');

/** The cells of a way, the first one included. */
export function wayOf(offer: Offer): string[] {
  const crossing = (word: string) => word.split(' ');
  const first = crossing(offer.word);
  return [first[2]!, first[3]!, ...(offer.then ?? []).map((word) => crossing(word)[3]!)];
}

/** What each crossing of a way costs: told by the engine, or the whole price where there is one crossing. */
export function crossings(offer: Offer): (number | undefined)[] {
  const count = wayOf(offer).length - 1;
  if (count === 1) return [offer.price];
  return Array.from({ length: count }, (_, i) => offer.facts?.[`c${i + 1}`]);
}

/** The click of an edge; the lower cell first. */
export const edgeClick = (a: string, b: string): Click => (a < b ? `edge:${a}-${b}` : `edge:${b}-${a}`);

/** With its verb first, and without: the first is the one for the list of choices. */
const both = (verb: string, clicks: Click[]): Click[][] => [[`verb:${verb}`, ...clicks], clicks];

export function spellings(offer: Offer): Click[][] {
  const [verb, a = '', b = '', c = ''] = wordsOf(offer);
  switch (verb) {
    case 'place':
      return [[`cell:${a}`, `turn:${b.slice(1)}`]];
    case 'enter':
      return both('enter', [`tent:${b}`, `kind:${a}`]);
    case 'shortcut':
      return both('shortcut', [`from:${b}`, `kind:${a}`, `tent:${c}`]);
    case 'move': {
      // Where a cheaper way leads round to the same cell, the cell means that way and the edge this crossing.
      const dear = !offer.then?.length && offer.facts?.['round'] !== undefined;
      const to = offer.then?.length ? wayOf(offer).at(-1)! : c;
      return both('move', [`from:${b}`, `kind:${a}`, dear ? edgeClick(b, c) : `cell:${to}`]);
    }
    case 'uncover':
    case 'dig':
      return both(verb, [`work:${a}`]);
    case 'swap':
      return [['verb:swap', `give:${a}`, `take:${c}@${b}`]];
    case 'camp':
      return [['verb:camp', `cell:${a}`]];
    case 'guard':
      return [['verb:guard', `work:${a}`, `kind:${b}`]];
    case 'gun':
      return [['verb:gun', `work:${a}`]];
    case 'shoot':
      return [['verb:shoot', `foe:${b}@${a}`]];
    case 'obstacle':
      return [['verb:obstacle', edgeClick(a, b)]];
    case 'bid':
      return [[`bid:${a}`]];
    case 'take':
      return [[`tile:${a}`]];
    case 'chips':
      return [[`chips:${a}`]];
    default:
      return [[`verb:${verb}`]];
  }
}

/**
 * A treasure is turned up, dice are rolled, points of the turn lapse. A bid shows nothing: it is first chosen, with
 * what it leaves, and then made, as a tile lies for now. The rest can be undone.
 */
export function confirms(offer: Offer, view: View): boolean {
  switch (wordsOf(offer)[0]) {
    case 'dig':
    case 'bid':
      return true;
    case 'uncover':
      return (view.options['boulder'] ?? 'off') !== 'off';
    case 'end':
      return view.position.phase === 'spend' && view.position.ap > 0;
    default:
      return false;
  }
}

/** A tile is turned before it lies. */
export const turns = (offer: Offer): boolean => wordsOf(offer)[0] === 'place';

const SPEND = ['enter', 'move', 'uncover', 'dig', 'swap', 'camp', 'guard', 'shortcut'];

/** The verbs in the order of their places in the action bar; those of a variant only where it is played. */
export function verbs(view: View): string[] {
  const { phase } = view.position;
  if (phase === 'bid' || phase === 'take') return ['pass'];
  if (phase === 'verdict') return ['score', 'skip'];
  // While a tile is laid the actions that follow have their places already; a find or a roll interrupts them only.
  if (!isSpending(view) && phase !== 'place') return [];
  const on = (option: string) => (view.options[option] ?? 'off') === 'on';
  return [...SPEND, ...(on('obstacles') ? ['obstacle'] : []), ...(on('machine_gun') ? ['gun', 'shoot'] : [])];
}

/** The part of a click before the colon and the part behind. */
export function clickParts(click: Click): [string, string] {
  const colon = click.indexOf(':');
  return [click.slice(0, colon), click.slice(colon + 1)];
}

/** The value of the last click of that sort. */
export function pickedOf(picked: readonly Click[], sort: string): string | null {
  const found = picked.findLast((click) => click.startsWith(`${sort}:`));
  return found ? clickParts(found)[1] : null;
}

/** The pieces of the seat to act that stand on the board, each with its cell; workers first. */
function ownPieces(view: View): { piece: Piece; cell: string }[] {
  const own = view.position.players[view.position.turn];
  if (!own) return [];
  const workers = Object.entries(own.workers).flatMap(([cell, count]) => (count ? [cell] : []));
  return [
    ...workers.map((cell) => ({ piece: 'worker' as const, cell })),
    ...CELLS.filter((cell) => cell === own.leader).map((cell) => ({ piece: 'leader' as const, cell })),
  ];
}

/** Which of one's pieces a word is about where none was chosen: the one that stands there. */
const pieceAt = (view: View, cell: string): Piece =>
  ownPieces(view).find((one) => one.cell === cell)?.piece ?? 'worker';

/** Who comes in: a worker, or the leader where no worker is left to come. */
function entering(view: View, cell: string): string {
  const own = view.position.players[view.position.turn];
  return `enter ${own && own.supply === 0 && own.leader === 'supply' ? 'leader' : 'worker'} ${cell}`;
}

/** A walk to a cell, by the piece that is nearest to it: the reason is then about that way. */
function walkTo(view: View, cell: string): string {
  const far = (from: string) => distance(centre(from), centre(cell));
  const nearest = ownPieces(view)
    .filter((one) => one.cell !== cell)
    .toSorted((a, b) => far(a.cell) - far(b.cell))[0];
  return nearest ? `move ${nearest.piece} ${nearest.cell} ${cell}` : entering(view, BASE);
}

/**
 * The word to ask about when somebody presses a cell that is not lit: what the click is likely to mean. It speaks of a
 * piece that one has: the reason would be that there is none, else.
 */
export function askWord(cell: string, picked: readonly Click[], view: View, parts: Parts): string {
  if (view.position.phase === 'place') return `place ${cell} r0`;
  const verb = pickedOf(picked, 'verb');
  const from = pickedOf(picked, 'from');
  const piece = pickedOf(picked, 'kind') ?? pieceAt(view, from ?? cell);
  if (from && verb === 'shortcut') return `shortcut ${piece} ${from} ${cell}`;
  if (from && from !== cell) return `move ${piece} ${from} ${cell}`;
  switch (verb) {
    case 'enter':
      return entering(view, cell);
    case 'move':
      return walkTo(view, cell);
    case 'uncover':
    case 'dig':
    case 'camp':
    case 'gun':
      return `${verb} ${cell}`;
    case 'guard':
      return `guard ${cell} ${piece}`;
  }
  switch (ground(view, parts, cell)?.part.kind) {
    case 'temple':
      return `uncover ${cell}`;
    case 'treasure':
      return `dig ${cell}`;
    case 'jungle':
      return `camp ${cell}`;
    case 'base':
      return entering(view, cell);
    default:
      return walkTo(view, cell);
  }
}
