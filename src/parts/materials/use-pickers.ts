import { fromPromise } from 'xstate';
import {
  type ContentNarrowing,
  creatorPicker,
  dramaPicker,
  type MaterialNarrowing,
  materialPicker,
  productPicker,
} from '#machines/kernel/materials/material-pickers.ts';
import type { Choice, PickerAnswer, PickerQuestion } from '#machines/kernel/picker.machine.ts';
import { choiceActors } from '#src/services/choosing.ts';
import { simpleDramas } from '#src/services/dramas.service.ts';
import { simpleMaterials } from '#src/services/materials.service.ts';
import { simpleProducts } from '#src/services/products.service.ts';
import { simpleUsers } from '#src/services/users.service.ts';

/** Dramas, with what they need from the outside world. */
export const dramas = dramaPicker.provide({ actors: choiceActors<ContentNarrowing>(simpleDramas) });

/** Products, with what they need from the outside world. */
export const products = productPicker.provide({ actors: choiceActors<ContentNarrowing>(simpleProducts) });

/** Materials, with what they need from the outside world. */
export const materials = materialPicker.provide({ actors: choiceActors<MaterialNarrowing>(simpleMaterials) });

type Person = Awaited<ReturnType<typeof simpleUsers>>['list'][number];

const asChoice = ({ id, account, name, department_name, status }: Person): Choice => ({
  id,
  label: name || account,
  sub: [account, department_name].filter(Boolean).join(' · '),
  status,
});

/** People, with what they need from the outside world. Names are looked up among everybody, those who left included. */
export const creators = creatorPicker.provide({
  actors: {
    loadChoices: fromPromise(async ({ input, signal }: { input: PickerQuestion<object>; signal: AbortSignal }): Promise<PickerAnswer> => {
      const { keyword, ids } = input;
      const [found, everybody] = await Promise.all([
        simpleUsers(keyword ? { keyword } : {}, signal),
        ids.length > 0 ? simpleUsers({ include_disabled: true }, signal) : { list: [] },
      ]);
      return { found: found.list.map(asChoice), named: everybody.list.filter(({ id }) => ids.includes(id)).map(asChoice) };
    }),
  },
});
