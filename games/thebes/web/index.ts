/** Thebes: The Tomb Raiders at the table. */
import type { GameKit } from '$quipu/game/kit';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import { label, spellings } from './spell';
import { DURATION } from './story';
import { describe, places, prompt, refusal, sheetItem, sheetSection, summary } from './tell';
import type { Event, Page, Parts } from './types';

const kit: GameKit<Page, Parts> = {
  key: 'thebes',
  Board,
  Bar,
  Holdings,
  Aside,
  Cover,
  spellings,
  // Weeks that are spent on a dig, a thief or a museum cannot be had back: what it brings is shown first.
  confirms: (offer) => /^(dig|museum) |^play (thief|raider)/.test(offer.word),
  label,
  prompt,
  describe,
  duration: (happened) => DURATION[happened.event.kind as Event['kind']] ?? 0,
  summary,
  places,
  sheetItem,
  sheetSection,
  refusal,
  ifScoredNow: (view) => Object.keys(view.seats).map((letter) => view.bonus[letter] ?? 0),
};

export default kit;
