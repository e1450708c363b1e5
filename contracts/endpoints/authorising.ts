import { type Static, type TProperties, Type } from 'typebox';
import { personalFilters, personalSortable, personalStatuses } from '../vocabulary/personal-accounts.ts';
import { filterSchemas } from './filter-schemas.ts';
import { noted } from './noted.ts';
import {
  Biz,
  Channel,
  Count,
  Exact,
  Id,
  IdempotencyKey,
  Instant,
  ListRequest,
  Nullable,
  OneOf,
  PlatformId,
  Ref,
  Version,
} from './shapes.ts';

/*
 * Shared by the pages of personal accounts (usage self) and of hosted persons (usage host), which have the same rows and requests
 * at two addresses.
 */

/** The scopes that an authorisation has to grant; a person with fewer is `limited`. */
export const neededScopes = [
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'pages_manage_posts',
] as const;

/** The failures of calls that ask the channel before they answer. */
export const channelReasons = ['PLATFORM_AUTH', 'PLATFORM_LIMIT', 'PLATFORM_DOWN'] as const;

export const PersonalStatus = noted(OneOf(personalStatuses), {
  zh: 'expiring 为 7 天内到期；limited 为缺少权限；revoked 为本人在平台收回；disabled 为我方停用。到期按现在的时刻计算。',
  en: 'expiring: within 7 days; limited: scopes are missing; revoked: the person took it back on the platform; disabled: by us. What expires does so by the clock.',
});
export type PersonalStatus = Static<typeof PersonalStatus>;

/** The assignee of an asset: a person, or a department with its sub-departments. */
export const Assignee = Exact({
  kind: noted(OneOf(['user', 'department'] as const), {
    zh: '人，或部门（含下级）。',
    en: 'A person, or a department with all below it.',
  }),
  id: Id,
  label: noted(Type.String(), { zh: '给人看的名称。', en: 'Its name, for people.' }),
});
export type Assignee = Static<typeof Assignee>;

export const Assignees = noted(Type.Array(Assignee), { zh: '现在分配给谁。', en: 'Whom it is assigned to now.' });

export const PersonalPermit = OneOf(['check', 'reauthorise', 'import', 'sync', 'assign', 'edit', 'set_status', 'delete'] as const);

const personal = {
  id: Id,
  version: Version,
  channel: Channel,
  platform_user_id: PlatformId,
  name: Type.String(),
  usage: OneOf(['self', 'host'] as const),
  owner: noted(Ref, { zh: '我方负责人。', en: 'Who of ours answers for it.' }),
  status: PersonalStatus,
  token_expires_at: noted(Nullable(Instant), { zh: '授权到期时刻；永不到期则为空。', en: 'When the authorisation ends; null when never.' }),
  data_access_expires_at: Nullable(Instant),
  scopes: noted(Type.Array(Type.String()), { zh: '已授予的权限。', en: 'What was granted.' }),
  missing_scopes: noted(Type.Array(Type.String()), { zh: '缺少的权限。', en: 'What is needed and was not granted.' }),
  accounts: noted(Count, { zh: '通过它绑定的广告账户。', en: 'Ad accounts bound through it.' }),
  homepages: Count,
  pixels: Count,
  running: noted(Count, { zh: '其账户里投放中的广告系列。', en: 'Campaigns that deliver in its ad accounts.' }),
  blocked: noted(Count, {
    zh: '已开启、但因授权失效而停投的广告系列。',
    en: 'Campaigns that are on, and do not deliver because the authorisation is lost.',
  }),
  assignees: Assignees,
  last_checked_at: Nullable(Instant),
  last_error: noted(Nullable(Type.String()), {
    zh: '最近一次检测的错误，平台的原话。',
    en: 'What the last check failed with, in the words of the platform.',
  }),
  held_since: Type.Optional(
    noted(Nullable(Instant), {
      zh: '平台从何时起要求本人在平台网站上验证身份；不要求则为空。此间授权仍在（status 不变），但不能投放。',
      en: 'Since when the platform has been asking the person to confirm their identity on its site; null when it does not. Meanwhile the authorisation stands (status stays) and nothing can be launched.',
    }),
  ),
  remark: Nullable(Type.String()),
  created_at: Instant,
  updated_at: Instant,
  can: noted(Type.Array(PersonalPermit), {
    zh: '提问者可以对这一行做什么；按钮据此显示。',
    en: 'What the reader may do with the row; buttons follow it.',
  }),
};

export const PersonalAccountRow = Exact(personal);
export type PersonalAccountRow = Static<typeof PersonalAccountRow>;

export const HostedPersonRow = Exact({
  ...personal,
  holder_name: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  consent_at: noted(Nullable(Instant), { zh: '持有人同意的时刻；未同意则为空。', en: 'When the holder consented; null before.' }),
  consent_note: Nullable(Type.String()),
  hosted_accounts: noted(Count, { zh: '没有结束的托管账户。', en: 'Accounts of the person whose hosting has not ended.' }),
});
export type HostedPersonRow = Static<typeof HostedPersonRow>;

/** The filters of both lists. */
export const personalMatching = filterSchemas(personalFilters);
export const PersonalListRequest = ListRequest(personalSortable, personalMatching);

/** An asset that a person of the channel grants. */
export const FoundAsset = Exact({
  platform_id: PlatformId,
  name: Type.String(),
  status: noted(Type.String(), {
    zh: '平台上的状态；广告账户是平台的数字，如 1。',
    en: 'Its state on the platform; of an ad account its number there, such as 1.',
  }),
  sub: noted(Type.String(), {
    zh: '第二行，用来区分同名者；可能为空。',
    en: 'A second line that tells it from others of the name; may be empty.',
  }),
  already: noted(OneOf(['no', 'same', 'other'] as const), {
    zh: '是否已绑定：no 未绑定，same 已由此人授权，other 已由另一人授权。',
    en: 'Bound already: no; same, through this person; other, through another one.',
  }),
  authoriser: noted(Nullable(Type.String()), {
    zh: '已授权它的另一人；提问者看不到时为空。',
    en: 'The other person it was bound through; null where the reader cannot see them.',
  }),
  can_switch: noted(Type.Boolean(), {
    zh: '提问者可以改为由此人授权。',
    en: 'The reader may have it authorised by this person from now on.',
  }),
});
export type FoundAsset = Static<typeof FoundAsset>;

export const FoundAssets = Exact({
  accounts: Type.Array(FoundAsset),
  homepages: Type.Array(FoundAsset),
  pixels: Type.Array(FoundAsset),
});
export type FoundAssets = Static<typeof FoundAssets>;

/** The state that the channel sends back with the person. */
const State = noted(Type.String({ minLength: 1, maxLength: 200 }), {
  zh: '随机，只用一次，只属于提问者；服务端只存它的摘要。',
  en: 'Random, for one use, and of the asker alone; the server keeps a digest of it only.',
});

export const Owner = noted(Id, {
  zh: '我方负责人，在提问者可见范围内且启用。',
  en: 'Who of ours answers for it: enabled, and in the scope of the asker.',
});

/** Without `id` a new person is authorised; with it an existing one again. */
export const authUrlRequest = {
  channel: Channel,
  owner_user_id: Owner,
  id: noted(Type.Optional(Id), {
    zh: '重新授权哪个个人账号：必须是同一个人，平台与负责人与原来相同。',
    en: 'Which personal account is authorised again: it has to be the same person, platform and owner as they are.',
  }),
};

export const AuthUrl = Exact({
  url: noted(Type.String(), {
    zh: '打开它来授权：本服务器的路径，或平台的地址。',
    en: 'Where to authorise: a path of this server, or an address of the platform.',
  }),
  state: State,
  expires_at: Instant,
});

export const authResultRequest = { state: State };

export const authFailures = ['IDENTITY_MISMATCH', 'DUPLICATE', 'EXPIRED', 'REVOKED', 'DENIED', 'FORBIDDEN', 'PLATFORM'] as const;
export const AuthResult = Exact({
  status: OneOf(['waiting', 'ok', 'failed'] as const),
  personal_account_id: noted(Nullable(Id), { zh: '成功后为该个人账号。', en: 'Of the person, once it is ok.' }),
  name: noted(Nullable(Type.String()), { zh: '成功后为此人的名字。', en: 'Of the person, once it is ok.' }),
  missing_scopes: noted(Type.Array(Type.String()), { zh: '缺少的权限。', en: 'What is needed and was not granted.' }),
  found: noted(Nullable(FoundAssets), {
    zh: '成功后为找到的资产；平台暂时答不上来时为空，可稍后从列表导入。',
    en: 'What was found, once it is ok; null while the platform cannot say, and it can be imported later.',
  }),
  reason: noted(Nullable(OneOf(authFailures)), {
    zh: '失败原因：换了人，此人已属别人，超时，链接被撤销，本人拒绝，发起人或负责人已无此权限，平台出错。',
    en: 'Why it failed: another person; the person belongs to somebody else; too late; revoked; they declined; who began it, or is to answer for it, may no longer; the platform.',
  }),
  message: noted(Nullable(Type.String()), { zh: '原因的说明，用请求的语言。', en: 'The reason in words, in the language of the request.' }),
});
export type AuthResult = Static<typeof AuthResult>;

const PlatformIds = Type.Array(PlatformId, { maxItems: 500, uniqueItems: true });
export const SwitchAuthoriser = noted(Type.Optional(Type.Boolean()), {
  zh: '已由另一人授权的，改为由此人授权；不带则这些项失败。',
  en: 'What is bound through another person is authorised by this one from now on; otherwise those items fail.',
});

export const importRequest = {
  personal_account_id: Id,
  account_ids: PlatformIds,
  page_ids: PlatformIds,
  pixel_ids: noted(PlatformIds, {
    zh: '像素所属的广告账户必须已绑定，或同时导入。',
    en: 'The ad account that owns a pixel has to be bound, or imported with it.',
  }),
  biz: Biz,
  switch_authoriser: SwitchAuthoriser,
};

export const tokenAddRequest = {
  channel: Channel,
  owner_user_id: Owner,
  token: noted(Type.String({ minLength: 20, maxLength: 4000, pattern: '^\\S+$' }), {
    zh: '平台的访问令牌。先向平台核对再加密保存，不会再给任何人看到。',
    en: 'An access token of the platform. It is inspected there before it is sealed and kept, and never shown to anybody again.',
  }),
  idempotency_key: IdempotencyKey,
};

export const TokenAdded = Exact({
  id: Id,
  missing_scopes: Type.Array(Type.String()),
  found: noted(Nullable(FoundAssets), {
    zh: '找到的资产；平台暂时答不上来时为空。',
    en: 'What was found; null while the platform cannot say.',
  }),
});

export const personalEdit = {
  id: Id,
  version: Version,
  owner_user_id: Type.Optional(Owner),
  remark: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  idempotency_key: IdempotencyKey,
};

export const personalSetStatus = {
  id: Id,
  status: noted(OneOf(['enabled', 'disabled'] as const), {
    zh: 'enabled 会先向平台检测，状态随检测结果。',
    en: 'enabled asks the platform first; the status follows what it says.',
  }),
  idempotency_key: IdempotencyKey,
};

export const personalDelete = { id: Id, idempotency_key: IdempotencyKey };

/** The holder of a hosted person. */
export const holder = {
  holder_name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
  contact: Type.Optional(Nullable(Type.String({ maxLength: 80 }))),
  consent: noted(Type.Literal(true), {
    zh: '持有人已同意托管；没有同意不能授权。',
    en: 'The holder consented; without it nothing is authorised.',
  }),
  consent_note: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
};

/** The request of an export: that of the list without paging. */
export const exportRequest = <P extends TProperties>(more: P) =>
  Exact({ sort: Type.Optional(PersonalListRequest.properties.sort), ...personalMatching, ...more });
