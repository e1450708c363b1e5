import { dramaMaterialsMachine } from '#machines/drama-materials/drama-materials.machine.ts';
import { materialWorkshop } from '#src/parts/uploads/use-uploads.ts';
import { dramaCatalogue } from './use-drama-catalogue.ts';

/** Short-drama materials, with everything they need from the outside world. */
export const dramaMaterials = dramaMaterialsMachine.provide({
  actors: { materials: materialWorkshop({ biz: 'dj', path: '/advertising/video' }), dramas: dramaCatalogue },
});
