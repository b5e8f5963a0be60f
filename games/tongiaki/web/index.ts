/** Tongiaki in the browser: how its choices are spelt, drawn and told. */
import type { GameKit, Translate } from '$quipu/game/kit';
import type { Happened } from '$quipu/generated/protocol';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import { confirms, spellings } from './spell';
import { describe, duration, label, places, prompt, refusalValues, sheetItem, sheetSection, summary } from './words';
import type { Event, Open, Parts } from './types';

const ICONS: Record<string, string> = {
  royal: 'M8 21C7 14 7 7 9 4C11 3 13 3 15 4C17 7 17 14 16 21ZM9 9H15M12 9V13M10 17H14',
  colonise: 'M4 15C8 19 16 19 20 15L18 20H6ZM12 15V3L19 12H12M12 6L6 12H12',
};

const extras = {
  icon: (verb: string) => ICONS[verb],
  milestone: (happened: Happened, t: Translate) => {
    const event = happened.event as unknown as Event;
    return event.kind === 'royal' || event.kind === 'removed'
      ? t(`milestone.${event.kind}`, { island: t(`tile.${event.island}`) })
      : null;
  },
};

const kit: GameKit<Open, Parts> = {
  key: 'tongiaki',
  Board,
  Bar,
  Holdings,
  Aside,
  Cover,
  spellings,
  confirms,
  label,
  prompt,
  describe,
  duration,
  summary,
  places,
  sheetItem,
  sheetSection,
  refusalValues,
  ...extras,
};

export default kit;
