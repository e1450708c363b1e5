import { EcommerceMaterialsPage } from './ecommerce-materials.page.tsx';
import { messages } from './messages/index.ts';
import { ecommerceMaterials } from './use-ecommerce-materials.ts';

export const page = { machine: ecommerceMaterials, View: EcommerceMaterialsPage, messages };
