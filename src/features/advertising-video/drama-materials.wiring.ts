import { dramaMaterialsMachine } from '#machines/advertising-video/drama-materials.machine.ts';
import { tabbedPageWith } from '#src/parts/lists/tabbed-page.wiring.ts';
import { materialLibrary } from '#src/parts/uploads/material-library.wiring.ts';
import { dramaCatalogue } from './drama-catalogue.wiring.ts';

/** Short-drama materials, with everything they need from the outside world. */
export const dramaMaterials = tabbedPageWith(dramaMaterialsMachine, {
  materials: materialLibrary({ biz: 'dj', path: '/advertising/video' }),
  dramas: dramaCatalogue,
});
