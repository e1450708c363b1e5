import { type Static, Type } from 'typebox';
import { budgetModes, initialStatuses, schemeLimits } from '#contracts/rules/scheme-body.ts';
import { jobExportColumns, jobFilters, jobSortable } from '../vocabulary/publish-jobs.ts';
import { BatchRow, BatchStart } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { filterSchemas } from './filter-schemas.ts';
import { EntityLevel } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { newestFirst } from './row-order.ts';
import { BudgetUsd } from './scheme-body.ts';
import { BodyVersion } from './schemes.ts';
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
  ListAnswer,
  ListRequest,
  Money,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const access = { pages: ['/advertising/publish'] } as const;

/** A blocker or a warning. The reasons of warnings are `publishWarnings`. */
const Finding = Exact({
  reason: noted(Type.String(), {
    zh: '错误原因，与执行时相同；提醒见 publishWarnings。',
    en: 'The reason, as carrying it out would answer with; of warnings, one of publishWarnings.',
  }),
  text: noted(Type.String(), { zh: '用请求的语言。', en: 'In the language of the request.' }),
  data: noted(Type.Record(Type.String(), Type.Unknown()), { zh: '随原因而定。', en: 'Depends on the reason.' }),
});
export type PlanFinding = Static<typeof Finding>;

export const publishWarnings = [
  'MATERIAL_USED',
  'POST_USED',
  'NAME_USED',
  'PAGE_UNSURE',
  'SITE_UNVERIFIED',
  'TOKEN_EXPIRING',
  'BUDGET_SURGE',
  'PAYERS_INCLUDED',
] as const;
export type PublishWarning = (typeof publishWarnings)[number];

const NodeKey = noted(Type.String({ pattern: '^[a-z0-9.]{1,60}$' }), {
  zh: '树里的位置，如 a12.c1.g1.a3；同样的输入得到同样的位置，所以改名用它。',
  en: 'The place in the tree, such as a12.c1.g1.a3. The same request has the same places, so renaming goes by them.',
});

/** An object to be created. */
export const PlanNode = Exact({
  node: NodeKey,
  parent: noted(Nullable(Type.String()), { zh: '上级的位置；系列为空。', en: 'The place above; null for campaigns.' }),
  level: EntityLevel,
  name: Type.String(),
  account: Ref,
  currency: Currency,
  timezone_name: noted(Type.String(), { zh: '账户的时区。', en: 'Time zone of the account.' }),
  countries: Type.Array(Type.String()),
  creative: noted(
    Nullable(
      Exact({
        material: Nullable(Ref),
        post: Nullable(Ref),
        cover_url: Nullable(Type.String()),
        text: noted(Type.String(), { zh: '正文。', en: 'Its text.' }),
        headline: Nullable(Type.String()),
      }),
    ),
    { zh: '广告才有。', en: 'Of ads only.' },
  ),
  homepage: Nullable(Ref),
  landing: Nullable(Ref),
  pixel: Nullable(Ref),
  start_at: noted(Nullable(Instant), { zh: '为空表示发布后立即。', en: 'Null: once it is published.' }),
  end_at: Nullable(Instant),
  budget_mode: Nullable(OneOf(budgetModes)),
  budget: noted(Nullable(Money), {
    zh: '账户币种；预算在另一级则为空。',
    en: 'In the currency of the account; null where the other level has it.',
  }),
  budget_usd: noted(Nullable(Type.Integer()), { zh: '同一预算，美分。', en: 'The same budget in US cents.' }),
  initial_status: OneOf(initialStatuses),
  left_out: noted(Type.Boolean(), {
    zh: '不创建：被去掉，或其下级都被去掉。',
    en: 'Not created: it was left out, or everything below it was.',
  }),
  errors: noted(Type.Array(Finding), { zh: '挡住提交的。', en: 'What keeps the plan from being submitted.' }),
  warnings: Type.Array(Finding),
});
export type PlanNode = Static<typeof PlanNode>;

/** A finding about the whole plan; `node` is the object that it concerns. */
const PlanFinding = Exact({ ...Finding.properties, node: Nullable(NodeKey) });

const ids = (most: number) => Type.Array(Id, { minItems: 1, maxItems: most, uniqueItems: true });
const texts = (most: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength: most, pattern: '\\S' }), { maxItems: schemeLimits.texts, uniqueItems: true });

const Overrides = Exact({
  budget_usd: Type.Optional(BudgetUsd),
  start_at: noted(Type.Optional(Nullable(Instant)), { zh: '空表示立即。', en: 'Null is at once.' }),
  end_at: Type.Optional(Nullable(Instant)),
  initial_status: Type.Optional(OneOf(initialStatuses)),
  primary_texts: Type.Optional(texts(schemeLimits.textLength)),
  headlines: Type.Optional(texts(schemeLimits.headlineLength)),
  descriptions: Type.Optional(texts(schemeLimits.headlineLength)),
});

/** A further drama or product of the same publish. */
const FurtherContent = Exact({
  drama_id: noted(Type.Optional(Id), {
    zh: '与第一个同类，且不重复；各字段的含义与请求本身的相同。',
    en: 'Of the same kind as the first, and another one. The fields mean what they mean in the request itself.',
  }),
  product_id: Type.Optional(Id),
  material_ids: Type.Optional(ids(200)),
  post_ids: Type.Optional(ids(200)),
  landing_page_ids: noted(Type.Optional(ids(schemeLimits.landings)), {
    zh: '不带则用站点上属于它的落地页，方案固定的落地页除外。',
    en: 'Absent: its own landing pages on the site, never the fixed ones of the scheme.',
  }),
});

/** What one account uses instead of what the others do. */
const AccountOverride = Exact({
  ad_account_id: noted(Id, { zh: 'ad_account_ids 之一，只出现一次。', en: 'One of ad_account_ids, and here only once.' }),
  homepage_id: noted(Type.Optional(Id), {
    zh: '该账户的全部广告用这个主页；帖子自有主页，不能更改。',
    en: 'The page of all ads in this account; posts have their own, which cannot be changed.',
  }),
  pixel_id: Type.Optional(Id),
  budget_usd: Type.Optional(BudgetUsd),
});

const request = {
  scheme_id: Id,
  scheme_version: noted(Type.Optional(BodyVersion), { zh: '不带则是当前版本。', en: 'The current one when absent.' }),
  ad_account_ids: ids(50),
  drama_id: noted(Type.Optional(Id), {
    zh: 'drama_id 与 product_id 恰有一个，按方案的业务线。',
    en: 'Exactly one of drama_id and product_id, as the line of the scheme has it.',
  }),
  product_id: Type.Optional(Id),
  material_ids: noted(Type.Optional(ids(200)), {
    zh: 'material_ids 与 post_ids 恰有一个，按方案的创意来源。',
    en: 'Exactly one of material_ids and post_ids, as the source of the scheme has it.',
  }),
  post_ids: Type.Optional(ids(200)),
  further_contents: noted(Type.Optional(Type.Array(FurtherContent, { minItems: 1, maxItems: 9 })), {
    zh: '一次发布的其他剧目或商品：每个各按方案的结构创建自己的系列。位置里多一段，如 a12.d51.c1。',
    en: 'Further dramas or products of the same publish: each gets campaigns of its own, as the structure of the scheme has it. Places then have one part more, such as a12.d51.c1.',
  }),
  landing_page_ids: noted(Type.Optional(ids(schemeLimits.landings)), { zh: '代替方案的落地页。', en: 'Instead of those of the scheme.' }),
  homepage_ids: noted(Type.Optional(ids(schemeLimits.homepages)), { zh: '代替方案的主页。', en: 'Instead of those of the scheme.' }),
  pixel_id: noted(Type.Optional(Id), { zh: '代替方案的像素。', en: 'Instead of that of the scheme.' }),
  overrides: Type.Optional(Overrides),
  account_overrides: noted(Type.Optional(Type.Array(AccountOverride, { maxItems: 50 })), {
    zh: '个别账户的主页、像素与预算，优先于上面各项与方案。',
    en: 'Page, pixel and budget of single accounts; they win over the values above and over the scheme.',
  }),
  renames: noted(
    Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z0-9.]{1,60}$' }), Type.String({ minLength: 1, maxLength: 400, pattern: '\\S' })),
    ),
    {
      zh: '按位置改的名称。',
      en: 'Other names, by place.',
    },
  ),
  left_out: noted(Type.Optional(Type.Array(NodeKey, { maxItems: 2_000, uniqueItems: true })), {
    zh: '不创建的位置，连同其下级；下级全部去掉的上级也不创建。计数、预算、错误与提醒只按余下的计算。',
    en: 'Places that are not created, with everything below them; a place with nothing left below it is not created either. Counts, budgets, errors and warnings are those of the rest.',
  }),
  idempotency_key: IdempotencyKey,
};

export const previewPublish = endpoint({
  name: 'publish.preview',
  method: 'POST',
  path: '/ad-publish/preview',
  summary: { zh: '预览发布', en: 'Preview a publish' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact(request),
  reply: Exact({
    plan_id: Type.String({ format: 'uuid' }),
    expires_at: noted(Instant, { zh: '此后须重新预览，30 分钟。', en: 'A new preview is needed after that: 30 minutes.' }),
    scheme: Exact({ ...Ref.properties, version: BodyVersion }),
    tree: noted(Type.Array(PlanNode), { zh: '上级在下级之前。', en: 'What is above comes before what is below it.' }),
    counts: Exact({
      accounts: Count,
      campaigns: Count,
      groups: Count,
      ads: Count,
      uploads: noted(Count, { zh: '要先上传到账户的素材份数。', en: 'Copies of creatives that the accounts get first.' }),
    }),
    budgets: noted(
      Type.Array(
        Exact({ currency: Currency, amount: Money, usd: noted(Type.Integer(), { zh: '折合美分。', en: 'The same in US cents.' }) }),
      ),
      {
        zh: '各币种每日预算合计；总预算按天数摊开。',
        en: 'What may be spent a day, by currency; a budget for the whole life is spread over its days.',
      },
    ),
    total_usd_day: noted(Type.Integer({ minimum: 0 }), { zh: '每日预算合计，美分。', en: 'The same in US cents.' }),
    yesterday_usd: noted(Type.Integer({ minimum: 0 }), {
      zh: '这些账户昨天的消耗，美分。',
      en: 'What these accounts spent yesterday, in US cents.',
    }),
    confirm_budget: noted(Type.Boolean(), {
      zh: '提交时须带 confirm_budget：每日预算超过 1,000 美元，或超过昨天消耗的 3 倍。',
      en: 'Submitting needs confirm_budget: over 1,000 USD a day, or over 3 times what was spent yesterday.',
    }),
    errors: noted(Type.Array(PlanFinding), { zh: '有任何一条就不能提交。', en: 'With any of them nothing can be submitted.' }),
    warnings: Type.Array(PlanFinding),
  }),
  reasons: ['NOT_FOUND'],
});

export const checkSeverities = ['error', 'warning'] as const;
export const uncheckedReasons = ['parent', 'file', 'time'] as const;
export const accessTiers = ['limited', 'full'] as const;

const ScheduledAccount = Exact({
  account: Ref,
  writes: noted(Count, { zh: '要向平台发出的写操作。', en: 'Writes that it takes on the platform.' }),
  tier: noted(Nullable(OneOf(accessTiers)), {
    zh: '平台给应用的调用额度：limited 每 5 分钟约 20 次写操作；平台没有回答时为空。',
    en: 'Quota that the platform allows: limited is about 20 writes in 5 minutes. Null when the platform did not answer.',
  }),
  ends_at: noted(Nullable(Instant), { zh: '预计结束。', en: 'When it is expected to end.' }),
});

export const checkPublish = endpoint({
  name: 'publish.check',
  method: 'POST',
  path: '/ad-publish/check',
  summary: { zh: '让平台校验发布', en: 'Have the platforms check a publish' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({ plan_id: Type.String({ format: 'uuid' }), idempotency_key: IdempotencyKey }),
  reply: Exact({
    asked: noted(Count, {
      zh: '问了平台多少次：每个账户每种不同的对象问一次，什么都不会创建。',
      en: 'Questions to the platforms: one for each distinct object of each account. Nothing is created.',
    }),
    problems: noted(
      Type.Array(
        Exact({
          ...Finding.properties,
          severity: noted(OneOf(checkSeverities), {
            zh: 'error 挡住提交；warning 须带 accept_warnings 才能提交。',
            en: 'error: it cannot be submitted. warning: submitting needs accept_warnings.',
          }),
          node: NodeKey,
          level: EntityLevel,
          account: Ref,
          field: noted(Nullable(Type.String()), {
            zh: '方案里的字段，如 money.budget_usd；平台没有指出时为空。',
            en: 'Field of the scheme such as money.budget_usd; null when the platform names none.',
          }),
          alike: noted(Count, { zh: '与它一样的对象数。', en: 'Objects of the same kind.' }),
        }),
      ),
      { zh: '平台的异议。', en: 'What the platforms object to.' },
    ),
    unchecked: noted(
      Type.Array(
        Exact({
          level: EntityLevel,
          reason: noted(OneOf(uncheckedReasons), {
            zh: 'parent 账户里还没有同类的上级；file 素材还没上传到账户；time 没来得及问。',
            en: 'parent: the account has no such parent yet. file: the account does not have the creative yet. time: there was no time to ask.',
          }),
          objects: Count,
        }),
      ),
      { zh: '平台无法事先校验的，不挡提交。', en: 'What could not be checked beforehand; it does not keep anything from being submitted.' },
    ),
    ends_at: noted(Nullable(Instant), {
      zh: '按各账户的调用额度预计的结束时间；有账户没有回答时为空。',
      en: 'Expected end by the quotas of the accounts; null when one did not answer.',
    }),
    schedule: Type.Array(ScheduledAccount),
  }),
  reasons: ['NOT_FOUND', 'SELECTION_CHANGED'],
});

export const submitPublish = endpoint({
  name: 'publish.submit',
  method: 'POST',
  path: '/ad-publish/submit',
  summary: { zh: '提交发布', en: 'Submit a publish' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({
    plan_id: Type.String({ format: 'uuid' }),
    confirm_budget: noted(Type.Optional(Type.Literal(true)), {
      zh: '已确认每日预算合计；预览的 confirm_budget 为真时必填，否则按该字段拒绝。',
      en: 'The daily total was confirmed; needed where the preview says so, refused at this field otherwise.',
    }),
    accept_warnings: noted(Type.Optional(Type.Literal(true)), {
      zh: '知道平台没能确认的问题，仍要提交；校验（/ad-publish/check）有 warning 时必填，否则按该字段拒绝。有 error 时按 plan_id 拒绝。没有校验过的预览可以直接提交。',
      en: 'Submits in spite of what the platforms could not confirm; needed where /ad-publish/check had warnings, refused at this field otherwise. With errors it is refused at plan_id. A plan that was never checked may be submitted.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: noted(BatchStart, {
    zh: '同一个预览再提交一次，回同一个批次。预览过期、不是自己的、或条件有变时回 SELECTION_CHANGED。',
    en: 'A plan that is submitted again answers its one batch. SELECTION_CHANGED where it expired or something under it changed.',
  }),
  reasons: ['NOT_FOUND', 'SELECTION_CHANGED'],
});

export const retryPublish = endpoint({
  name: 'publish.retry',
  method: 'POST',
  path: '/ad-publish/retry',
  summary: { zh: '改后重试', en: 'Retry with a change' },
  access,
  action: 'publish',
  effect: 'write',
  request: Exact({
    batch_id: Id,
    item_ids: noted(Ids, {
      zh: '要重试的失败项，都能按 homepage_id、pixel_id 或 budget_usd 更改；以提问者的权限执行。',
      en: 'The failed results to retry, each of which can take the change. They run with the rights of whoever asks.',
    }),
    homepage_id: noted(Type.Optional(Id), {
      zh: '这些广告改用的主页。homepage_id、pixel_id、budget_usd 恰有一个。',
      en: 'The page these ads use instead. Exactly one of homepage_id, pixel_id and budget_usd.',
    }),
    pixel_id: noted(Type.Optional(Id), {
      zh: '这些广告组及其广告改用的像素。',
      en: 'The pixel these ad sets and their ads use instead.',
    }),
    budget_usd: noted(Type.Optional(BudgetUsd), {
      zh: '这些对象各自的预算，美分；方式不变。',
      en: 'The budget of each of these objects, in US cents; its mode stays.',
    }),
    idempotency_key: IdempotencyKey,
  }),
  reply: BatchStart,
  reasons: ['NOT_FOUND', 'HOMEPAGE_UNUSABLE', 'PAGE_AD_LIMIT', 'PIXEL_NOT_SHARED', 'BUDGET_TOO_LOW'],
});

export const PublishJob = Exact({
  ...BatchRow.properties,
  scheme: noted(Nullable(Exact({ ...Ref.properties, version: BodyVersion })), { zh: '方案及版本。', en: 'The scheme and its version.' }),
  accounts: noted(Count, { zh: '账户数。', en: 'Ad accounts.' }),
  ads: noted(Exact({ total: Count, ok: Count, fail: Count, unknown: Count }), {
    zh: '广告数；批次的计数还包括素材、系列、组与上线。',
    en: 'Ads; the counts of the batch are also of creatives, campaigns, groups and going live.',
  }),
  budget_day_usd: noted(Type.Integer({ minimum: 0 }), {
    zh: '每日预算合计，美分；没有创建成功或已自动删除的不计。',
    en: 'What may be spent a day, in US cents, without what was not made or was removed again.',
  }),
});
export type PublishJob = Static<typeof PublishJob>;

const JobListRequest = ListRequest(jobSortable, filterSchemas(jobFilters));

export const listPublishJobs = endpoint({
  name: 'publish.jobs',
  method: 'POST',
  path: '/ad-publish/jobs',
  summary: { zh: '发布任务', en: 'Publish jobs' },
  access,
  effect: 'read',
  request: JobListRequest,
  order: newestFirst(),
  reply: ListAnswer(PublishJob),
});

export const exportPublishJobs = endpoint({
  name: 'publish.exportJobs',
  method: 'POST',
  path: '/ad-publish/export_jobs',
  summary: { zh: '导出发布任务', en: 'Export publish jobs' },
  access,
  action: 'export',
  effect: 'read',
  request: Exact({
    sort: Type.Optional(JobListRequest.properties.sort),
    ...filterSchemas(jobFilters),
    ...exportOptions,
    columns: exportColumns(jobExportColumns),
  }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});
