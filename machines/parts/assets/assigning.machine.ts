import { createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';

/** Types of assets that can be assigned to users and departments. */
export const assetTypes = ['personal_account', 'ad_account', 'homepage', 'pixel', 'site'] as const;
export type AssetType = (typeof assetTypes)[number];

export const assignModes = ['replace', 'add', 'remove'] as const;
export type AssignMode = (typeof assignModes)[number];

/** Who gets the assets, and how that changes the existing assignments. */
export interface AssignParams {
  /** `handOver` changes only the responsible user of ad accounts; all other assignments stay. */
  purpose: 'assign' | 'handOver';
  asset_type: AssetType;
  mode: AssignMode;
  user_ids: number[];
  department_ids: number[];
  /** Only for ad accounts: the responsible user of each. Without it each keeps its own. */
  primary_user_id: number | undefined;
  /** Also transfers the running campaigns to the new responsible user. */
  transfer_campaigns: boolean;
}

export const blankAssign: AssignParams = {
  purpose: 'assign',
  asset_type: 'ad_account',
  mode: 'add',
  user_ids: [],
  department_ids: [],
  primary_user_id: undefined,
  transfer_campaigns: false,
};

/** Only an ad account has a responsible user, and removing assignments does not change that user. */
export const hasPrimary = ({ asset_type, mode }: Pick<AssignParams, 'asset_type' | 'mode'>): boolean =>
  asset_type === 'ad_account' && mode !== 'remove';

/** Replacing all assignments also replaces the responsible user, and a handover needs a new one. */
export const needsPrimary = (params: Pick<AssignParams, 'asset_type' | 'mode' | 'purpose'>): boolean =>
  params.purpose === 'handOver' || (hasPrimary(params) && params.mode === 'replace');

export const checkAssign = (params: AssignParams): FieldFaults<AssignParams> => {
  const { user_ids, department_ids, primary_user_id } = params;
  const names = [...user_ids, ...department_ids, ...(hasPrimary(params) && primary_user_id !== undefined ? [primary_user_id] : [])];
  return faultsIn<AssignParams>({
    user_ids: params.purpose === 'handOver' ? undefined : firstFault(names, requiredChoice),
    primary_user_id: needsPrimary(params) ? firstFault(primary_user_id, requiredChoice) : undefined,
  });
};

/** Undoes adding or removing one assignee. With several it is unknown which of them each asset had before. */
export function invertAssign(params: AssignParams): AssignParams | undefined {
  const { purpose, mode, user_ids, department_ids, primary_user_id } = params;
  const isOne = user_ids.length + department_ids.length === 1 && primary_user_id === undefined;
  if (purpose !== 'assign' || mode === 'replace' || !isOne) return undefined;
  return { ...params, mode: mode === 'add' ? 'remove' : 'add' };
}

/**
 * Assigns assets to users and departments, or removes assignments, as a batch with a result for each asset. A page invokes it as
 * `assigning` and reloads its rows on `assigning.finished`. Subjects are rows: all matching assets cannot be assigned at once.
 */
export const assigningMachine = createBatchMachine<AssignParams, never>({
  id: 'assigning',
  description: 'Assigns assets to users and departments, or removes assignments.',
  blank: blankAssign,
  check: checkAssign,
  invert: invertAssign,
});
