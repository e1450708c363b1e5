import { fromPromise } from 'xstate';
import { materialTags } from '#machines/parts/materials/material-parts.machine.ts';
import {
  type ContentNarrowing,
  dramaPicker,
  type MaterialNarrowing,
  materialPicker,
  productPicker,
} from '#machines/parts/materials/material-pickers.machine.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listDicts } from '#src/services/dicts.service.ts';
import { simpleDramas } from '#src/services/dramas.service.ts';
import { simpleMaterials } from '#src/services/materials.service.ts';
import { simpleProducts } from '#src/services/products.service.ts';

/** Dramas, with what they need from the outside world. */
export const dramas = dramaPicker.provide({ actors: choiceActors<ContentNarrowing>(simpleDramas) });

/** Products, with what they need from the outside world. */
export const products = productPicker.provide({ actors: choiceActors<ContentNarrowing>(simpleProducts) });

/** Materials, with what they need from the outside world. */
export const materials = materialPicker.provide({ actors: choiceActors<MaterialNarrowing>(simpleMaterials) });

/** Tags of materials, with what they need from the outside world. */
export const tags = materialTags.provide({
  actors: { loadOptions: fromPromise(async ({ signal }) => (await listDicts({ names: ['tags'] }, signal)).tags ?? []) },
});
