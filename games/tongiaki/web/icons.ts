/** The icons of the verbs in the action bar, drawn on 24 by 24 with a round pen. */
export const ICONS: Record<string, string> = {
  royal: 'M8 21C7 14 7 7 9 4C11 3 13 3 15 4C17 7 17 14 16 21ZM9 9H15M12 9V13M10 17H14',
  colonise: 'M4 15C8 19 16 19 20 15L18 20H6ZM12 15V3L19 12H12M12 6L6 12H12',
};
