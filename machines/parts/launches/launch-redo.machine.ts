import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { toMajor } from '../../kernel/form/money.ts';
import { createRedoMachine } from '../../kernel/page/redo.machine.ts';
import { isPercent, LAUNCH_ACTIONS, type LaunchAction, type LaunchBatchParams } from './launch-batch-rules.ts';

/** An earlier order, ready to be checked and repeated. */
export interface LaunchOrder {
  ids: number[];
  params: Pick<LaunchBatchParams, 'action' | 'level'> & Partial<LaunchBatchParams>;
  /** A new UUID for the repeated order. */
  key: string;
}

export const launchRedo = createRedoMachine<{ batchId: number; level: EntityLevel }, LaunchOrder>({
  id: 'launchRedo',
  description: 'An earlier order on launches, to be checked and repeated.',
});

type Values = BatchAgain['values'];

const actionOf = (action: BatchAgain['action']): LaunchAction | undefined => LAUNCH_ACTIONS.find((one) => one === action);

/** An amount as it is typed; without one common currency there is no field for it. */
const toTyped = (value: number | undefined, currency: string | undefined): number | undefined =>
  value === undefined || currency === undefined ? undefined : toMajor(value, currency);

function amountOf({ mode, value, limit }: Values, currency: string | undefined): Partial<LaunchBatchParams> {
  if (mode === undefined) return {};
  // An amount of money needs the one currency that its objects had.
  if (!isPercent(mode) && currency === undefined) return {};
  return { mode, value: isPercent(mode) ? value : toTyped(value, currency), limit: toTyped(limit, currency) };
}

const namesOf = ({ find = '', replace = '', template = '' }: Values): Partial<LaunchBatchParams> =>
  template === '' ? { naming: 'replace', find, replace } : { naming: 'template', template };

function copyNamesOf({ find, replace = '', prefix = '', suffix = '' }: Values): Partial<LaunchBatchParams> {
  if (find !== undefined) return { naming: 'replace', find, replace };
  return prefix === '' && suffix === '' ? {} : { naming: 'affix', prefix, suffix };
}

function copyOf(values: Values, currency: string | undefined): Partial<LaunchBatchParams> {
  const { times, deep, status, target_account_ids, target_group_id, budget, start_at, from_deleted, replacements } = values;
  return {
    ...(times !== undefined && { times }),
    ...(deep !== undefined && { deep }),
    ...(status !== undefined && { copied: status }),
    ...(target_account_ids !== undefined && { target_account_ids }),
    ...(target_group_id !== undefined && { target_group_id }),
    ...(budget !== undefined && { value: toTyped(budget, currency) }),
    ...(start_at !== undefined && { start_at }),
    ...(from_deleted === true && { from_deleted: true }),
    ...(replacements !== undefined && { replacements }),
    ...copyNamesOf(values),
  };
}

function scheduleOf({ scheduled = 'pause', run_at = '', repeat = 'none', value }: Values, currency: string | undefined) {
  return { scheduled, run_at, repeat, value: toTyped(value, currency) };
}

function paramsOf(action: LaunchAction, values: Values, currency: string | undefined): Partial<LaunchBatchParams> {
  switch (action) {
    case 'budget':
    case 'bid':
      return amountOf(values, currency);
    case 'copy':
      return copyOf(values, currency);
    case 'schedule':
      return scheduleOf(values, currency);
    case 'rename':
      return namesOf(values);
    case 'transfer':
      return { user_id: values.user_id };
    case 'remove':
      return { force: values.force === true };
    case 'open':
    case 'close':
    case 'archive':
    case 'appeal':
    case 'edit':
      return {};
  }
}

/** The initial values of the dialog; undefined if no object is left or the order belongs to another level. */
export function readLaunchOrder(again: BatchAgain | null | undefined, at: EntityLevel): Omit<LaunchOrder, 'key'> | undefined {
  const action = again ? actionOf(again.action) : undefined;
  if (!again || action === undefined || again.level !== at || again.ids.length === 0) return undefined;
  const currency = again.currency ?? undefined;
  const timezone = again.timezone_name ?? undefined;
  return { ids: again.ids, params: { action, level: at, currency, timezone, ...paramsOf(action, again.values, currency) } };
}
