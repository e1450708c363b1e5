import { Type } from 'typebox';
import { hostedExportColumns } from '../vocabulary/personal-accounts.ts';
import {
  AuthResult,
  AuthUrl,
  authResultRequest,
  authUrlRequest,
  channelReasons,
  exportRequest,
  HostedPersonRow,
  holder,
  importRequest,
  PersonalListRequest,
  personalDelete,
  personalEdit,
  personalMatching,
  personalSetStatus,
  TokenAdded,
  tokenAddRequest,
} from './authorising.ts';
import { BatchStart, bulkOptions, selection } from './batches.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { lastAddedFirst } from './row-order.ts';
import {
  Exact,
  exportColumns,
  exportOptions,
  Id,
  IdempotencyKey,
  Instant,
  ListAnswer,
  Nothing,
  Nullable,
  OneOf,
  Ref,
  Spreadsheet,
} from './shapes.ts';

const access = { pages: ['/operation/auth'] } as const;

export const listHostedAccounts = endpoint({
  name: 'hostedPersons.list',
  method: 'POST',
  path: '/operation-auths/list',
  summary: { zh: '托管个人账号列表', en: 'List of persons we host for' },
  access,
  effect: 'read',
  request: PersonalListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(HostedPersonRow),
});

export const exportHostedAccounts = endpoint({
  name: 'hostedPersons.export',
  method: 'POST',
  path: '/operation-auths/export',
  summary: { zh: '导出托管个人账号', en: 'Export persons we host for' },
  access,
  action: 'export',
  effect: 'read',
  request: exportRequest({ ...exportOptions, columns: exportColumns(hostedExportColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

const Mode = noted(OneOf(['window', 'link'] as const), {
  zh: 'window 在新窗口授权，10 分钟；link 给持有人的一次性链接，24 小时，对方不用登录。',
  en: 'window: in a window, 10 min; link: for the holder, once within 24 h, who needs no account here.',
});

/** Takes no idempotency key, because the answer can be used only once and is never stored. */
export const hostedAuthUrl = endpoint({
  name: 'hostedPersons.authUrl',
  method: 'POST',
  path: '/operation-auths/auth_url',
  summary: { zh: '授权地址', en: 'Begin an authorisation' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...authUrlRequest, ...holder, mode: Mode }),
  reply: AuthUrl,
  reasons: ['NOT_FOUND'],
});

export const hostedAuthResult = endpoint({
  name: 'hostedPersons.authResult',
  method: 'POST',
  path: '/operation-auths/auth_result',
  summary: { zh: '授权结果', en: 'What came of an authorisation' },
  access,
  action: 'asset',
  effect: 'read',
  request: Exact(authResultRequest),
  reply: AuthResult,
  reasons: ['NOT_FOUND'],
});

export const AuthLinkRow = Exact({
  id: Id,
  holder_name: Type.String(),
  contact: Nullable(Type.String()),
  owner: Ref,
  user: noted(Ref, { zh: '谁生成的。', en: 'Who made it.' }),
  status: OneOf(['waiting', 'ok', 'failed', 'used', 'revoked', 'expired'] as const),
  created_at: Instant,
  expires_at: Instant,
});

export const openAuthLinks = endpoint({
  name: 'hostedPersons.links',
  method: 'POST',
  path: '/operation-auths/links',
  summary: { zh: '未使用的授权链接', en: 'Authorisation links that are open' },
  access,
  effect: 'read',
  request: Nothing,
  reply: Exact({ list: Type.Array(AuthLinkRow) }),
});

export const revokeAuthLink = endpoint({
  name: 'hostedPersons.revokeLink',
  method: 'POST',
  path: '/operation-auths/revoke_link',
  summary: { zh: '撤销授权链接', en: 'Revoke an authorisation link' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ id: Id, idempotency_key: IdempotencyKey }),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'STATE_CHANGED'],
});

export const importHostedAssets = endpoint({
  name: 'hostedPersons.import',
  method: 'POST',
  path: '/operation-auths/import',
  summary: { zh: '导入资产', en: 'Import what a person grants' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...importRequest, ...bulkOptions }),
  reply: BatchStart,
  reasons: ['NOT_FOUND'],
});

export const addHostedToken = endpoint({
  name: 'hostedPersons.tokenAdd',
  method: 'POST',
  path: '/operation-auths/token_add',
  summary: { zh: '以令牌授权', en: 'Authorise by a token' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...tokenAddRequest, ...holder }),
  reply: TokenAdded,
  reasons: ['DUPLICATE', ...channelReasons],
});

export const checkHostedAccounts = endpoint({
  name: 'hostedPersons.check',
  method: 'POST',
  path: '/operation-auths/check',
  summary: { zh: '检测授权', en: 'Ask the platform whether authorisations hold' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(personalMatching), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const syncHostedAccounts = endpoint({
  name: 'hostedPersons.sync',
  method: 'POST',
  path: '/operation-auths/sync',
  summary: { zh: '同步资产', en: 'Refresh everything bound through the persons' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(personalMatching), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const editHostedAccount = endpoint({
  name: 'hostedPersons.edit',
  method: 'POST',
  path: '/operation-auths/edit',
  summary: { zh: '编辑托管个人账号', en: 'Edit one of persons we host for' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({
    ...personalEdit,
    holder_name: Type.Optional(holder.holder_name),
    contact: holder.contact,
    consent: Type.Optional(holder.consent),
    consent_note: holder.consent_note,
  }),
  reply: HostedPersonRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const setHostedStatus = endpoint({
  name: 'hostedPersons.setStatus',
  method: 'POST',
  path: '/operation-auths/set_status',
  summary: { zh: '启停托管个人账号', en: 'Switch one of persons we host for on or off' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(personalSetStatus),
  reply: HostedPersonRow,
  reasons: ['NOT_FOUND', 'ENTITY_BUSY', 'PLATFORM_LIMIT', 'PLATFORM_DOWN'],
});

export const deleteHostedAccount = endpoint({
  name: 'hostedPersons.delete',
  method: 'POST',
  path: '/operation-auths/delete',
  summary: { zh: '删除托管个人账号', en: 'Delete one of persons we host for' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(personalDelete),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'ASSET_IN_USE', 'ENTITY_BUSY'],
});
