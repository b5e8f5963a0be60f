/** Tikal for the browser. */
import type { GameKit } from '$quipu/game/kit';
import Aside from './Aside.svelte';
import Bar from './Bar.svelte';
import Board from './Board.svelte';
import Cover from './Cover.svelte';
import Holdings from './Holdings.svelte';
import CardTiles from './panels/CardTiles.svelte';
import { confirms, spellings, turns, verbs } from './clicks';
import { ICONS } from './icons';
import { holds } from './model';
import { duration } from './motion';
import { known, sketch, spot } from './sketch';
import { changed, did } from './telling';
import type { Parts, View } from './types';
import {
  describe,
  ifScoredNow,
  label,
  left,
  milestone,
  places,
  prompt,
  refusalValues,
  sheetGroup,
  sheetItem,
  sheetSection,
  summary,
} from './words';

const kit: GameKit<View, Parts> = {
  key: 'tikal',
  Board,
  Bar,
  turnOf: ({ position }) => position.turn,
  left,
  Holdings,
  holds,
  Aside,
  Cover,
  CardArt: CardTiles,
  spellings,
  confirms,
  turns,
  label,
  prompt,
  describe,
  duration,
  did,
  changed,
  summary,
  places,
  sheetGroup,
  sheetItem,
  sheetSection,
  sketch,
  known,
  spot,
  refusalValues,
  ifScoredNow,
  verbs: (_, view) => verbs(view),
  icon: (verb) => ICONS[verb],
  milestone,
  guide: ['place', '', 'enter', 'move shortcut', 'uncover dig', '', 'end'],
  milestoneSign: 'M-7 6L0 -6L7 6Z',
};

export default kit;
