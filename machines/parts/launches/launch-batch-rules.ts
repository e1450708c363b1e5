import type { copyParts } from '#contracts/endpoints/ad-copies.ts';
import { isLargeChange, PERCENT_DECIMALS, percentMost } from '#contracts/rules/amount-changes.ts';
import type { AmountMode, copyStatuses, EntityLevel, ScheduleAction, scheduleRepeats } from '#contracts/vocabulary/launches.ts';
import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import {
  aNumber,
  arrayMaximum,
  faultsIn,
  firstFault,
  numberMinimum,
  numberRange,
  required,
  requiredChoice,
  stringMaximum,
  wholeNumber,
} from '../../kernel/form/field-rules.ts';
import { moneyFault, toMajor } from '../../kernel/form/money.ts';

export const LAUNCH_ACTIONS = ['open', 'close', 'budget', 'bid', 'copy', 'schedule', 'rename', 'transfer', 'archive', 'remove'] as const;
export type LaunchAction = (typeof LAUNCH_ACTIONS)[number];

export type CopyPart = (typeof copyParts)[number];
/** How copies or renamed objects are called: as they were, with something before and behind, with something replaced, by a template. */
export const NAMINGS = ['keep', 'affix', 'replace', 'template'] as const;

export const NAME_MOST = 400;
/** A piece of the names of copies that is replaced. */
const PIECE_MOST = 200;
export const AFFIX_MOST = 60;
export const TIMES_MOST = 20;
export const TARGETS_MOST = 50;

/** A part that is gone, and what stands in for it. */
export interface Replacement {
  part: CopyPart;
  from_id: number;
  to_id: number;
}

/** What one object has, and what it would get; in the smallest unit of its currency. */
export interface SeenAmount {
  id: number;
  label: string;
  currency: string;
  before: number | null;
  after: number;
}

/** Budgets and bids are typed in whole units of the currency. */
export interface LaunchBatchParams {
  action: LaunchAction;
  level: EntityLevel;
  /** Of all that is chosen; undefined where there are several, or where nobody knows. */
  currency: string | undefined;
  /** Of all that is chosen, an IANA name; undefined where there are several, or where nobody knows. */
  timezone: string | undefined;
  mode: AmountMode;
  value: number | undefined;
  limit: number | undefined;
  /** What the preview said when the order was given: it is carried out only while that is still so. */
  seen: SeenAmount[];
  /** The large changes that were confirmed, as `largeChanges` names them. */
  confirmed: string;
  scheduled: ScheduleAction;
  /** An instant; while it is typed, whatever stands there. */
  run_at: string;
  repeat: (typeof scheduleRepeats)[number];
  naming: (typeof NAMINGS)[number];
  find: string;
  replace: string;
  template: string;
  prefix: string;
  suffix: string;
  times: number | undefined;
  target_account_ids: number[];
  deep: boolean;
  copied: (typeof copyStatuses)[number];
  /** An instant; empty: as the original. */
  start_at: string;
  /** The copies are made of what was deleted. */
  from_deleted: boolean;
  /** Ads alone: the group they are copied into, where it is not their own. */
  target_group_id: number | undefined;
  /** In place of what the copies cannot use any more. */
  replacements: Replacement[];
  user_id: number | undefined;
  /** What is open is closed first. */
  force: boolean;
}

export const blankLaunchBatch: LaunchBatchParams = {
  action: 'close',
  level: 'campaign',
  currency: undefined,
  timezone: undefined,
  mode: 'set',
  value: undefined,
  limit: undefined,
  seen: [],
  confirmed: '',
  scheduled: 'pause',
  run_at: '',
  repeat: 'none',
  naming: 'keep',
  find: '',
  replace: '',
  template: '',
  prefix: '',
  suffix: '',
  times: 1,
  target_account_ids: [],
  deep: true,
  copied: 'PAUSED',
  start_at: '',
  from_deleted: false,
  target_group_id: undefined,
  replacements: [],
  user_id: undefined,
  force: false,
};

export const isPercent = (mode: AmountMode): mode is 'inc_pct' | 'dec_pct' => mode === 'inc_pct' || mode === 'dec_pct';
/** Which way a limit lies. */
export const limitOf = (mode: AmountMode): 'most' | 'least' | undefined => {
  if (mode === 'set') return undefined;
  return mode === 'inc' || mode === 'inc_pct' ? 'most' : 'least';
};

/** An amount in the currency of the account; more than nothing. Without one known currency there is none, and no field for it. */
export function amountFault(value: number | undefined, currency: string | undefined): FieldFault | undefined {
  if (value === undefined) return undefined;
  if (currency === undefined) return { rule: 'pattern' };
  if (value <= 0) return { rule: 'numberMin', params: { min: toMajor(1, currency) } };
  return moneyFault(value, currency);
}

/** By how many percent an amount changes. */
const percentFault = (value: number | undefined, most: number): FieldFault | undefined =>
  firstFault(value, aNumber, numberRange(10 ** -PERCENT_DECIMALS, most)) ??
  (value === undefined || Number(value.toFixed(PERCENT_DECIMALS)) === value
    ? undefined
    : { rule: 'decimals', params: { max: PERCENT_DECIMALS } });

/** Changes that are asked about: which they are, the one that changes most first. */
export function largeChanges(seen: readonly SeenAmount[]): { key: string; changes: SeenAmount[] } {
  const factor = ({ before, after }: SeenAmount) => Math.max(after / (before ?? 1), (before ?? 1) / Math.max(after, 1));
  const changes = seen.filter(({ before, after }) => isLargeChange(before, after)).toSorted((one, other) => factor(other) - factor(one));
  return { key: changes.map(({ id, before, after }) => `${id}:${before}>${after}`).join(' '), changes };
}

function confirmedFault({ seen, confirmed }: LaunchBatchParams): FieldFault | undefined {
  const { key } = largeChanges(seen);
  return key === '' || key === confirmed ? undefined : { rule: 'largeChange' };
}

/** An instant that a form took, or nothing. */
const anInstant = (value: string): FieldFault | undefined =>
  value === '' || /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

/** What is wrong with an amount, apart from its being far from what there is. */
function amountFaults({ action, scheduled, mode, value, limit, currency }: LaunchBatchParams): FieldFaults<LaunchBatchParams> {
  if (action === 'schedule') {
    return faultsIn<LaunchBatchParams>({
      value: scheduled === 'budget' ? (firstFault(value, requiredChoice) ?? amountFault(value, currency)) : undefined,
    });
  }
  const amount = isPercent(mode) ? percentFault(value, percentMost[mode]) : amountFault(value, currency);
  return faultsIn<LaunchBatchParams>({
    value: firstFault(value, requiredChoice) ?? amount,
    limit: mode === 'set' ? undefined : amountFault(limit, currency),
  });
}

const checkAmount = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => ({
  ...amountFaults(params),
  ...faultsIn<LaunchBatchParams>({ confirmed: confirmedFault(params) }),
});

const checkSchedule = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => ({
  ...checkAmount(params),
  ...faultsIn<LaunchBatchParams>({ run_at: firstFault(params.run_at, required, anInstant) }),
});

const isNothing = (...texts: string[]): FieldFault | undefined => (texts.every((text) => text === '') ? { rule: 'required' } : undefined);

function checkNaming({ action, naming, find, replace, template, prefix, suffix }: LaunchBatchParams): FieldFaults<LaunchBatchParams> {
  const most = stringMaximum(action === 'copy' ? PIECE_MOST : NAME_MOST);
  switch (naming) {
    case 'replace':
      return faultsIn<LaunchBatchParams>({ find: isNothing(find) ?? most(find), replace: most(replace) });
    case 'template':
      return faultsIn<LaunchBatchParams>({ template: firstFault(template, required, most) });
    case 'affix':
      return faultsIn<LaunchBatchParams>({
        prefix: isNothing(prefix, suffix) ?? stringMaximum(AFFIX_MOST)(prefix),
        suffix: stringMaximum(AFFIX_MOST)(suffix),
      });
    case 'keep':
      return {};
  }
}

const checkCopy = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => ({
  ...checkNaming(params),
  ...faultsIn<LaunchBatchParams>({
    times: firstFault(params.times, requiredChoice, aNumber, wholeNumber, numberMinimum(1), numberRange(1, TIMES_MOST)),
    target_account_ids: firstFault(params.target_account_ids, arrayMaximum(TARGETS_MOST)),
    value: amountFault(params.value, params.currency),
    start_at: firstFault(params.start_at, anInstant),
  }),
});

const checks: Partial<Record<LaunchAction, (params: LaunchBatchParams) => FieldFaults<LaunchBatchParams>>> = {
  budget: checkAmount,
  bid: checkAmount,
  schedule: checkSchedule,
  rename: checkNaming,
  copy: checkCopy,
  transfer: ({ user_id }) => faultsIn<LaunchBatchParams>({ user_id: firstFault(user_id, requiredChoice) }),
};

export const checkLaunchBatch = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => checks[params.action]?.(params) ?? {};

/** What an action asks of whoever orders it. */
export const launchCaution = ({ action }: Pick<LaunchBatchParams, 'action'>) => ({
  isDeletion: action === 'remove',
  wantsReason: action === 'remove' || action === 'transfer',
});

const PREVIEWED: readonly LaunchAction[] = ['budget', 'bid', 'rename', 'copy'];

/** Whether an order sets budgets or bids. */
export const setsAmounts = ({ action, scheduled }: Pick<LaunchBatchParams, 'action' | 'scheduled'>): boolean =>
  action === 'budget' || action === 'bid' || (action === 'schedule' && scheduled === 'budget');

/** Whether what is typed can be tried out before it is done: only where the server knows a preview of it, and nothing is wrong. */
export function canBePreviewed(params: LaunchBatchParams): boolean {
  if (setsAmounts(params)) return Object.keys(amountFaults(params)).length === 0;
  return PREVIEWED.includes(params.action) && Object.keys(checkLaunchBatch(params)).length === 0;
}

/** As it is opened: names are replaced, not kept; without one currency an amount is changed by percent. */
export const launchBatchOf = (
  params: Pick<LaunchBatchParams, 'action' | 'level'> & Partial<LaunchBatchParams>,
): Partial<LaunchBatchParams> => ({
  ...(params.action === 'rename' && { naming: 'replace' as const }),
  ...((params.action === 'budget' || params.action === 'bid') && params.currency === undefined && { mode: 'inc_pct' as const }),
  ...params,
});

/** The one value that all of these share. */
export const sharedOf = <Value>(values: readonly Value[]): Value | undefined => (new Set(values).size === 1 ? values[0] : undefined);

/** By more than so much, and the channel begins to learn anew. */
const LEARNING_RESET = 0.2;

export const restartsLearning = (before: number | null, after: number): boolean =>
  before !== null && before > 0 && Math.abs(after - before) / before > LEARNING_RESET;
