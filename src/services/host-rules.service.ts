import { call, fileCall } from './call.ts';
import { ref } from './launch-bases.ts';

const terms = {
  level: true,
  conditions: true,
  guard: true,
  action: true,
  action_value: true,
  action_limit: true,
  schedule: true,
  cooldown_min: true,
  max_actions_per_day: true,
  priority: true,
} as const;

/** A rule that has not run yet. */
const newRule = {
  id: true,
  version: true,
  name: true,
  owner: ref,
  ...terms,
  dry_run: true,
  status: true,
  targets: [ref],
  currency: true,
  hits_24h: true,
  can: true,
} as const;

const rule = { ...newRule, last_run: { at: true, status: true } } as const;

const keyset = { next_cursor: true, total: true, total_capped: true } as const;
const entity = { id: true, label: true, level: true } as const;
const checks = [{ condition: true, value: true, met: true }] as const;

export const listRules = call('/operation-rules/list', { list: [rule], total: true });
export const ruleDetail = call('/operation-rules/detail', { id: true, name: true, owner: { label: true }, status: true });
export const ruleTargets = call('/operation-rules/targets', { list: [{ id: true, label: true, currency: true, auto_level: true }] });
export const createRule = call('/operation-rules/create', newRule);
export const editRule = call('/operation-rules/edit', rule);
export const copyRule = call('/operation-rules/copy', {});
export const setRuleStatus = call('/operation-rules/set_status', rule);
export const deleteRule = call('/operation-rules/delete', {});
export const dryRunRule = call('/operation-rules/dry_run', {
  evaluated: true,
  matched: true,
  stale: [ref],
  rows: [{ entity, account: ref, matched: true, obstacle: true, checks }],
});
export const rehearseRule = call('/operation-rules/rehearse', {
  from: true,
  to: true,
  slots: true,
  actions: true,
  saved_usd: true,
  lost_usd: true,
  recorded_pct: true,
  gaps: true,
  rows: [{ entity, account: ref, currency: true, times: true, first_at: true, before: true, after: true, saved_usd: true, lost_usd: true }],
});
export const listRuleRuns = call('/operation-rules/runs', {
  list: [
    {
      id: true,
      at: true,
      account: ref,
      evaluated: true,
      matched: true,
      acted: true,
      skipped: true,
      failed: true,
      status: true,
      message: true,
    },
  ],
  ...keyset,
});
const hits = {
  list: [
    {
      id: true,
      at: true,
      rule: ref,
      account: ref,
      currency: true,
      entity,
      checks,
      action: true,
      before: true,
      after: true,
      result: true,
      skip_reason: true,
      error: true,
      expires_at: true,
      decided_by: ref,
      undone_at: true,
      can: true,
    },
  ],
  ...keyset,
} as const;

export const listHits = call('/operation-rules/hits', hits);
export const entityHits = call('/ad-entities/hits', hits);
export const decideHits = call('/operation-rules/decide', {});
export const undoHits = call('/operation-rules/undo', {});
export const ruleLedger = call('/operation-rules/ledger', {
  list: [
    {
      id: true,
      at: true,
      entity,
      account: ref,
      currency: true,
      action: true,
      before: true,
      after: true,
      hours: true,
      spend_before_usd: true,
      spend_after_usd: true,
      revenue_before_usd: true,
      revenue_after_usd: true,
      undone_at: true,
    },
  ],
  ...keyset,
});
export const exportRules = fileCall('/operation-rules/export');
