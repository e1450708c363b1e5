import { type Static, type TObject, Type } from 'typebox';
import { landingStatuses, landingTemplates } from '../vocabulary/landing-pages.ts';
import { pixelHealthNote, pixelHealths } from '../vocabulary/pixels.ts';
import { schemeStatuses } from '../vocabulary/schemes.ts';
import { DramaStage } from './dramas.ts';
import { AdBase, CampaignBase, GroupBase } from './launch-rows.ts';
import { HitLevel, MaterialKind, Ratio } from './materials.ts';
import { noted } from './noted.ts';
import { CoverUrl } from './pictures.ts';
import { PixelStatus } from './pixels.ts';
import { dimensionValue } from './report-shapes.ts';
import { BodyVersion, SchemePermit, SchemeRow } from './schemes.ts';
import { CalendarDate, Count, Currency, Exact, Instant, Money, Nullable, OneOf, PlatformId, Ref } from './shapes.ts';

const Entity = <S extends typeof CampaignBase | typeof GroupBase | typeof AdBase>(base: S) =>
  Exact({
    ...dimensionValue,
    base: noted(Nullable(base), {
      zh: '对象现在的样子；已删除而仍有数据的也在。不再可见的为空。',
      en: 'The object as it is now, also one that was deleted and has figures; null where the reader no longer sees it.',
    }),
  });

const Person = Type.Optional(
  Exact({
    ...dimensionValue,
    deleted: noted(Type.Boolean(), { zh: '账号已删除。', en: 'The account was deleted.' }),
    department: Nullable(Ref),
  }),
);

const Plain = Type.Optional(Exact(dimensionValue));

const { objective, budget_usd, budget_mode, budget_level, bid_strategy, countries, structure } = SchemeRow.properties;
/** The parts of a scheme that a row shows. */
const SchemeSummary = noted(Nullable(Exact({ objective, budget_usd, budget_mode, budget_level, bid_strategy, countries, structure })), {
  zh: '提问者无权查看方案内容时为空。',
  en: 'Null where the reader may not see what the scheme says.',
});

/** The fields that replies contain for every dimension. */
const dimensions = {
  department: noted(Type.Optional(Exact(dimensionValue)), {
    zh: '负责人现在的部门，不含下级。',
    en: 'The department the owner is in now, without those below.',
  }),
  user: noted(Person, { zh: '负责人；0 为未分配，只有管理员看得到。', en: 'The owner; 0 is nobody, which administrators alone see.' }),
  account: Type.Optional(
    Exact({
      ...dimensionValue,
      platform_account_id: PlatformId,
      account_status: noted(Type.Integer(), { zh: '平台的账户状态，1 为正常。', en: 'As the platform numbers it; 1 is active.' }),
      currency: Currency,
      timezone_name: noted(Type.String(), { zh: 'IANA 时区名。', en: 'IANA name.' }),
      balance: Money,
      cap_left: noted(Nullable(Money), { zh: '上限减去已花费；没有上限则为空。', en: 'What the cap leaves; null without a cap.' }),
      personal_account: noted(Ref, { zh: '授权人。', en: 'Who authorised it.' }),
      usage: OneOf(['self', 'host'] as const),
      today_started: noted(Type.Boolean(), {
        zh: '账户当地已进入业务今天。',
        en: 'The business day of today has begun where the account is.',
      }),
      partial: noted(Type.Boolean(), {
        zh: '按人员筛选时：账户里还有别人的系列，这里不含。',
        en: 'With a filter of people: others have campaigns in it, which are not in these figures.',
      }),
      pulled_at: noted(Nullable(Instant), { zh: '最近一次成功拉取。', en: 'When its figures were last pulled.' }),
      stale_since: noted(Nullable(Instant), {
        zh: '从何时起拉取失败；正常则为空。',
        en: 'Since when pulling fails; null where all is well.',
      }),
    }),
  ),
  campaign: Type.Optional(Entity(CampaignBase)),
  ad_group: Type.Optional(Entity(GroupBase)),
  ad: Type.Optional(Entity(AdBase)),
  material: Type.Optional(
    Exact({
      ...dimensionValue,
      cover_url: noted(Nullable(Type.String()), {
        zh: '封面的签名地址，两小时有效。',
        en: 'Signed address of its cover, good for two hours.',
      }),
      code: noted(Nullable(Type.String()), { zh: '素材编号。', en: 'Its code.' }),
      kind: Nullable(MaterialKind),
      ratio: Nullable(Ratio),
      duration_ms: noted(Nullable(Type.Integer({ minimum: 0 })), { zh: '图片为空。', en: 'Null for images.', unit: 'ms' }),
      drama: Nullable(Ref),
      product: Nullable(Ref),
      creator: noted(Nullable(Ref), { zh: '剪辑师。', en: 'The credited editor.' }),
      hit_level: Nullable(HitLevel),
      first_used_at: Nullable(Instant),
      life_days: noted(Count, { zh: '有消耗的天数，每晚更新。', en: 'Days with spend; told every night.' }),
      peak_day: noted(Nullable(CalendarDate), { zh: '消耗最高的一天，每晚更新。', en: 'The day with the most spend; told every night.' }),
    }),
  ),
  creator: noted(Person, { zh: '素材的剪辑师；0 为没有素材的广告。', en: 'The editor credited for the creative; 0 for ads without one.' }),
  creator_department: noted(Plain, {
    zh: '剪辑师现在的部门，不含下级。',
    en: 'The department the editor is in now, without those below.',
  }),
  product: noted(Plain, { zh: '商品；0 为没有商品。', en: 'The product; 0 for ads without one.' }),
  kind: noted(Plain, { zh: '素材是视频还是图片。', en: 'Whether the creative is a video or an image.' }),
  ratio: noted(Plain, { zh: '素材的宽高比。', en: 'Width to height of the creative.' }),
  duration: noted(Plain, { zh: '视频时长的区间，按整秒。', en: 'Band of the video duration, in whole seconds.' }),
  material_language: noted(Plain, { zh: '素材自己的语言。', en: 'Language of the creative itself.' }),
  tag: noted(Plain, {
    zh: '素材的标签：有几个标签就计入几行，合计只计一次。',
    en: 'Tags of the creative. It counts in the row of each of its tags, and once in the totals.',
  }),
  date: noted(Type.Optional(Exact(dimensionValue)), { zh: '账户自己的日期。', en: 'A day of the account.' }),
  month: noted(Plain, { zh: '账户自己日期的月份 YYYY-MM。', en: 'Month of the account’s own date, YYYY-MM.' }),
  hour: noted(Plain, {
    zh: '账户自己的小时 00–23；只有每小时都有的指标。',
    en: 'Hour of the account’s own time, 00–23; only with metrics known by the hour.',
  }),
  drama: Type.Optional(
    Exact({
      ...dimensionValue,
      cover_url: CoverUrl,
      stage: Nullable(DramaStage),
      online_at: noted(Nullable(CalendarDate), { zh: '上线日期。', en: 'The day it went online.' }),
      online_days: noted(Nullable(Type.Integer()), {
        zh: '到业务今天为止的上线天数，上线当天为 1。',
        en: 'Days it has been online on the business day of today; 1 on the first.',
      }),
      target_roi: noted(Nullable(Type.Number()), { zh: '首日 ROI 的目标。', en: 'The ROI its first day should reach.' }),
    }),
  ),
  country: noted(Plain, { zh: '广告组的第一个国家。', en: 'The first country of the ad set.' }),
  language: noted(Plain, { zh: '剧目的语言。', en: 'Language of the drama.' }),
  genre: noted(Plain, { zh: '剧目的第一个题材。', en: 'The first genre of the drama.' }),
  stage: noted(Plain, { zh: '剧目现在的阶段。', en: 'The stage the drama is in now.' }),
  channel: noted(Plain, { zh: '广告平台。', en: 'The ad network.' }),
  pixel: Type.Optional(
    Exact({
      ...dimensionValue,
      platform_pixel_id: PlatformId,
      status: PixelStatus,
      health: noted(Nullable(OneOf(pixelHealths)), pixelHealthNote),
      capi_enabled: noted(Type.Boolean(), { zh: '是否由服务端发送事件。', en: 'Whether the server sends events too.' }),
      sites: noted(Type.Array(Ref), { zh: '使用它的站点。', en: 'The sites that use it.' }),
      last_fired_at: noted(Nullable(Instant), { zh: '最近一次收到事件；从未收到则为空。', en: 'The last event; null before the first.' }),
    }),
  ),
  event: noted(Plain, {
    zh: '像素事件；消耗与平台购买没有事件，为空。',
    en: 'The event; spend and platform purchases have none and are null.',
  }),
  source: noted(Plain, {
    zh: '浏览器或服务端；订单、消耗与平台购买没有来源，为空。',
    en: 'Browser or server; orders, spend and platform purchases have none and are null.',
  }),
  site: noted(Plain, {
    zh: '事件按网址的域名、订单按站点、广告按落地页归到站点；0 为其他。',
    en: 'Events by the domain of their address, orders by their site, ads by their landing page; 0 is any other.',
  }),
  biz: noted(Plain, { zh: '业务线。', en: 'The business line.' }),
  scheme: Type.Optional(
    Exact({
      ...dimensionValue,
      version: noted(Nullable(BodyVersion), { zh: '现在的版本。', en: 'Its current version.' }),
      owner: noted(Nullable(Ref), { zh: '方案的所有者。', en: 'The owner of the scheme.' }),
      status: Nullable(OneOf(schemeStatuses)),
      deleted: noted(Type.Boolean(), { zh: '方案已删除；名称和数据仍在。', en: 'The scheme was deleted; its name and figures stay.' }),
      body: noted(SchemeSummary, { zh: '现在版本的内容。', en: 'What its current version says.' }),
      can: noted(Type.Array(SchemePermit), { zh: '提问者可以对方案做什么。', en: 'What the reader may do with the scheme.' }),
    }),
  ),
  scheme_version: noted(
    Type.Optional(
      Exact({
        ...dimensionValue,
        version: Nullable(BodyVersion),
        body: noted(SchemeSummary, { zh: '这个版本的内容。', en: 'What this version says.' }),
      }),
    ),
    {
      zh: '广告发布时的方案版本；值为“方案 id.版本”。复制的广告沿用。',
      en: 'The version from which ads were published, as “scheme id.version”. Copies keep it.',
    },
  ),
  landing: Type.Optional(
    Exact({
      ...dimensionValue,
      url: noted(Nullable(Type.String()), { zh: '由域名与路径组成。', en: 'Made of domain and slug.' }),
      site: Nullable(Ref),
      template: Nullable(OneOf(landingTemplates)),
      status: noted(Nullable(OneOf(landingStatuses)), { zh: '现在的状态。', en: 'The status it has now.' }),
      ab_group: Nullable(Type.String()),
      offline_at: noted(Nullable(Instant), {
        zh: '下线时间；未下线或没有记录为空。',
        en: 'When it went offline; null where it is not offline or that was not recorded.',
      }),
    }),
  ),
  template: noted(Plain, { zh: '落地页的模板。', en: 'The template of the landing page.' }),
  ab_group: noted(Plain, { zh: '落地页现在的实验分组。', en: 'The A/B group the landing page is in now.' }),
  payer_country: noted(Plain, { zh: '付费用户实际所在的国家。', en: 'The country the payer really was in.' }),
  os: noted(Plain, { zh: '付费用户的系统。', en: 'System of the payer.' }),
  order_type: noted(Plain, { zh: '订单类型。', en: 'Type of the order.' }),
  pay_channel: noted(Plain, { zh: '支付渠道。', en: 'Payment channel.' }),
  price: noted(Plain, {
    zh: '价格区间的起点，整数美元，每 5 美元一档，100 以上为一档。',
    en: 'Where the price bucket begins, in whole US dollars: steps of 5, and 100 or more.',
  }),
  new_or_reacq: noted(Plain, { zh: 'new 新增用户，reacq 回流用户。', en: 'new users, or reacq: re-acquired ones.' }),
  day_n: noted(Plain, {
    zh: '获客后天数区间的第一天：0、1、2、4、8、15、31。',
    en: 'First day of a range of days since the acquisition: 0, 1, 2, 4, 8, 15 or 31.',
  }),
};

type Dimensions = typeof dimensions;
export type ReportDimension = keyof Dimensions;

/** Dimensions without further fields. */
export const PlainDimsOf = <const Key extends ReportDimension>(groupBy: readonly Key[]): TObject<Record<Key, typeof Plain>> =>
  Exact(Object.fromEntries(groupBy.map((key) => [key, Plain])) as Record<Key, typeof Plain>);

/** The dimensions of a report row that is grouped by any of these. */
export const DimsOf = <const Key extends ReportDimension>(groupBy: readonly Key[]): TObject<Pick<Dimensions, Key>> =>
  Exact(Object.fromEntries(groupBy.map((key) => [key, dimensions[key]])) as Pick<Dimensions, Key>);

const _dims = Type.Object(dimensions);
/** The fields of any dimension value. */
export type ReportDims = Static<typeof _dims>;
