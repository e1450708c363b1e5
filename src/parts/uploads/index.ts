/**
 * Uploads, for every page that creates materials.
 *
 * - machines: `dramaWorkshop` and `productWorkshop` of `#machines/parts/uploads/material-workshop.machine.ts`: the library of a business line with the queue of files; each is a complete page or a tab;
 * - wiring: `materialWorkshop({ biz, path, mine })` of `#src/parts/uploads/uploads.wiring.ts`;
 * - views: `MaterialWorkshopView` and `MaterialWorkshopViews`.
 */
export { MaterialWorkshopView, MaterialWorkshopViews } from './material-workshop-view.tsx';
