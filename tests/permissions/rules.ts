import type { TestApp } from '#tests/support/app.ts';
import type { HostingFixtures } from './hosting.ts';

/** What the calls of rules need beside a hosted account. */
export interface RuleFixtures {
  /** Off, of version 1. */
  rule: number;
  /** To be deleted, of version 1. */
  spareRule: number;
  /** A suggestion that waits for a decision. */
  suggestion: number;
}

const terms = {
  level: 'campaign',
  conditions: [{ metric: 'spend', window: 'today', op: 'gte', value: 1_000 }],
  guard: { min_spend_usd: 0, min_age_hours: 0, exclude_learning: false },
  action: 'notify',
  action_value: null,
  action_limit: null,
  schedule: { every: 'half_hour' },
  cooldown_min: 120,
  max_actions_per_day: 3,
  priority: 50,
} as const;

export async function createRuleFixtures({ db, clock }: TestApp, { hostAccount, operator }: HostingFixtures): Promise<RuleFixtures> {
  const now = clock.now();
  const times = { created_at: now, updated_at: now };
  const rule = async (name: string) =>
    (
      await db
        .insertInto('host_rule')
        .values({
          ...terms,
          name,
          owner_user_id: operator,
          conditions: JSON.stringify(terms.conditions),
          guard: JSON.stringify(terms.guard),
          schedule: JSON.stringify(terms.schedule),
          ...times,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const [first, spareRule] = [await rule('First'), await rule('Spare')];
  await db.insertInto('host_rule_target').values({ rule_id: first, host_account_id: hostAccount }).execute();
  const run = await db
    .insertInto('host_rule_run')
    .values({ rule_id: first, host_account_id: hostAccount, run_at: now, slot: now, status: 'ok', ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: suggestion } = await db
    .insertInto('host_rule_hit')
    .values({
      run_id: run.id,
      rule_id: first,
      level: 'campaign',
      entity_id: 1,
      metrics: '[]',
      action: 'pause',
      result: 'suggested',
      expires_at: new Date(now.getTime() + 86_400_000),
      ...times,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { rule: first, spareRule, suggestion };
}

const columns = { columns: ['at'], locale: 'en' };

export const ruleBodies = {
  '/operation-rules/list': () => ({}),
  '/operation-rules/targets': () => ({}),
  '/operation-rules/detail': ({ rule }: RuleFixtures) => ({ id: rule }),
  '/operation-rules/create': () => ({ name: 'New', ...terms, dry_run: true, host_account_ids: [] }),
  '/operation-rules/edit': ({ rule }: RuleFixtures) => ({ id: rule, version: 1, priority: 60 }),
  '/operation-rules/copy': ({ rule }: RuleFixtures) => ({ id: rule }),
  // The edit before it raised the version, and without a hosted account the rule cannot be turned on.
  '/operation-rules/set_status': ({ rule }: RuleFixtures) => ({ id: rule, version: 2, status: 'disabled' }),
  '/operation-rules/delete': ({ spareRule }: RuleFixtures) => ({ id: spareRule, version: 1 }),
  '/operation-rules/dry_run': ({ rule }: RuleFixtures) => ({ id: rule }),
  '/operation-rules/rehearse': ({ rule }: RuleFixtures) => ({ id: rule, days: 1 }),
  '/operation-rules/runs': ({ rule }: RuleFixtures) => ({ rule_id: rule }),
  '/operation-rules/hits': () => ({}),
  '/operation-rules/decide': ({ suggestion }: RuleFixtures) => ({ hit_ids: [suggestion], accept: false }),
  // Nothing was done that could be undone.
  '/operation-rules/undo': ({ suggestion }: RuleFixtures) => ({ hit_ids: [suggestion] }),
  '/operation-rules/ledger': ({ rule }: RuleFixtures) => ({ rule_id: rule }),
  '/operation-rules/export': () => ({ kind: 'hits', ...columns }),
};

type Row = readonly [string, string, string, string, string, string, string, string];
/** A page of host operators and administrators. */
const page: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', 'ok', 'NO_PATH', 'TOKEN_REVOKED'];
/** The same where the caller's page lets them in and the state refuses. */
const undo: Row = ['NO_TOKEN', 'TOKEN_REVOKED', 'NO_PATH', 'NO_PATH', 'NO_PATH', 'STATE_CHANGED', 'NO_PATH', 'TOKEN_REVOKED'];

/** Written by hand, like the whole matrix. */
export const ruleMatrix = {
  '/operation-rules/list': page,
  '/operation-rules/targets': page,
  '/operation-rules/detail': page,
  '/operation-rules/create': page,
  '/operation-rules/edit': page,
  '/operation-rules/copy': page,
  '/operation-rules/set_status': page,
  '/operation-rules/delete': page,
  '/operation-rules/dry_run': page,
  '/operation-rules/rehearse': page,
  '/operation-rules/runs': page,
  '/operation-rules/hits': page,
  '/operation-rules/decide': page,
  '/operation-rules/undo': undo,
  '/operation-rules/ledger': page,
  '/operation-rules/export': page,
} as const;

/** Calls that take the id of a row, with the rest of the body. */
export const rulesById = {
  '/operation-rules/detail': { by: 'host_01', body: (id: unknown) => ({ id }) },
  '/operation-rules/edit': { by: 'host_01', body: (id: unknown) => ({ id, version: 1, priority: 60 }) },
  '/operation-rules/copy': { by: 'host_01', body: (id: unknown) => ({ id }) },
  '/operation-rules/set_status': { by: 'host_01', body: (id: unknown) => ({ id, version: 1, status: 'disabled' }) },
  '/operation-rules/delete': { by: 'host_01', body: (id: unknown) => ({ id, version: 1 }) },
};
