import { rulePicker } from '#machines/parts/rules/rule-picker.machine.ts';
import { logRules } from '#src/services/ad-logs.service.ts';
import { choiceActors } from '#src/services/choice-actors.ts';

type Request = Parameters<typeof logRules>[0];

const rulesOf = (kind: Request['kind']) =>
  rulePicker.provide({ actors: choiceActors((request: Omit<Request, 'kind'>, signal) => logRules({ ...request, kind }, signal)) });

/** Rules that turned something on or off, with their actors. */
export const closingRules = rulesOf('close');
/** Rules that deleted something, with their actors. */
export const removingRules = rulesOf('remove');
