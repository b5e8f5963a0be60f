/** Attributes of a button in the page (not on the board) that makes a click. */
import { createAttachmentKey } from 'svelte/attachments';
import type { Click, Desk } from '../game/kit';

type Hand = Pick<Desk, 'pick' | 'hover'>;

/** Makes the click, and shows what it would do while the pointer or the focus is on it. */
export const picking = (desk: Hand, click: Click) => ({
  onclick: () => desk.pick(click),
  onmouseenter: () => desk.hover(click),
  onmouseleave: () => desk.hover(null),
  onfocus: () => desk.hover(click),
  onblur: () => desk.hover(null),
});

/** The same for a button of a game, which also says that the game draws this click itself. */
export const choosing = (desk: Hand & Pick<Desk, 'draws' | 'term'>, click: Click) => ({
  'data-click': click,
  'data-term': desk.term?.(click),
  ...picking(desk, click),
  [createAttachmentKey()]: desk.draws(click),
});
