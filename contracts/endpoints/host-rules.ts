import { type Static, Type } from 'typebox';
import { ruleLimits } from '../rules/host-rules.ts';
import {
  hitExportColumns,
  hitFilters,
  hitResults,
  hitSkipReasons,
  ledgerExportColumns,
  rehearsalExportColumns,
  rehearsalGaps,
  ruleActionNote,
  ruleActions,
  ruleBaselines,
  ruleComparisonNote,
  ruleComparisons,
  ruleExportKinds,
  ruleFilters,
  ruleGuardObstacles,
  ruleJoins,
  ruleMetrics,
  ruleOperators,
  rulePaces,
  ruleRankOrders,
  ruleRunStatuses,
  ruleSortable,
  ruleStatuses,
  ruleWindowNote,
  ruleWindows,
} from '../vocabulary/host-rules.ts';
import { autoLevelNote, autoLevels } from '../vocabulary/hosting.ts';
import { entityLevelNote, entityLevels } from '../vocabulary/launches.ts';
import { entityPages } from './ad-entity-details.ts';
import { BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { byId, newestFirst } from './row-order.ts';
import {
  Count,
  Currency,
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Ids,
  Instant,
  JsonObject,
  KeysetAnswer,
  KeysetRequest,
  ListAnswer,
  ListRequest,
  Money,
  Nothing,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
  Version,
} from './shapes.ts';

const access = { pages: ['/operation/account'] } as const;

const between = ({ min, max }: { min: number; max: number }) => Type.Integer({ minimum: min, maximum: max });

const Condition = Exact({
  metric: OneOf(ruleMetrics),
  window: noted(OneOf(ruleWindows), ruleWindowNote),
  compare: noted(Type.Optional(OneOf(ruleComparisons)), ruleComparisonNote),
  against: noted(Type.Optional(OneOf(ruleBaselines)), {
    zh: '变化相对的时段；比较变化时必填。',
    en: 'The period a change is measured against; required for a change.',
  }),
  order: noted(Type.Optional(OneOf(ruleRankOrders)), {
    zh: '名次从哪一端数起，默认从高到低。',
    en: 'The end at which ranks begin, the highest when absent.',
  }),
  op: OneOf(ruleOperators),
  value: noted(Type.Number({ minimum: -1_000_000_000, maximum: 100_000_000_000 }), {
    zh: '按指标的单位：金额美分，比率小数，数量，名次。',
    en: 'In the unit of the metric: US cents, decimals, counts or a rank.',
  }),
  value2: noted(Type.Optional(Type.Number({ minimum: -1_000_000_000, maximum: 100_000_000_000 })), {
    zh: 'between 的上界，大于 value。',
    en: 'Upper bound of between, above value.',
  }),
});

const joinOf = { join: OneOf(ruleJoins) };
const itemLimits = { minItems: 1, maxItems: ruleLimits.conditions.max };
const InnerGroup = Exact({ ...joinOf, items: Type.Array(Condition, itemLimits) });
const MiddleGroup = Exact({ ...joinOf, items: Type.Array(Type.Union([Condition, InnerGroup]), itemLimits) });
const OuterGroup = Exact({ ...joinOf, items: Type.Array(Type.Union([Condition, MiddleGroup]), itemLimits) });

const Conditions = noted(Type.Union([Type.Array(Condition, itemLimits), OuterGroup]), {
  zh: `条件：列表表示全部满足；也可以是至多 ${ruleLimits.depth} 层的 and/or 组。合计 1 到 ${ruleLimits.conditions.max} 条。`,
  en: `Conditions: a list means that all hold; or groups by and/or, ${ruleLimits.depth} levels at most. 1 to ${ruleLimits.conditions.max} conditions in total.`,
});

const Guard = noted(
  Exact({
    min_spend_usd: noted(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }), {
      zh: '累计消耗不到此数的对象不看，美分。',
      en: 'Objects whose lifetime spend is below it are left out, in US cents.',
    }),
    min_age_hours: noted(between(ruleLimits.minAgeHours), {
      zh: '投放不满这些小时的不看。',
      en: 'Younger objects are left out.',
      unit: 'h',
    }),
    name_contains: Type.Optional(Type.String({ minLength: 1, maxLength: ruleLimits.nameContains })),
    exclude_learning: noted(Type.Boolean(), { zh: '学习期内的不看。', en: 'Leaves out objects in their learning phase.' }),
  }),
  { zh: '不看哪些对象。', en: 'Which objects are left out.' },
);

const Schedule = noted(
  Exact({
    every: OneOf(rulePaces),
    at: noted(Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })), {
      zh: '每天的时刻，账户时间；只用于 day。',
      en: 'Time of day by the clock of the account, for day only.',
    }),
    hours: noted(Type.Optional(Type.Tuple([Type.Integer({ minimum: 0, maximum: 23 }), Type.Integer({ minimum: 1, maximum: 24 })])), {
      zh: '只在这些小时运行，账户时间：从前者到后者之前。',
      en: 'Runs only in these hours of the account: from the first, before the second.',
    }),
  }),
  { zh: '多久检查一次。', en: 'How often it is checked.' },
);

const terms = {
  level: noted(OneOf(entityLevels), entityLevelNote),
  conditions: Conditions,
  guard: Guard,
  action: noted(OneOf(ruleActions), ruleActionNote),
  action_value: noted(Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000_000 })), {
    zh: '百分比 1–100；budget_set 为账户币种最小单位的金额；其他动作为空。',
    en: 'Percent from 1 to 100; an amount in the smallest unit of the account for budget_set; null for other actions.',
  }),
  action_limit: noted(Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000_000 })), {
    zh: '提高时的上限（budget_inc 必填），降低与设置时的下限；账户币种的最小单位。',
    en: 'Upper bound of a rise, required for budget_inc; lower bound otherwise; in the smallest unit of the account.',
  }),
  schedule: Schedule,
  cooldown_min: noted(between(ruleLimits.cooldownMin), {
    zh: '同一对象两次动作至少间隔。',
    en: 'Least time between two actions on one object.',
    unit: 'min',
  }),
  max_actions_per_day: noted(between(ruleLimits.maxActionsPerDay), {
    zh: '同一对象每天至多几次，按账户的日期。',
    en: 'Most actions on one object a day of the account.',
  }),
  priority: noted(between(ruleLimits.priority), { zh: '大者优先。', en: 'The highest wins.' }),
};

const Name = Type.String({ minLength: 1, maxLength: ruleLimits.name, pattern: '\\S' });
const DryRun = noted(Type.Boolean(), { zh: '试运行：只记录，不动作。', en: 'Dry run: records what it would do and does nothing.' });
const TargetIds = noted(Type.Array(Id, { maxItems: ruleLimits.targets, uniqueItems: true }), {
  zh: '适用的托管账户；没有则规则不生效。',
  en: 'The managed accounts it covers; without any it has no effect.',
});

export const RulePermit = OneOf(['edit', 'copy', 'status', 'delete'] as const);

const RuleRun = Exact({ at: Instant, status: OneOf(ruleRunStatuses) });

export const RuleRow = Exact({
  id: Id,
  version: Version,
  name: Type.String(),
  owner: Ref,
  ...terms,
  dry_run: DryRun,
  status: OneOf(ruleStatuses),
  targets: noted(Type.Array(Ref), { zh: '适用的托管账户。', en: 'The managed accounts it covers.' }),
  currency: noted(Nullable(Currency), {
    zh: '适用账户的币种；没有账户或不止一种则为空。',
    en: 'Currency of the accounts it covers; null without accounts or with several currencies.',
  }),
  hits_24h: noted(Count, { zh: '最近 24 小时的命中。', en: 'Hits in the last 24 hours.' }),
  last_run: noted(Nullable(RuleRun), { zh: '还没运行过则为空。', en: 'Null before its first run.' }),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(RulePermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type RuleRow = Static<typeof RuleRow>;

const filters = filterSchemas(ruleFilters);

export const listRules = endpoint({
  name: 'hostRules.list',
  method: 'POST',
  path: '/operation-rules/list',
  summary: { zh: '托管规则列表', en: 'List of rules' },
  access,
  effect: 'read',
  request: ListRequest(ruleSortable, filters),
  order: [{ field: 'status', order: 'desc' }, { field: 'priority', order: 'desc' }, ...byId],
  reply: ListAnswer(RuleRow),
});

export const ruleDetail = endpoint({
  name: 'hostRules.detail',
  method: 'POST',
  path: '/operation-rules/detail',
  summary: { zh: '托管规则详情', en: 'One rule' },
  access,
  effect: 'read',
  request: Exact({ id: Id }),
  reply: RuleRow,
  reasons: ['NOT_FOUND'],
});

export const createRule = endpoint({
  name: 'hostRules.create',
  method: 'POST',
  path: '/operation-rules/create',
  summary: { zh: '新建托管规则', en: 'Create a rule' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ name: Name, ...terms, dry_run: DryRun, host_account_ids: TargetIds, idempotency_key: IdempotencyKey }),
  reply: noted(RuleRow, { zh: '新规则先停用。', en: 'A new rule is off.' }),
  reasons: ['DUPLICATE'],
});

export const editRule = endpoint({
  name: 'hostRules.edit',
  method: 'POST',
  path: '/operation-rules/edit',
  summary: { zh: '编辑托管规则', en: 'Edit a rule' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({
    id: Id,
    version: Version,
    ...Type.Partial(Exact({ name: Name, ...terms, dry_run: DryRun, host_account_ids: TargetIds })).properties,
    idempotency_key: IdempotencyKey,
  }),
  reply: RuleRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'DUPLICATE', 'RULE_NO_EFFECT'],
});

export const copyRule = endpoint({
  name: 'hostRules.copy',
  method: 'POST',
  path: '/operation-rules/copy',
  summary: { zh: '复制托管规则', en: 'Copy a rule' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: noted(RuleRow, { zh: '副本停用、试运行、没有托管账户。', en: 'The copy is off, a dry run and covers no account.' }),
  reasons: ['NOT_FOUND'],
});

export const setRuleStatus = endpoint({
  name: 'hostRules.setStatus',
  method: 'POST',
  path: '/operation-rules/set_status',
  summary: { zh: '启用或停用规则', en: 'Turn a rule on or off' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ id: Id, version: Version, status: OneOf(ruleStatuses), idempotency_key: IdempotencyKey }),
  reply: RuleRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'RULE_NO_EFFECT'],
});

export const deleteRule = endpoint({
  name: 'hostRules.delete',
  method: 'POST',
  path: '/operation-rules/delete',
  summary: { zh: '删除规则', en: 'Delete a rule' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ id: Id, version: Version, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT'],
});

const Check = Exact({
  condition: Condition,
  value: noted(Nullable(Type.Number()), {
    zh: '按条件的单位；没有数据为空，此时条件不满足。',
    en: 'In the unit of the condition; null without data, which never meets it.',
  }),
  met: Type.Boolean(),
});
const Checks = noted(Type.Array(Check), { zh: '各条件，从左到右。', en: 'The conditions from left to right.' });
const Entity = noted(Exact({ ...Ref.properties, level: terms.level }), { zh: '对象。', en: 'The object.' });
const Account = noted(Ref, { zh: '广告账户。', en: 'The ad account.' });

/** A rule that is stored, or one that is being written. */
const subject = {
  id: noted(Type.Optional(Id), { zh: '已保存的规则；与 body 二选一。', en: 'A stored rule; either this or body.' }),
  body: noted(Type.Optional(Exact(terms)), { zh: '还没保存的规则。', en: 'A rule that is not stored yet.' }),
  host_account_ids: noted(Type.Optional(Ids), {
    zh: '只看这些托管账户；已保存的规则不带则看其全部账户。',
    en: 'Only these managed accounts; absent, all of the stored rule.',
  }),
};

export const dryRunRule = endpoint({
  name: 'hostRules.dryRun',
  method: 'POST',
  path: '/operation-rules/dry_run',
  summary: { zh: '试运行规则', en: 'Evaluate a rule without acting' },
  access,
  effect: 'read',
  request: Exact(subject),
  reply: Exact({
    evaluated: noted(Count, { zh: '看过的对象。', en: 'Objects that were looked at.' }),
    matched: noted(Count, { zh: '其中满足条件的。', en: 'Those of them that match.' }),
    stale: noted(Type.Array(Account), {
      zh: '数据超过 90 分钟的账户：规则现在不会在其中动作。',
      en: 'Accounts with figures older than 90 minutes, in which the rule would not act now.',
    }),
    rows: noted(
      Type.Array(
        Exact({
          entity: Entity,
          account: Account,
          matched: Type.Boolean(),
          obstacle: noted(Nullable(OneOf(ruleGuardObstacles)), {
            zh: '因哪项前提不看此对象。',
            en: 'The guard that leaves the object out.',
          }),
          checks: Checks,
        }),
      ),
      { zh: '满足的在前，至多 200 个。', en: 'Those that match first, 200 at most.' },
    ),
  }),
  reasons: ['NOT_FOUND'],
});

const Change = noted(JsonObject, {
  zh: '改动的字段：status、budget、bid 等；金额为账户币种的最小单位。',
  en: 'The changed fields such as status, budget or bid; amounts in the smallest unit of the account.',
});
const Estimate = noted(Nullable(Type.Number()), { zh: '美分；估计不出为空。', en: 'US cents; null where it cannot be estimated.' });

export const rehearseRule = endpoint({
  name: 'hostRules.rehearse',
  method: 'POST',
  path: '/operation-rules/rehearse',
  summary: { zh: '在过去的小时上演练规则', en: 'Rehearse a rule on past hours' },
  access,
  effect: 'read',
  request: Exact({
    ...subject,
    days: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 14 })), { zh: '最近几天，默认 7。', en: 'Last days, 7 when absent.' }),
  }),
  reply: Exact({
    from: Instant,
    to: Instant,
    slots: noted(Count, { zh: '演练的检查次数。', en: 'Evaluations that were rehearsed.' }),
    actions: noted(Count, { zh: '会做的动作次数。', en: 'Actions it would have taken.' }),
    saved_usd: Estimate,
    lost_usd: Estimate,
    recorded_pct: noted(Nullable(Type.Number({ minimum: 0, maximum: 1 })), {
      zh: '用到的小时数据中，按当时所知记录下来的比例；没有数据则为空。',
      en: 'Share of the hours that were recorded as they were known then; null without any.',
    }),
    gaps: noted(Type.Array(OneOf(rehearsalGaps)), { zh: '哪些当时的情况无法得知。', en: 'What of the past cannot be known.' }),
    rows: noted(
      Type.Array(
        Exact({
          entity: Entity,
          account: Account,
          currency: Currency,
          times: Count,
          first_at: Instant,
          before: Change,
          after: Change,
          saved_usd: noted(Estimate, { zh: '少花的钱；多花为负。', en: 'Money not spent; negative for more spend.' }),
          lost_usd: noted(Estimate, { zh: '少收的钱；多收为负。', en: 'Revenue not made; negative for more revenue.' }),
        }),
      ),
      { zh: '净收益最大的在前，至多 200 个。', en: 'The largest net gain first, 200 at most.' },
    ),
  }),
  reasons: ['NOT_FOUND'],
});

export const RuleRunRow = Exact({
  id: Id,
  at: Instant,
  account: Account,
  evaluated: Count,
  matched: Count,
  acted: Count,
  skipped: Count,
  failed: Count,
  ms: noted(Type.Integer({ minimum: 0 }), { unit: 'ms' }),
  status: OneOf(ruleRunStatuses),
  message: Nullable(Type.String()),
});
export type RuleRunRow = Static<typeof RuleRunRow>;

export const listRuleRuns = endpoint({
  name: 'hostRules.runs',
  method: 'POST',
  path: '/operation-rules/runs',
  summary: { zh: '规则的运行记录', en: 'Runs of a rule' },
  access,
  effect: 'read',
  request: KeysetRequest({ rule_id: Id }),
  order: newestFirst('at'),
  reply: KeysetAnswer(RuleRunRow),
  reasons: ['NOT_FOUND'],
});

export const HitPermit = OneOf(['decide', 'undo'] as const);

export const HitRow = Exact({
  id: Id,
  at: Instant,
  rule: Ref,
  account: Account,
  currency: Currency,
  entity: Entity,
  checks: Checks,
  action: OneOf(ruleActions),
  before: Change,
  after: Change,
  result: OneOf(hitResults),
  skip_reason: Nullable(OneOf(hitSkipReasons)),
  error: noted(Nullable(Type.String()), { zh: '失败的原因，用请求的语言。', en: 'Why it failed, in the language of the request.' }),
  batch_id: noted(Nullable(Id), { zh: '执行它的批次。', en: 'The batch that carried it out.' }),
  expires_at: noted(Nullable(Instant), { zh: '建议在此之前可以确认。', en: 'A suggestion may be decided until then.' }),
  decided_by: Nullable(Ref),
  decided_at: Nullable(Instant),
  undone_at: Nullable(Instant),
  can: noted(Type.Array(HitPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
});
export type HitRow = Static<typeof HitRow>;

const hitFilterSchemas = filterSchemas(hitFilters);

export const listHits = endpoint({
  name: 'hostRules.hits',
  method: 'POST',
  path: '/operation-rules/hits',
  summary: { zh: '规则的命中记录', en: 'Hits of rules' },
  access,
  effect: 'read',
  request: KeysetRequest(hitFilterSchemas),
  order: newestFirst('at'),
  reply: KeysetAnswer(HitRow),
});

export const entityHits = endpoint({
  name: 'entities.hits',
  method: 'POST',
  path: '/ad-entities/hits',
  summary: { zh: '系列、组或广告的规则命中', en: 'Hits of rules on a campaign, ad set or ad' },
  access: entityPages,
  effect: 'read',
  request: KeysetRequest({ level: EntityLevel, id: Id }),
  order: newestFirst('at'),
  reply: KeysetAnswer(HitRow),
  reasons: ['NOT_FOUND'],
});

export const decideHits = endpoint({
  name: 'hostRules.decide',
  method: 'POST',
  path: '/operation-rules/decide',
  summary: { zh: '确认或拒绝规则的建议', en: 'Accept or reject suggestions of rules' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ hit_ids: Ids, accept: Type.Boolean(), idempotency_key: IdempotencyKey }),
  reply: noted(Type.Partial(BatchStart), {
    zh: '执行建议的批次；拒绝时为空对象。',
    en: 'The batch that carries suggestions out; empty when they are rejected.',
  }),
  reasons: ['NOT_FOUND', 'STATE_CHANGED'],
});

export const undoHits = endpoint({
  name: 'hostRules.undo',
  method: 'POST',
  path: '/operation-rules/undo',
  summary: { zh: '撤销规则的动作', en: 'Undo actions of rules' },
  access,
  action: 'rule',
  effect: 'write',
  request: Exact({ hit_ids: Ids, idempotency_key: IdempotencyKey }),
  reply: BatchStart,
  reasons: ['NOT_FOUND', 'STATE_CHANGED'],
});

export const LedgerRow = Exact({
  id: Id,
  at: Instant,
  entity: Entity,
  account: Account,
  currency: Currency,
  action: OneOf(ruleActions),
  before: Change,
  after: Change,
  hours: noted(Count, {
    zh: '前后各比较多少个整点小时，至多 24；到撤销为止。',
    en: 'Full hours compared on either side, 24 at most; none after it was undone.',
    unit: 'h',
  }),
  spend_before_usd: Money,
  spend_after_usd: Money,
  revenue_before_usd: Money,
  revenue_after_usd: Money,
  undone_at: Nullable(Instant),
});
export type LedgerRow = Static<typeof LedgerRow>;

export const ruleLedger = endpoint({
  name: 'hostRules.ledger',
  method: 'POST',
  path: '/operation-rules/ledger',
  summary: { zh: '规则动作的成效', en: 'What the actions of a rule brought' },
  access,
  effect: 'read',
  request: KeysetRequest({ rule_id: Id }),
  order: newestFirst('at'),
  reply: KeysetAnswer(LedgerRow),
  reasons: ['NOT_FOUND'],
});

export const ruleTargets = endpoint({
  name: 'hostRules.targets',
  method: 'POST',
  path: '/operation-rules/targets',
  summary: { zh: '规则可选的托管账户', en: 'Managed accounts that rules may cover' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({
    list: noted(Type.Array(Exact({ ...Ref.properties, currency: Currency, auto_level: noted(OneOf(autoLevels), autoLevelNote) })), {
      zh: '提问者负责范围内、没有结束的托管账户。',
      en: 'Managed accounts in the scope of the caller that have not ended.',
    }),
  }),
});

export const exportRules = endpoint({
  name: 'hostRules.export',
  method: 'POST',
  path: '/operation-rules/export',
  summary: { zh: '导出命中记录、演练或成效', en: 'Export hits, a rehearsal or the ledger' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    kind: noted(OneOf(ruleExportKinds), {
      zh: 'hits 命中记录；rehearsal 演练；ledger 成效，后两者需要 rule_id。',
      en: 'hits; rehearsal; ledger. The latter two need rule_id.',
    }),
    days: rehearseRule.request.properties.days,
    ...hitFilterSchemas,
    ...exportOptions,
    columns: exportColumns([...hitExportColumns, ...rehearsalExportColumns, ...ledgerExportColumns]),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
