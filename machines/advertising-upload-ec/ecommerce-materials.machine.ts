import type { ActorRefFrom } from 'xstate';
import { createTabbedPageMachine } from '../kernel/page/tabbed-page.machine.ts';
import { productLibrary } from '../parts/uploads/material-library.machine.ts';
import { productCatalogueMachine } from './product-catalogue.machine.ts';

/** Materials of e-commerce, and the products themselves. */
export const ecommerceMaterialsMachine = createTabbedPageMachine({
  id: 'ecommerceMaterials',
  description: 'Materials of e-commerce and the products themselves, each under its tab.',
  tabs: { materials: productLibrary, products: productCatalogueMachine },
});

export type EcommerceMaterials = ActorRefFrom<typeof ecommerceMaterialsMachine>;
