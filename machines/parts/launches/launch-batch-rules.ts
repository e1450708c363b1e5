import type { copyParts } from '#contracts/endpoints/ad-copies.ts';
import { isLargeChange, PERCENT_DECIMALS, percentMost } from '#contracts/rules/amount-changes.ts';
import type { AmountMode, copyStatuses, EntityLevel, ScheduleAction, scheduleRepeats } from '#contracts/vocabulary/launches.ts';
import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import {
  arrayMaximum,
  faultsIn,
  firstFault,
  numberMinimum,
  numberRange,
  required,
  requiredChoice,
  stringMaximum,
  validNumber,
  wholeNumber,
} from '../../kernel/form/field-rules.ts';
import { moneyFault, toMajor } from '../../kernel/form/money.ts';
import { type AdEditValues, blankAdEdit, checkAdEdit } from './ad-edit-rules.ts';
import { blankGroupEdit, checkGroupEdit, type GroupEditValues } from './group-edit-rules.ts';

export const LAUNCH_ACTIONS = [
  'open',
  'close',
  'budget',
  'bid',
  'copy',
  'schedule',
  'rename',
  'edit',
  'appeal',
  'transfer',
  'archive',
  'remove',
] as const;
export type LaunchAction = (typeof LAUNCH_ACTIONS)[number];

export type CopyPart = (typeof copyParts)[number];
/** How copies or renamed objects are named: unchanged, with a prefix and suffix, with a replacement, or by a template. */
export const NAMINGS = ['keep', 'affix', 'replace', 'template'] as const;

export const MAX_NAME_LENGTH = 400;
/** Longest text that a replacement in the names of copies searches for. */
const MAX_SEARCH_LENGTH = 200;
export const MAX_AFFIX_LENGTH = 60;
export const MAX_COPIES = 20;
export const MAX_TARGETS = 50;

/** A missing part and its replacement. */
export interface Replacement {
  part: CopyPart;
  from_id: number;
  to_id: number;
}

/** The old and new amount of one object, in the smallest unit of its currency. */
export interface SeenAmount {
  id: number;
  label: string;
  currency: string;
  before: number | null;
  after: number;
}

/** Budgets and bids are typed in whole units of the currency. */
export interface LaunchBatchParams extends GroupEditValues, AdEditValues {
  action: LaunchAction;
  level: EntityLevel;
  /** The common currency of the chosen objects; undefined if there are several or it is unknown. */
  currency: string | undefined;
  /** The common IANA time zone of the chosen objects; undefined if there are several or it is unknown. */
  timezone: string | undefined;
  mode: AmountMode;
  value: number | undefined;
  limit: number | undefined;
  /** The previewed amounts: the order is carried out only while they still apply. */
  seen: SeenAmount[];
  /** The confirmed large changes, in the format of `largeChanges`. */
  confirmed: string;
  scheduled: ScheduleAction;
  /** An instant, or unfinished text while it is typed. */
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
  /** An instant; empty to keep the start of the original. */
  start_at: string;
  /** Whether the copies are made from deleted objects. */
  from_deleted: boolean;
  /** Only for ads: the group to copy them into, if it is not their own. */
  target_group_id: number | undefined;
  /** Replacements for parts that the copies can no longer use. */
  replacements: Replacement[];
  user_id: number | undefined;
  /** Closes open objects first. */
  force: boolean;
}

export const blankLaunchBatch: LaunchBatchParams = {
  ...blankGroupEdit,
  ...blankAdEdit,
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
/** Whether the limit of a mode is a maximum or a minimum. */
export const limitOf = (mode: AmountMode): 'most' | 'least' | undefined => {
  if (mode === 'set') return undefined;
  return mode === 'inc' || mode === 'inc_pct' ? 'most' : 'least';
};

/** Checks an amount above zero in the account's currency. Without one common currency no amount is accepted. */
export function amountFault(value: number | undefined, currency: string | undefined): FieldFault | undefined {
  if (value === undefined) return undefined;
  if (currency === undefined) return { rule: 'pattern' };
  if (value <= 0) return { rule: 'numberMin', params: { min: toMajor(1, currency) } };
  return moneyFault(value, currency);
}

/** Checks the percentage by which an amount changes. */
const percentFault = (value: number | undefined, max: number): FieldFault | undefined =>
  firstFault(value, validNumber, numberRange(10 ** -PERCENT_DECIMALS, max)) ??
  (value === undefined || Number(value.toFixed(PERCENT_DECIMALS)) === value
    ? undefined
    : { rule: 'decimals', params: { max: PERCENT_DECIMALS } });

/** The changes that must be confirmed, the largest one first. */
export function largeChanges(seen: readonly SeenAmount[]): { key: string; changes: SeenAmount[] } {
  const factor = ({ before, after }: SeenAmount) => Math.max(after / (before ?? 1), (before ?? 1) / Math.max(after, 1));
  const changes = seen.filter(({ before, after }) => isLargeChange(before, after)).toSorted((one, other) => factor(other) - factor(one));
  return { key: changes.map(({ id, before, after }) => `${id}:${before}>${after}`).join(' '), changes };
}

function confirmedFault({ seen, confirmed }: LaunchBatchParams): FieldFault | undefined {
  const { key } = largeChanges(seen);
  return key === '' || key === confirmed ? undefined : { rule: 'largeChange' };
}

/** Accepts an instant or empty text. */
const checkInstant = (value: string): FieldFault | undefined =>
  value === '' || /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

/** Checks an amount, apart from the size of its change. */
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
  ...faultsIn<LaunchBatchParams>({ run_at: firstFault(params.run_at, required, checkInstant) }),
});

const requireOneOf = (...texts: string[]): FieldFault | undefined =>
  texts.every((text) => text === '') ? { rule: 'required' } : undefined;

function checkNaming({ action, naming, find, replace, template, prefix, suffix }: LaunchBatchParams): FieldFaults<LaunchBatchParams> {
  const maxLength = stringMaximum(action === 'copy' ? MAX_SEARCH_LENGTH : MAX_NAME_LENGTH);
  switch (naming) {
    case 'replace':
      return faultsIn<LaunchBatchParams>({ find: requireOneOf(find) ?? maxLength(find), replace: maxLength(replace) });
    case 'template':
      return faultsIn<LaunchBatchParams>({ template: firstFault(template, required, maxLength) });
    case 'affix':
      return faultsIn<LaunchBatchParams>({
        prefix: requireOneOf(prefix, suffix) ?? stringMaximum(MAX_AFFIX_LENGTH)(prefix),
        suffix: stringMaximum(MAX_AFFIX_LENGTH)(suffix),
      });
    case 'keep':
      return {};
  }
}

const checkCopy = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => ({
  ...checkNaming(params),
  ...faultsIn<LaunchBatchParams>({
    times: firstFault(params.times, requiredChoice, validNumber, wholeNumber, numberMinimum(1), numberRange(1, MAX_COPIES)),
    target_account_ids: firstFault(params.target_account_ids, arrayMaximum(MAX_TARGETS)),
    value: amountFault(params.value, params.currency),
    start_at: firstFault(params.start_at, checkInstant),
  }),
});

const checks: Partial<Record<LaunchAction, (params: LaunchBatchParams) => FieldFaults<LaunchBatchParams>>> = {
  budget: checkAmount,
  bid: checkAmount,
  schedule: checkSchedule,
  rename: checkNaming,
  copy: checkCopy,
  edit: (params) => (params.level === 'ad' ? checkAdEdit(params) : checkGroupEdit(params)),
  transfer: ({ user_id }) => faultsIn<LaunchBatchParams>({ user_id: firstFault(user_id, requiredChoice) }),
};

export const checkLaunchBatch = (params: LaunchBatchParams): FieldFaults<LaunchBatchParams> => checks[params.action]?.(params) ?? {};

/** How an action must be confirmed. */
export const launchConfirmationNeeds = ({ action }: Pick<LaunchBatchParams, 'action'>) => ({
  isDeletion: action === 'remove',
  needsReason: action === 'remove' || action === 'transfer',
});

const PREVIEWED: readonly LaunchAction[] = ['budget', 'bid', 'rename', 'copy'];

/** Whether an order sets budgets or bids. */
export const setsAmounts = ({ action, scheduled }: Pick<LaunchBatchParams, 'action' | 'scheduled'>): boolean =>
  action === 'budget' || action === 'bid' || (action === 'schedule' && scheduled === 'budget');

/** Whether the typed values can be previewed: the server must support it, and no field may be wrong. */
export function canBePreviewed(params: LaunchBatchParams): boolean {
  if (setsAmounts(params)) return Object.keys(amountFaults(params)).length === 0;
  return PREVIEWED.includes(params.action) && Object.keys(checkLaunchBatch(params)).length === 0;
}

/** Initial values: renaming starts with a replacement, and an amount without one common currency with a percentage. */
export const initialLaunchBatch = (
  params: Pick<LaunchBatchParams, 'action' | 'level'> & Partial<LaunchBatchParams>,
): Partial<LaunchBatchParams> => ({
  ...(params.action === 'rename' && { naming: 'replace' as const }),
  ...((params.action === 'budget' || params.action === 'bid') && params.currency === undefined && { mode: 'inc_pct' as const }),
  ...params,
});

/** The value that all of these share; undefined if they differ. */
export const sharedOf = <Value>(values: readonly Value[]): Value | undefined => (new Set(values).size === 1 ? values[0] : undefined);

/** A larger change restarts the channel's learning phase. */
const LEARNING_RESET = 0.2;

export const restartsLearning = (before: number | null, after: number): boolean =>
  before !== null && before > 0 && Math.abs(after - before) / before > LEARNING_RESET;
