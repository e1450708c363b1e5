/** What the palette offers to do, in the order it is offered. */
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
