/** Tongiaki in the browser: how its choices are spelt, drawn and told. */
import type { GameKit } from '$quipu/game/kit';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import Odds from './panels/Odds.svelte';
import Turned from './panels/Turned.svelte';
import { confirms, spellings, turns, verbs } from './clicks';
import { ICONS } from './icons';
import { duration, reveals } from './motion';
import {
  describe,
  label,
  milestone,
  places,
  prompt,
  refusalValues,
  sheetItem,
  sheetSection,
  summary,
  together,
} from './words';
import { known, sketch, spot } from './sketch';
import { begins, changed, did, revealed, revealing } from './telling';
import type { View, Parts } from './types';

const kit: GameKit<View, Parts> = {
  key: 'tongiaki',
  Board,
  Bar,
  turnOf: ({ position }) => position.turn,
  Holdings,
  Aside,
  Cover,
  spellings,
  confirms,
  turns,
  label,
  prompt,
  describe,
  together,
  duration,
  reveals,
  Turned,
  Odds,
  revealing,
  revealed,
  begins,
  did,
  changed,
  summary,
  places,
  sheetItem,
  sheetSection,
  sketch,
  known,
  spot,
  refusalValues,
  verbs: (_, view) => verbs(view),
  icon: (verb) => ICONS[verb],
  milestone,
  turnVerbs: ['expand', 'shift', 'restart', 'royal', 'colonise'],
  guide: ['moor', 'expand restart', 'moor', 'sail', '', 'land', '', ''],
};

export default kit;
