import { createBatchMachine } from '../../kernel/batch/batch.machine.ts';
import type { FieldFaults } from '../../kernel/form/faults.ts';
import { faultsIn, firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';

/** What can be assigned to people and departments. */
export const assetTypes = ['personal_account', 'ad_account', 'homepage', 'pixel', 'site'] as const;
export type AssetType = (typeof assetTypes)[number];

export const assignModes = ['replace', 'add', 'remove'] as const;
export type AssignMode = (typeof assignModes)[number];

/** Who is to have the assets, and how that changes who has them. */
export interface AssignParams {
  /** `handOver`: only who answers for ad accounts changes; everybody else keeps them. */
  purpose: 'assign' | 'handOver';
  asset_type: AssetType;
  mode: AssignMode;
  user_ids: number[];
  department_ids: number[];
  /** Of ad accounts: who answers for each of them. Left out, each keeps the one it has. */
  primary_user_id: number | undefined;
}

export const blankAssign: AssignParams = {
  purpose: 'assign',
  asset_type: 'ad_account',
  mode: 'add',
  user_ids: [],
  department_ids: [],
  primary_user_id: undefined,
};

/** Only an ad account has somebody who answers for it, and nobody takes that away without naming another. */
export const namesPrimary = ({ asset_type, mode }: Pick<AssignParams, 'asset_type' | 'mode'>): boolean =>
  asset_type === 'ad_account' && mode !== 'remove';

/** Who replaces everybody replaces the one who answers too, and nothing is handed over to nobody. */
export const needsPrimary = (params: Pick<AssignParams, 'asset_type' | 'mode' | 'purpose'>): boolean =>
  params.purpose === 'handOver' || (namesPrimary(params) && params.mode === 'replace');

export const checkAssign = (params: AssignParams): FieldFaults<AssignParams> => {
  const { user_ids, department_ids, primary_user_id } = params;
  const names = [...user_ids, ...department_ids, ...(namesPrimary(params) && primary_user_id !== undefined ? [primary_user_id] : [])];
  return faultsIn<AssignParams>({
    user_ids: params.purpose === 'handOver' ? undefined : firstFault(names, requiredChoice),
    primary_user_id: needsPrimary(params) ? firstFault(primary_user_id, requiredChoice) : undefined,
  });
};

/**
 * Assets are given to people and departments, or taken from them; a batch with a result for each asset. A page invokes it as
 * `assigning` and renews its rows on `assigning.finished`. Subjects are rows: there is no assigning of all that match.
 */
export const assigningMachine = createBatchMachine<AssignParams, never>({
  id: 'assigning',
  description: 'Assets are given to people and departments, or taken from them.',
  blank: blankAssign,
  check: checkAssign,
});
