/** Thebes: The Tomb Raiders at the table. */
import type { GameKit } from '$quipu/game/kit';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import Odds from './panels/Odds.svelte';
import Turned from './panels/Turned.svelte';
import { confirms, spellings } from './clicks';
import { duration, reveals, sums } from './motion';
import {
  describe,
  ifScoredNow,
  label,
  places,
  prompt,
  refusal,
  sheetItem,
  sheetSection,
  summary,
  together,
} from './words';
import { known, sketch, spot } from './sketch';
import { changed, did, revealed, revealing } from './telling';
import type { View, Parts } from './types';

const kit: GameKit<View, Parts> = {
  key: 'thebes',
  Board,
  Bar,
  turnOf: ({ to_act }) => to_act,
  Holdings,
  Aside,
  Cover,
  spellings,
  confirms,
  label,
  prompt,
  describe,
  together,
  duration,
  reveals,
  sums,
  Turned,
  Odds,
  revealing,
  revealed,
  did,
  changed,
  order: (view) => [...view.order],
  summary,
  guide: ['', 'take', '', '', 'dig', '', '', ''],
  places,
  sheetItem,
  sheetSection,
  sketch,
  known,
  spot,
  refusal,
  ifScoredNow,
};

export default kit;
