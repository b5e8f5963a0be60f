/** __Title__ for the browser. */
import type { GameKit } from '$quipu/game/kit';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import { spellings } from './clicks';
import { duration } from './motion';
import type { Parts, View } from './types';
import { describe, label, places, prompt, sheetItem, sheetSection, summary } from './words';

const kit: GameKit<View, Parts> = {
  key: '__key__',
  Board,
  Cover,
  spellings,
  label,
  prompt,
  describe,
  duration,
  summary,
  places,
  sheetItem,
  sheetSection,
};

export default kit;
