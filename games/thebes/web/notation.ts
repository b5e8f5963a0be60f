/** Words of the notation, read and put into the players' language. */
import type { SeatLook, Translate } from '$quipu/game/kit';
import type { CardPart, View, Parts, Region } from './types';
import type { Ground } from './art/friezes';

export const REGIONS: readonly Region[] = ['mesopotamia', 'egypt', 'greece', 'crete'];

/** A kind of card and how many there are of it. */
export interface Copies {
  word: string;
  count: number;
}

/** Reads a list of cards, `egypt-1*2` being two of a kind; each kind comes once. */
export function copies(words: readonly string[] | undefined): Copies[] {
  const counts = new Map<string, number>();
  for (const text of words ?? []) {
    const [word = text, count] = text.split('*');
    counts.set(word, (counts.get(word) ?? 0) + Number(count ?? 1));
  }
  return [...counts].map(([word, count]) => ({ word, count }));
}

/** The list with each copy by itself. */
export const singly = (words: readonly string[] | undefined): string[] =>
  copies(words).flatMap(({ word, count }) => Array<string>(count).fill(word));

/** How many cards a list has. */
export const count = (words: readonly string[] | undefined): number =>
  copies(words).reduce((sum, kind) => sum + kind.count, 0);

/** A word of a box of which we have no name: readable all the same. */
const plain = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('-', ' ');

/** The text of a key, or of the word itself where there is none. */
function named(t: Translate, key: string, word: string, values?: Record<string, unknown>): string {
  const text = t(key, values);
  return text === key || text === '' ? plain(word) : text;
}

export const regionName = (region: string, t: Translate): string => t(`region.${region}`);
/** A region for a sentence: its name, and the same with the word for “there” (in Italian “in Egitto”, “a Creta”). */
export const inRegion = (region: string, t: Translate): { region: string; where: string } => ({
  region: regionName(region, t),
  where: t(`where.${region}`),
});
/** The same, and with the word for what belongs there (in Italian “d’Egitto”). */
const ofRegion = (region: string, t: Translate) => ({ ...inRegion(region, t), of: t(`of.${region}`) });

/** A find in words: an artifact's name, knowledge with its value, rubble. */
export function findName(word: string, t: Translate): string {
  const knowledge = /^knowledge-([a-z]+)-(\d+)/.exec(word);
  if (knowledge) return t('find.knowledge', { region: regionName(knowledge[1]!, t), value: knowledge[2] });
  const spare = /^artifact-([a-z]+)-(\d+)/.exec(word);
  if (spare) return t('find.artifact', { region: regionName(spare[1]!, t), value: spare[2] });
  return named(t, `find.${word}`, word);
}

/** A green card as it stands in a sentence, with its article: “a great exhibition of Egypt”. */
export function aCard(word: string, t: Translate): string {
  const [group = '', one = '', two = ''] = word.split('-');
  if (group === 'general') return t('card.a.knowledge.general', { value: one });
  if (REGIONS.some((region) => region === group)) return t('card.a.knowledge', { ...ofRegion(group, t), value: one });
  if (group === 'thief' || group === 'raider') return t(`card.a.${group}`, inRegion(one, t));
  if (group === 'exhibition') return t(`card.a.exhibition-${one}`, ofRegion(two, t));
  if (group === 'museum') return t('card.a.museum', { count: Number(one) });
  return named(t, `card.a.${group}`, word);
}

/** A green card in words, from its word alone (events have no parts beside them). */
export function cardName(word: string, t: Translate): string {
  const knowledge = /^(mesopotamia|egypt|greece|crete|general)-(\d+)/.exec(word);
  if (knowledge) return t('card.knowledge', { region: regionName(knowledge[1]!, t), value: knowledge[2] });
  const looter = /^(thief|raider)-(mesopotamia|egypt|greece|crete)/.exec(word);
  if (looter) return t(`card.${looter[1]}`, { region: regionName(looter[2]!, t) });
  const exhibition = /^exhibition-(large|small)-(mesopotamia|egypt|greece|crete)/.exec(word);
  if (exhibition) return t(`card.exhibition-${exhibition[1]}`, { region: regionName(exhibition[2]!, t) });
  const museum = /^museum-(\d+)/.exec(word);
  if (museum) return t('card.museum', { count: Number(museum[1]) });
  const group = /^(congress|dig|scientist|assistant)(-|$)/.exec(word);
  return group ? t(`card.${group[1]}`) : plain(word);
}

/** The colour and the pattern of a card. */
export function ground(card: CardPart): Ground {
  if (card.group === 'museum') return 'lapis';
  return card.region ?? 'general';
}

/** What a card is called on its face, and the line below. */
export function face(word: string, card: CardPart, parts: Parts, t: Translate): { title: string; sub: string } {
  switch (card.group) {
    case 'knowledge':
    case 'general':
      return { title: regionName(card.region ?? 'general', t), sub: t('face.knowledge') };
    case 'congress':
      return { title: t('card.congress'), sub: parts.congress.slice(1).join(' ') };
    case 'exhibition':
      return { title: t(word.includes('large') ? 'face.exhibition-large' : 'face.exhibition-small'), sub: '' };
    case 'museum':
      return { title: t('face.museum'), sub: t('face.museum.sub', { count: card.donate ?? 0 }) };
    default:
      return { title: t(`face.${card.group}`), sub: t('face.play', { count: card.play }) };
  }
}

/** The name of a seat's player. */
export const seatName = (letter: string, seats: readonly SeatLook[]): string =>
  seats.find((seat) => seat.letter === letter)?.name ?? letter;

/** The seat that a view is seen by; for those who only watch, the one to act. */
export function ownSeat(view: View): string {
  if (/^[A-F]$/.test(view.viewer)) return view.viewer;
  return busySeat(view);
}

/** The seat that is busy: it decides, or a dig or a theft of its goes on; else the next to play. */
export function busySeat(view: View): string {
  if (view.to_act) return view.to_act;
  const inner = typeof view.phase === 'object' ? Object.values(view.phase)[0] : null;
  return inner && typeof inner === 'object' && 'seat' in inner ? inner.seat : view.order.charAt(0);
}

/** The cards of a hand, if the viewer may see them: their own hand, or any hand when all cards are open. */
export function handOf(
  view: View,
  letter: string,
): { cards: string[]; permits: Partial<Record<string, number>> } | null {
  if (view.hand && view.viewer === letter) return view.hand;
  // Whoever remembers knows the others' hands (H22), but a board does not lay them open.
  return view.viewer === 'all' ? (view.tally[letter] ?? null) : null;
}

/** All finds of a seat, each with the region of the pile it is from. */
export function findsOf(view: View, letter: string): { word: string; pile: Region }[] {
  const finds = view.seats[letter]?.finds ?? {};
  return REGIONS.flatMap((pile) => singly(finds[pile]).map((word) => ({ word, pile })));
}

/** The card on the deck's top as its back shows it. */
export function topBack(view: View): Region | 'green' {
  return typeof view.phase === 'object' && 'pile' in view.phase ? view.phase.pile : 'green';
}

const LEAVES: Record<string, string> = { permit: 'piece:permit', generic: 'piece:general-permit', card: 'card:dig' };

/** The term of the help that explains what a click stands for. */
export function termOf(click: string, parts: Parts): string | undefined {
  const [kind = '', word = ''] = click.split(':');
  switch (kind) {
    case 'card':
    case 'hand': {
      const group = parts.cards[word]?.group ?? Object.values(parts.cards).find((card) => card.group === word)?.group;
      return group && `card:${group}`;
    }
    case 'find': {
      const find = parts.finds[word]?.kind;
      return find && `card:${find === 'knowledge' ? 'found-knowledge' : find}`;
    }
    case 'pile':
      return 'panel:sites';
    case 'leave':
      return LEAVES[word];
    case 'assist':
      return 'card:assistant';
    default:
      return kind === 'weeks' ? 'panel:table' : undefined;
  }
}

/** The words of the phase: its name, and its fields where it has some. */
export function phaseName(view: View): string {
  return typeof view.phase === 'string' ? view.phase : (Object.keys(view.phase)[0] ?? '');
}
