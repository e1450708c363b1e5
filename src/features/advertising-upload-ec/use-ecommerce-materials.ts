import { ecommerceMaterialsMachine } from '#machines/ecommerce-materials/ecommerce-materials.machine.ts';
import { materialWorkshop } from '#src/parts/uploads/use-uploads.ts';
import { productCatalogue } from './use-product-catalogue.ts';

/** E-commerce materials, with everything they need from the outside world. */
export const ecommerceMaterials = ecommerceMaterialsMachine.provide({
  actors: { materials: materialWorkshop({ biz: 'ec', path: '/advertising/upload-ec' }), products: productCatalogue },
});
