import { DramaMaterialsPage } from './drama-materials.page.tsx';
import { messages } from './messages/index.ts';
import { dramaMaterials } from './use-drama-materials.ts';

export const page = { machine: dramaMaterials, View: DramaMaterialsPage, messages };
