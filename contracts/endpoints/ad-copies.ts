import { type Static, Type } from 'typebox';
import { copyStatuses } from '../vocabulary/launches.ts';
import { BatchStart, bulkOptions, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { launchFilters } from './launch-rows.ts';
import { EntityLevel, EntityStatus } from './launch-shapes.ts';
import { noted } from './noted.ts';
import { CallToAction } from './posts.ts';
import { Count, Exact, Id, Instant, Money, Nullable, OneOf, Ref } from './shapes.ts';

/** How copies are named; without it they keep the names of the originals. */
const Rename = Type.Union([
  Exact({ prefix: Type.String({ maxLength: 60 }), suffix: Type.String({ maxLength: 60 }) }),
  Exact({ find: Type.String({ minLength: 1, maxLength: 200 }), replace: Type.String({ maxLength: 200 }) }),
]);
export type CopyRename = Static<typeof Rename>;

/** A part of the originals that no longer exists, and its replacement. */
export const copyParts = ['material', 'post', 'homepage', 'landing_page', 'pixel'] as const;
export const CopyPart = OneOf(copyParts);
const Replacement = Exact({ part: CopyPart, from_id: Id, to_id: Id });

const Obstacle = Exact({
  reason: Type.String(),
  text: noted(Type.String(), { zh: '用请求的语言。', en: 'In the language of the request.' }),
  data: Type.Record(Type.String(), Type.Unknown()),
});

/** The copy of one original in one account. */
export const CopyPreviewRow = Exact({
  id: noted(Id, { zh: '原对象。', en: 'The original.' }),
  label: noted(Type.String(), { zh: '原对象的名称。', en: 'Its name.' }),
  account: noted(Ref, { zh: '复制到的账户。', en: 'Where the copy will be.' }),
  before: Exact({ name: Type.String(), status: EntityStatus }),
  after: Exact({
    name: noted(Type.String(), { zh: '复制多份时，第一份的名称。', en: 'Of the first, where there are several.' }),
    campaigns: Count,
    groups: Count,
    ads: Count,
    uploads: noted(Count, { zh: '要先上传到账户的素材份数。', en: 'Copies of creatives that the account gets first.' }),
    budget_usd: noted(Nullable(Money), { zh: '一份预算折合美分；没有自己的预算则为空。', en: 'One budget in US cents; null without one.' }),
  }),
  missing: noted(Type.Array(Exact({ part: CopyPart, id: Id, label: Type.String(), reason: Type.String() })), {
    zh: '已不存在或不能用的部分；replacements 里给出替代。',
    en: 'Parts that are gone or cannot be used; replacements stand in for them.',
  }),
  refused: noted(Nullable(Obstacle), { zh: '为什么不能复制。', en: 'Why it cannot be copied.' }),
});
export type CopyPreviewRow = Static<typeof CopyPreviewRow>;

const creative = {
  primary_text: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' }),
  headline: Nullable(Type.String({ minLength: 1, maxLength: 255 })),
  description: Nullable(Type.String({ minLength: 1, maxLength: 255 })),
  call_to_action: CallToAction,
  material_id: noted(Id, { zh: '新的素材。', en: 'Another creative.' }),
};

/** What is different about the ad that takes the place of another. */
export const AdEdit = Exact({
  ...Type.Partial(Exact(creative)).properties,
  seen: noted(
    Type.Optional(
      Exact({
        primary_text: Type.String(),
        headline: Nullable(Type.String()),
        description: Type.Optional(Nullable(Type.String())),
        call_to_action: Type.String(),
        material_id: Nullable(Id),
      }),
    ),
    {
      zh: '编辑的人看到的内容。现在不是这样则回 VERSION_CONFLICT；不带则不比较。',
      en: 'What the editor saw. VERSION_CONFLICT answers where it is different by now; absent, nothing is compared.',
    },
  ),
});
export type AdEdit = Static<typeof AdEdit>;

export const copyEntities = endpoint({
  name: 'entities.copy',
  method: 'POST',
  path: '/ad-entities/batch_copy',
  summary: { zh: '复制广告系列、组或广告', en: 'Copy campaigns, ad sets or ads' },
  access: { pages: ['/advertising/start', '/advertising/campaign', '/advertising/group', '/advertising/remove-log'] },
  action: 'copy',
  effect: 'write',
  request: Exact({
    level: EntityLevel,
    ...selection(launchFilters),
    times: noted(Type.Integer({ minimum: 1, maximum: 20 }), { zh: '每个对象复制几份。', en: 'Copies of each.' }),
    target_account_ids: noted(Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true })), {
      zh: '复制到这些账户；不带则在原账户。复制到别的账户时，组和广告连同上级一起复制。',
      en: 'Into these accounts; absent, into their own. Into another one, groups and ads take what is above them along.',
    }),
    target_group_id: noted(Type.Optional(Id), {
      zh: '只用于广告：复制到这个组，而不是原来的组。',
      en: 'Of ads only: into this group instead of their own.',
    }),
    deep: noted(Type.Boolean(), { zh: '连同下级。', en: 'With everything below.' }),
    status: noted(OneOf(copyStatuses), { zh: 'INHERIT 与原对象相同。', en: 'INHERIT is that of the original.' }),
    budget: noted(Type.Optional(Money), {
      zh: '代替原预算，目标账户的币种；涉及多种币种时拒绝。',
      en: 'Instead of the budgets, in the currency of the target; refused where there are several currencies.',
    }),
    start_at: noted(Type.Optional(Nullable(Instant)), { zh: '空或不带表示立即。', en: 'Null or absent is at once.' }),
    rename: Type.Optional(Rename),
    from_deleted: noted(Type.Optional(Type.Literal(true)), {
      zh: '原对象是已删除的。',
      en: 'The originals are deleted ones.',
    }),
    replacements: noted(Type.Optional(Type.Array(Replacement, { maxItems: 100 })), {
      zh: '缺失部分的替代。',
      en: 'What stands in for parts that are gone.',
    }),
    edit: noted(Type.Optional(AdEdit), {
      zh: '只用于一条广告：平台不能修改广告的文案与创意，所以新建一条带这些改动的广告，成功后关闭原广告。还需要开关的权限；用帖子的广告不能这样编辑。',
      en: 'Of one ad only. The platform does not change the texts and the creative of an ad, so a new ad with these changes is created and the original is turned off once that succeeded. Needs the action status as well; an ad of a post cannot be edited so.',
    }),
    dry_run: noted(Type.Optional(Type.Literal(true)), {
      zh: '只看会怎样，什么也不做。',
      en: 'Says what would come of it, and does nothing.',
    }),
    ...bulkOptions,
  }),
  reply: noted(
    Exact({
      ...Type.Partial(BatchStart).properties,
      preview: Type.Optional(Exact({ list: Type.Array(CopyPreviewRow), ads: Count })),
    }),
    { zh: 'dry_run 时只有 preview，否则是批次。', en: 'With dry_run the preview alone, a batch otherwise.' },
  ),
  reasons: ['SELECTION_CHANGED', 'VERSION_CONFLICT', 'IMMUTABLE_FIELD'],
});
