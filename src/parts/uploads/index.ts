/**
 * Uploading, for every page that makes materials.
 *
 * - machines: `dramaWorkshop` and `productWorkshop` of `#machines/parts/uploads/material-workshop.machine.ts`: the library of a line of
 *   business together with the queue of files; each is a whole page, to be invoked by one or to stand as a tab;
 * - the outside world: `materialWorkshop({ biz, path, mine })` of `#src/parts/uploads/uploads.wiring.ts`;
 * - on the screen: `MaterialWorkshopView` and `MaterialWorkshopViews`.
 */
export { MaterialWorkshopView, MaterialWorkshopViews } from './material-workshop-view.tsx';
