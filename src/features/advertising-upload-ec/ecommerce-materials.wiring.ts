import { ecommerceMaterialsMachine } from '#machines/advertising-upload-ec/ecommerce-materials.machine.ts';
import { materialWorkshop } from '#src/parts/uploads/uploads.wiring.ts';
import { productCatalogue } from './product-catalogue.wiring.ts';

/** E-commerce materials, with everything they need from the outside world. */
export const ecommerceMaterials = ecommerceMaterialsMachine.provide({
  actors: { materials: materialWorkshop({ biz: 'ec', path: '/advertising/upload-ec' }), products: productCatalogue },
});
