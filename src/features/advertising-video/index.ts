import { DramaMaterialsPage } from './drama-materials.page.tsx';
import { dramaMaterials } from './drama-materials.wiring.ts';
import { messages } from './messages/index.ts';

export const page = { machine: dramaMaterials, View: DramaMaterialsPage, messages };
