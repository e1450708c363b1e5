import { ecommerceMaterialsMachine } from '#machines/advertising-upload-ec/ecommerce-materials.machine.ts';
import { tabbedPageWith } from '#src/parts/lists/tabbed-page.wiring.ts';
import { materialLibrary } from '#src/parts/uploads/material-library.wiring.ts';
import { productCatalogue } from './product-catalogue.wiring.ts';

/** E-commerce materials, with everything they need from the outside world. */
export const ecommerceMaterials = tabbedPageWith(ecommerceMaterialsMachine, {
  materials: materialLibrary({ biz: 'ec', path: '/advertising/upload-ec' }),
  products: productCatalogue,
});
