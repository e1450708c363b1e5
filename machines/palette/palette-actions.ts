/** The actions of the palette, in display order. */
export const paletteActions = [
  'refresh',
  'closeTab',
  'closeOtherTabs',
  'theme',
  'language',
  'changePassword',
  'resetPassword',
  'signOut',
] as const;
export type PaletteAction = (typeof paletteActions)[number];

export const isPaletteAction = (key: string): key is PaletteAction => paletteActions.some((one) => one === key);
