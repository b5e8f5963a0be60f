/** The icons of the verbs in the action bar, drawn on 24 by 24 with a round pen. */
export const ICONS: Record<string, string> = {
  block: 'M4 20L6 6C9 3 15 3 18 6L20 20ZM5 13H19M10 13V5M14 20V13',
  take: 'M8 21h8M10 21V12H7V9h2.5C8 5 9.5 3 12 3s4 2 2.5 6H17v3h-3v9',
  end: 'M5 12h13M13 6l6 6-6 6',
  walk: 'M7 21C7.5 15 9 12 10 10.5C8.5 8 9 3 12 3s3.5 5 2 7.5C15 12 16.5 15 17 21Z',
  slide: 'M4 16L9 8H20L15 16ZM9.5 12H14M12.5 10.5L14 12L12.5 13.5',
  turn: 'M5 15A8 8 0 1 1 12 20M5 15L3 11M5 15L9 13',
  passage: 'M12 12C14.5 11.5 15 15 12 15.5C8 16 7 10.5 10.5 8C15 5.5 19.5 9 18.5 14C17.5 19 12 20.5 8 19',
};
