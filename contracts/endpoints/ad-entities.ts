import { type Static, Type } from 'typebox';
import { amountModes, NOTE_LENGTH, scheduleActions, scheduleRepeats } from '../vocabulary/launches.ts';
import { budgetLevels, budgetModes } from '../vocabulary/schemes.ts';
import { BatchStart, bulkOptions, bulkOptionsWithReason, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { launchFilters } from './launch-rows.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { Audience } from './scheme-body.ts';
import { Count, Currency, Exact, Id, IdempotencyKey, Instant, Money, Nullable, OneOf } from './shapes.ts';

const START = '/advertising/start';
const CAMPAIGN = '/advertising/campaign';
const GROUP = '/advertising/group';

/** The level of the selected objects, and the selection itself. */
const chosen = { level: EntityLevel, ...selection(launchFilters) };

const bulk = { method: 'POST', effect: 'write', reply: BatchStart, reasons: ['SELECTION_CHANGED'] } as const;

export const wantedStatuses = ['ACTIVE', 'PAUSED'] as const;

export const setEntityStatuses = endpoint({
  ...bulk,
  name: 'entities.setStatuses',
  path: '/ad-entities/batch_status',
  summary: { zh: '开启、关闭', en: 'Turn on or off' },
  access: { pages: [START, CAMPAIGN, GROUP, '/advertising/close-log'] },
  action: 'status',
  request: Exact({
    ...chosen,
    to: noted(OneOf(wantedStatuses), {
      zh: 'ACTIVE 开启，PAUSED 关闭。上级已暂停时也能开启：结果成功，并带提示 PARENT_PAUSED。',
      en: 'ACTIVE turns on, PAUSED turns off. What is below something paused may be turned on: it succeeds, with the warning PARENT_PAUSED.',
    }),
    ...bulkOptions,
  }),
});

export const archiveEntities = endpoint({
  ...bulk,
  name: 'entities.archive',
  path: '/ad-entities/batch_archive',
  summary: { zh: '归档', en: 'Archive' },
  access: { pages: [START] },
  action: 'status',
  request: Exact({ ...chosen, ...bulkOptions }),
});

export const appealAds = endpoint({
  ...bulk,
  name: 'entities.appeal',
  path: '/ad-entities/batch_appeal',
  summary: { zh: '申诉', en: 'Appeal rejections' },
  access: { pages: [START] },
  action: 'status',
  request: Exact({
    ...chosen,
    level: noted(Type.Literal('ad'), {
      zh: '只有被拒绝的广告可以申诉，每次拒绝一次。结果由平台之后决定，见 AdRow.appeal。',
      en: 'Only a rejected ad can be appealed, once per rejection. The platform decides later; see AdRow.appeal.',
    }),
    ...bulkOptions,
  }),
});

const { countries, age_min, age_max, genders, locales, interests } = Audience.properties;

/** The parts of an audience that can change while an ad set runs. */
export const AudienceEdit = Type.Partial(Exact({ countries, age_min, age_max, genders, locales, interests }));
export type AudienceEdit = Static<typeof AudienceEdit>;

export const editAdGroups = endpoint({
  ...bulk,
  name: 'entities.editGroups',
  path: '/ad-entities/batch_edit_groups',
  summary: { zh: '编辑广告组', en: 'Edit ad sets' },
  access: { pages: [START] },
  action: 'status',
  request: Exact({
    ...chosen,
    level: noted(Type.Literal('ad_group'), { zh: '受众与结束时间在组上。', en: 'Ad sets have an audience and an end.' }),
    audience: noted(Type.Optional(AudienceEdit), {
      zh: '要改的受众字段；不带的保持不变。与 end_at 至少一个。受众改变后学习期会重新开始。',
      en: 'The fields of the audience to change; absent ones stay. At least one of them or end_at. Another audience restarts learning.',
    }),
    end_at: noted(Type.Optional(Instant), { zh: '新的结束时间，必须在将来。', en: 'The new end, which must be ahead.', unit: 'UTC' }),
    seen: noted(
      Type.Optional(
        Type.Array(Exact({ id: Id, audience: Type.Optional(AudienceEdit), end_at: Type.Optional(Nullable(Instant)) }), {
          minItems: 1,
          maxItems: 5000,
        }),
      ),
      {
        zh: '下单的人看到的值。其中有一个现在不是这样，则回 VERSION_CONFLICT，什么都不执行；不带则不比较。',
        en: 'The values that were seen. Where one of them is another by now, VERSION_CONFLICT answers and nothing is done; absent, nothing is compared.',
      },
    ),
    ...bulkOptions,
  }),
  reasons: ['SELECTION_CHANGED', 'VERSION_CONFLICT'],
});

export const removeEntities = endpoint({
  ...bulk,
  name: 'entities.remove',
  path: '/ad-entities/batch_remove',
  summary: { zh: '删除', en: 'Delete' },
  access: { pages: [START] },
  action: 'remove',
  request: Exact({
    ...chosen,
    force: noted(Type.Optional(Type.Literal(true)), {
      zh: '投放中的先关闭再删除；不带则拒绝它们。',
      en: 'What is open is closed first; without it, it is refused.',
    }),
    ...bulkOptionsWithReason,
  }),
});

/** The amounts that the user saw before changing them. */
const seen = noted(
  Type.Optional(
    Type.Array(
      Exact({
        id: Id,
        amount: noted(Nullable(Money), {
          zh: '看到的金额，账户币种的最小单位。',
          en: 'The amount that was seen, in the smallest unit of its currency.',
        }),
      }),
      { minItems: 1, maxItems: 5000 },
    ),
  ),
  {
    zh: '下单的人看到的金额。其中有一个现在不是这样，则回 AMOUNT_CHANGED，什么都不执行；不带则不比较。',
    en: 'The amounts that were seen. Where one of them is another by now, AMOUNT_CHANGED answers and nothing is done; absent, nothing is compared.',
  },
);

const amount = {
  mode: noted(OneOf(amountModes), {
    zh: 'set 设为；inc_pct、dec_pct 增加、减少百分之几；inc、dec 增加、减少多少。',
    en: 'set; inc_pct and dec_pct by percent; inc and dec by an amount.',
  }),
  value: noted(Type.Number({ minimum: 0.01, maximum: 9_007_199_254_740_991 }), {
    zh: '百分比时至多两位小数：增加至多 1000，减少至多 100。否则为账户币种的最小单位，整数；所选对象的币种必须相同。',
    en: 'Of percent with two decimals at most, to 1000 upwards and 100 downwards; else whole, in the smallest unit of the account’s currency, and then all that is chosen has one currency.',
  }),
  limit: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991 })), {
    zh: '增加时的上限，减少时的下限，账户币种的最小单位。',
    en: 'The most of what is raised, the least of what is lowered, in the smallest unit of the account’s currency.',
  }),
};

const dryRun = noted(Type.Optional(Type.Literal(true)), {
  zh: '只预览：什么都不改，应答里只有 list。',
  en: 'A preview: nothing is changed, and the answer is list alone.',
});

const refusal = {
  refused: noted(Type.Optional(Type.String()), {
    zh: '会被拒绝或跳过的原因；不会时不出现。',
    en: 'The reason why it would be refused or skipped; absent where it would not.',
  }),
  text: noted(Type.Optional(Type.String()), {
    zh: '原因的说明，用请求的语言，带具体数字。',
    en: 'The reason in words, in the language of the request, with its numbers.',
  }),
};

/** The preview of the new budget or bid of one object. */
export const AmountPreviewRow = Exact({
  id: Id,
  label: noted(Type.String(), { zh: '对象的名称。', en: 'Name of the object.' }),
  currency: noted(Nullable(Currency), { zh: '账户的币种；看不到的对象为空。', en: 'Of its account; null of what is out of sight.' }),
  kind: noted(Nullable(OneOf(['daily_budget', 'lifetime_budget', 'bid_amount'] as const)), {
    zh: '改的是哪一个；对象没有可改的则为空。',
    en: 'Which of them is meant; null where the object has none.',
  }),
  before: Nullable(Money),
  after: noted(Nullable(Money), { zh: '会变成多少；被拒绝时为空。', en: 'What it would become; null where it is refused.' }),
  learning_resets: noted(Type.Boolean(), {
    zh: '变动超过 20%，学习期会重新开始。',
    en: 'It changes by more than 20 %, so that learning starts anew.',
  }),
  changes_left: noted(Nullable(Count), {
    zh: '这一小时内还能改几次预算；出价没有限制，为空。',
    en: 'How often its budget may still be changed this hour; null for bids, which have no such limit.',
  }),
  retry_at: noted(Nullable(Instant), {
    zh: '次数用完时，什么时候可以再改。',
    en: 'Where it may be changed no more: when it may be again.',
  }),
  ...refusal,
});
export type AmountPreviewRow = Static<typeof AmountPreviewRow>;

/** The batch, or for a preview the changes it would make. */
const startOrAmounts = noted(Exact({ ...Type.Partial(BatchStart).properties, list: Type.Optional(Type.Array(AmountPreviewRow)) }), {
  zh: '预览时只有 list；否则是批次。',
  en: 'A preview has list alone; anything else is the batch.',
});

export const setBudgets = endpoint({
  ...bulk,
  name: 'entities.setBudgets',
  path: '/ad-entities/batch_budget',
  summary: { zh: '改预算', en: 'Change budgets' },
  access: { pages: [START, CAMPAIGN, GROUP] },
  action: 'budget',
  request: Exact({
    ...chosen,
    level: noted(OneOf(budgetLevels), { zh: '预算在系列或组上。', en: 'Campaigns or ad sets have budgets.' }),
    ...amount,
    budget_mode: noted(Type.Optional(OneOf(budgetModes)), {
      zh: '只给这一种预算的对象；另一种会以 IMMUTABLE_FIELD 拒绝。',
      en: 'Meant for budgets of that kind; an object with the other is refused with IMMUTABLE_FIELD.',
    }),
    seen,
    dry_run: dryRun,
    ...bulkOptions,
  }),
  reply: startOrAmounts,
  reasons: ['SELECTION_CHANGED', 'AMOUNT_CHANGED'],
});

export const setBids = endpoint({
  ...bulk,
  name: 'entities.setBids',
  path: '/ad-entities/batch_bid',
  summary: { zh: '改出价', en: 'Change bids' },
  access: { pages: [START] },
  action: 'budget',
  request: Exact({
    ...chosen,
    level: noted(Type.Literal('ad_group'), { zh: '出价在组上。', en: 'Ad sets have bids.' }),
    ...amount,
    seen,
    dry_run: dryRun,
    ...bulkOptions,
  }),
  reply: startOrAmounts,
  reasons: ['SELECTION_CHANGED', 'AMOUNT_CHANGED'],
});

/** The preview of the new name of one object. */
export const NamePreviewRow = Exact({
  id: Id,
  label: noted(Type.String(), { zh: '对象的名称。', en: 'Name of the object.' }),
  before: Type.String(),
  after: noted(Nullable(Type.String()), { zh: '会变成什么；被拒绝时为空。', en: 'What it would become; null where it is refused.' }),
  ...refusal,
});
export type NamePreviewRow = Static<typeof NamePreviewRow>;

export const renameEntities = endpoint({
  ...bulk,
  name: 'entities.rename',
  path: '/ad-entities/batch_rename',
  summary: { zh: '重命名', en: 'Rename' },
  access: { pages: [START] },
  action: 'status',
  request: Exact({
    ...chosen,
    find: noted(Type.Optional(Type.String({ minLength: 1, maxLength: 400 })), {
      zh: '要替换的文字，全部替换，区分大小写；与 replace 一起。不带则用 template。',
      en: 'What is replaced wherever it stands, in that case of letters; with replace. Without it, template.',
    }),
    replace: Type.Optional(Type.String({ maxLength: 400 })),
    template: noted(Type.Optional(Type.String({ minLength: 1, maxLength: 400, pattern: '\\S' })), {
      zh: '新名称的模板。可用的宏：{name} {content} {country} {account} {user} {date} {seq} {material} {scheme} {landing}。',
      en: 'A template of the new name. Macros: {name} {content} {country} {account} {user} {date} {seq} {material} {scheme} {landing}.',
    }),
    dry_run: dryRun,
    ...bulkOptions,
  }),
  reply: noted(Exact({ ...Type.Partial(BatchStart).properties, list: Type.Optional(Type.Array(NamePreviewRow)) }), {
    zh: '预览时只有 list；否则是批次。',
    en: 'A preview has list alone; anything else is the batch.',
  }),
});

export const transferCampaigns = endpoint({
  ...bulk,
  name: 'entities.transfer',
  path: '/ad-entities/batch_transfer',
  summary: { zh: '移交', en: 'Hand over' },
  access: { pages: [START] },
  request: Exact({
    ...chosen,
    level: noted(Type.Literal('campaign'), {
      zh: '系列连同其下的组与广告一起移交。只有组长与管理员可以。',
      en: 'A campaign goes with what is below it. Leaders and administrators alone may.',
    }),
    user_id: noted(Id, { zh: '新的负责人，必须在提问者的范围内且启用。', en: 'The new owner: enabled, and in the sight of the caller.' }),
    ...bulkOptionsWithReason,
  }),
});

export const scheduleEntities = endpoint({
  ...bulk,
  name: 'entities.schedule',
  path: '/ad-entities/batch_schedule',
  summary: { zh: '定时开关', en: 'Schedule' },
  access: { pages: [START] },
  action: 'status',
  request: Exact({
    ...chosen,
    action: noted(OneOf(scheduleActions), {
      zh: 'start 开启，pause 关闭，budget 改预算（还需要预算的权限）。',
      en: 'start opens, pause closes, budget changes the budget, which needs the action budget as well.',
    }),
    run_at: noted(Instant, { zh: '什么时候，必须在将来。', en: 'When: it has to be ahead.', unit: 'UTC' }),
    repeat: noted(OneOf(scheduleRepeats), {
      zh: 'daily 每天在账户当地的同一时刻，也不受夏令时影响。',
      en: 'daily: every day at the same hour of the account, also when its clocks change.',
    }),
    value: noted(Type.Optional(Type.Integer({ minimum: 1, maximum: 9_007_199_254_740_991 })), {
      zh: 'budget 时必填：新的预算，账户币种的最小单位；所选对象的币种必须相同。',
      en: 'Needed with budget: the new one, in the smallest unit of the account’s currency; all that is chosen has one currency.',
    }),
    ...bulkOptions,
  }),
});

export const setEntityNote = endpoint({
  name: 'entities.setNote',
  method: 'POST',
  path: '/ad-entities/set_note',
  summary: { zh: '广告系列的备注', en: 'Note on a campaign' },
  access: { pages: [START, CAMPAIGN] },
  action: 'status',
  effect: 'write',
  request: Exact({
    id: noted(Id, { zh: '广告系列的编号。', en: 'Number of the campaign.' }),
    note: noted(Type.String({ maxLength: NOTE_LENGTH }), {
      zh: '首尾空白会去掉；空字符串删除备注。',
      en: 'Without the blanks around it; empty removes the note.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: Exact({ id: Id, note: Nullable(Type.String()) }),
  reasons: ['NOT_FOUND'],
});

export const cancelSchedule = endpoint({
  name: 'entities.cancelSchedule',
  method: 'POST',
  path: '/ad-entities/schedule_cancel',
  summary: { zh: '取消定时任务', en: 'Cancel what is scheduled' },
  access: { pages: [START] },
  action: 'status',
  effect: 'write',
  request: Exact({ id: noted(Id, { zh: '定时任务的编号。', en: 'Number of what is scheduled.' }), idempotency_key: IdempotencyKey }),
  reply: Exact({ id: Id, status: OneOf(['canceled'] as const) }),
  reasons: ['NOT_FOUND', 'STATE_CHANGED'],
});
