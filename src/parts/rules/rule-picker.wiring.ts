import { rulePicker } from '#machines/parts/rules/rule-picker.machine.ts';
import { logRules } from '#src/services/ad-logs.service.ts';
import { ApiError } from '#src/services/api-error.ts';
import { choiceActors } from '#src/services/choice-actors.ts';
import { listRules, ruleDetail } from '#src/services/host-rules.service.ts';

type Request = Parameters<typeof logRules>[0];

const rulesOf = (kind: Request['kind']) =>
  rulePicker.provide({ actors: choiceActors((request: Omit<Request, 'kind'>, signal) => logRules({ ...request, kind }, signal)) });

/** Rules that turned something on or off, with their actors. */
export const closingRules = rulesOf('close');
/** Rules that deleted something, with their actors. */
export const removingRules = rulesOf('remove');

/** A rule by its id; none where it was deleted. */
async function findRule(id: number, signal?: AbortSignal) {
  try {
    return [await ruleDetail({ id }, signal)];
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'NOT_FOUND') return [];
    throw error;
  }
}

/** The rules that the user may see, with their actors. */
export const visibleRules = rulePicker.provide({
  actors: choiceActors(async ({ ids, ...request }: Pick<Request, 'keyword' | 'ids'> & { page_size?: 20 | 200 }, signal) => {
    const found = ids ? (await Promise.all(ids.map((id) => findRule(id, signal)))).flat() : (await listRules(request, signal)).list;
    return { list: found.map(({ id, name, owner, status }) => ({ id, label: name, sub: owner.label, status })) };
  }),
});
