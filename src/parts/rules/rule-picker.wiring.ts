import { rulePicker } from '#machines/parts/rules/rule-picker.machine.ts';
import { logRules } from '#src/services/ad-logs.service.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listRules } from '#src/services/host-rules.service.ts';

type Request = Parameters<typeof logRules>[0];

const rulesOf = (kind: Request['kind']) =>
  rulePicker.provide({ actors: choiceActors((request: Omit<Request, 'kind'>, signal) => logRules({ ...request, kind }, signal)) });

/** Rules that turned something on or off, with their actors. */
export const closingRules = rulesOf('close');
/** Rules that deleted something, with their actors. */
export const removingRules = rulesOf('remove');

/** The largest page of rules, which holds all that a company usually has. */
const ALL_RULES = 200;

/** Rules of managed accounts as their list shows them, whether or not they have hits, with their actors. */
export const managedRules = rulePicker.provide({
  actors: choiceActors(async ({ keyword, ids, page_size }, signal) => {
    const size = ids ? ALL_RULES : page_size;
    const { list } = await listRules({ ...(keyword && { keyword }), ...(size && { page_size: size }) }, signal);
    const rows = ids ? list.filter(({ id }) => ids.includes(id)) : list;
    return { list: rows.map(({ id, name, owner, status }) => ({ id, label: name, sub: owner.label, status })) };
  }),
});
