import { EcommerceMaterialsPage } from './ecommerce-materials.page.tsx';
import { ecommerceMaterials } from './ecommerce-materials.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: ecommerceMaterials, View: EcommerceMaterialsPage, messages };
