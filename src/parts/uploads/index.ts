/**
 * Materials of a line of business with their uploads, for every page that has them under a tab.
 *
 * - machines: `dramaLibrary` and `productLibrary` of `#machines/parts/uploads/material-library.machine.ts`, each a whole page;
 * - the outside world: `materialLibrary({ biz, path, mine })` of `#src/parts/uploads/material-library.wiring.ts`;
 * - on the screen: `materialTab`, for the `tabs` of a `TabbedPage`.
 */
export { materialTab } from './material-tab.tsx';
