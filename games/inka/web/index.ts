/** Inka for the browser. */
import type { GameKit } from '$quipu/game/kit';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import { confirms, spellings, verbs } from './clicks';
import { ICONS } from './icons';
import { duration } from './motion.svelte';
import { sketch, spot } from './sketch';
import { changed, did } from './telling';
import type { Parts, View } from './types';
import {
  describe,
  label,
  left,
  milestone,
  places,
  prompt,
  refusalValues,
  sheetItem,
  sheetSection,
  summary,
} from './words';

const kit: GameKit<View, Parts> = {
  key: 'inka',
  Board,
  Bar,
  turnOf: ({ position }) => position.seat,
  left,
  Holdings,
  Aside,
  Cover,
  spellings,
  confirms,
  label,
  prompt,
  describe,
  duration,
  did,
  changed,
  summary,
  places,
  sheetItem,
  sheetSection,
  sketch,
  spot,
  refusalValues,
  verbs: (_, view) => verbs(view),
  icon: (verb) => ICONS[verb],
  milestone,
  opens: ({ event }) => event.kind === 'took-back',
  turnVerbs: ['slide', 'turn', 'walk', 'passage', 'take', 'block', 'end'],
  guide: ['start', 'lay', '', 'slide turn', 'walk passage', 'take', 'block end', ''],
  ruler: 4,
};

export default kit;
