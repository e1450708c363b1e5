import { dramaMaterialsMachine } from '#machines/advertising-video/drama-materials.machine.ts';
import { materialWorkshop } from '#src/parts/uploads/uploads.wiring.ts';
import { dramaCatalogue } from './drama-catalogue.wiring.ts';

/** Short-drama materials, with everything they need from the outside world. */
export const dramaMaterials = dramaMaterialsMachine.provide({
  actors: { materials: materialWorkshop({ biz: 'dj', path: '/advertising/video' }), dramas: dramaCatalogue },
});
