/** Tikal for the browser. */
import type { GameKit } from '$quipu/game/kit';
import { icon } from './art/icons';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import { confirms, spellings } from './spellings';
import type { Parts, View } from './types';
import {
  describe,
  duration,
  ifScoredNow,
  label,
  milestone,
  places,
  prompt,
  sheetItem,
  sheetSection,
  summary,
} from './words';

const kit: GameKit<View, Parts> & { icon: typeof icon; milestone: typeof milestone } = {
  key: 'tikal',
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
  ifScoredNow,
  icon,
  milestone,
};

export default kit;
