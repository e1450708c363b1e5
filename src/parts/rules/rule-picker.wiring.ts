import { fromPromise } from 'xstate';
import type { Choice } from '#machines/kernel/list/picker.machine.ts';
import { rulePicker } from '#machines/parts/rules/rule-picker.machine.ts';
import { listRules } from '#src/services/host-rules.service.ts';

type Rule = Awaited<ReturnType<typeof listRules>>['list'][number];

const FOUND = 20;
/** The largest page: names are looked up among the rules themselves, because their list cannot be queried by id. */
const NAMED = 200;

const toChoice = ({ id, name, owner, status }: Rule): Choice => ({ id, label: name, sub: owner?.label ?? '', status });

/** Rules of managed accounts with their actors. */
export const rules = rulePicker.provide({
  actors: {
    loadChoices: fromPromise(async ({ input: { search, ids }, signal }) => {
      const [found, all] = await Promise.all([
        search && listRules({ ...(search.keyword && { keyword: search.keyword }), page_size: FOUND }, signal),
        ids.length > 0 ? listRules({ page_size: NAMED }, signal) : { list: [] },
      ]);
      return { found: found?.list.map(toChoice), named: all.list.filter(({ id }) => ids.includes(id)).map(toChoice) };
    }),
  },
});
