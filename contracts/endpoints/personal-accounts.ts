import { Type } from 'typebox';
import { personalExportColumns } from '../vocabulary/personal-accounts.ts';
import {
  AuthResult,
  AuthUrl,
  authResultRequest,
  authUrlRequest,
  channelReasons,
  exportRequest,
  importRequest,
  PersonalAccountRow,
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
import { byName, lastAddedFirst } from './row-order.ts';
import {
  Channel,
  Exact,
  exportColumns,
  exportOptions,
  ListAnswer,
  Nothing,
  OneOf,
  SimpleListAnswer,
  SimpleListRequest,
  Spreadsheet,
} from './shapes.ts';

const access = { pages: ['/auth/personage'] } as const;

export const listPersonalAccounts = endpoint({
  name: 'personalAccounts.list',
  method: 'POST',
  path: '/auth-personages/list',
  summary: { zh: '个人账号列表', en: 'List of personal accounts' },
  access,
  effect: 'read',
  request: PersonalListRequest,
  order: lastAddedFirst,
  reply: ListAnswer(PersonalAccountRow),
});

export const exportPersonalAccounts = endpoint({
  name: 'personalAccounts.export',
  method: 'POST',
  path: '/auth-personages/export',
  summary: { zh: '导出个人账号', en: 'Export personal accounts' },
  access,
  action: 'export',
  effect: 'read',
  request: exportRequest({ ...exportOptions, columns: exportColumns(personalExportColumns) }),
  reply: Spreadsheet,
  answer: 'spreadsheet',
  reasons: ['EXPORT_TOO_LARGE'],
});

/** Takes no idempotency key, because the answer can be used only once and is never stored. */
export const personalAuthUrl = endpoint({
  name: 'personalAccounts.authUrl',
  method: 'POST',
  path: '/auth-personages/auth_url',
  summary: { zh: '授权地址', en: 'Begin an authorisation' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(authUrlRequest),
  reply: AuthUrl,
  reasons: ['NOT_FOUND'],
});

export const personalAuthResult = endpoint({
  name: 'personalAccounts.authResult',
  method: 'POST',
  path: '/auth-personages/auth_result',
  summary: { zh: '授权结果', en: 'What came of an authorisation' },
  access,
  action: 'asset',
  effect: 'read',
  request: Exact(authResultRequest),
  reply: AuthResult,
  reasons: ['NOT_FOUND'],
});

export const importPersonalAssets = endpoint({
  name: 'personalAccounts.import',
  method: 'POST',
  path: '/auth-personages/import',
  summary: { zh: '导入资产', en: 'Import what a person grants' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...importRequest, ...bulkOptions }),
  reply: BatchStart,
  reasons: ['NOT_FOUND'],
});

export const addPersonalToken = endpoint({
  name: 'personalAccounts.tokenAdd',
  method: 'POST',
  path: '/auth-personages/token_add',
  summary: { zh: '以令牌授权', en: 'Authorise by a token' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(tokenAddRequest),
  reply: TokenAdded,
  reasons: ['DUPLICATE', ...channelReasons],
});

export const checkPersonalAccounts = endpoint({
  name: 'personalAccounts.check',
  method: 'POST',
  path: '/auth-personages/check',
  summary: { zh: '检测授权', en: 'Ask the platform whether authorisations hold' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(personalMatching), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const syncPersonalAccounts = endpoint({
  name: 'personalAccounts.sync',
  method: 'POST',
  path: '/auth-personages/sync',
  summary: { zh: '同步资产', en: 'Refresh everything bound through the persons' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact({ ...selection(personalMatching), ...bulkOptions }),
  reply: BatchStart,
  reasons: ['SELECTION_CHANGED'],
});

export const editPersonalAccount = endpoint({
  name: 'personalAccounts.edit',
  method: 'POST',
  path: '/auth-personages/edit',
  summary: { zh: '编辑个人账号', en: 'Edit one of personal accounts' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(personalEdit),
  reply: PersonalAccountRow,
  reasons: ['NOT_FOUND', 'VERSION_CONFLICT', 'ENTITY_BUSY'],
});

export const setPersonalStatus = endpoint({
  name: 'personalAccounts.setStatus',
  method: 'POST',
  path: '/auth-personages/set_status',
  summary: { zh: '启停个人账号', en: 'Switch one of personal accounts on or off' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(personalSetStatus),
  reply: PersonalAccountRow,
  reasons: ['NOT_FOUND', 'ENTITY_BUSY', 'PLATFORM_LIMIT', 'PLATFORM_DOWN'],
});

export const deletePersonalAccount = endpoint({
  name: 'personalAccounts.delete',
  method: 'POST',
  path: '/auth-personages/delete',
  summary: { zh: '删除个人账号', en: 'Delete one of personal accounts' },
  access,
  action: 'asset',
  effect: 'write',
  request: Exact(personalDelete),
  reply: Nothing,
  reasons: ['NOT_FOUND', 'ASSET_IN_USE', 'ENTITY_BUSY'],
});

export const simplePersonalAccounts = endpoint({
  name: 'personalAccounts.simpleList',
  method: 'POST',
  path: '/auth-personages/simple_list',
  summary: { zh: '可选个人账号', en: 'Personal accounts to choose from' },
  access: 'anyPage',
  effect: 'read',
  request: SimpleListRequest({
    channel: Type.Optional(Channel),
    usage: Type.Optional(OneOf(['self', 'host'] as const)),
    usable: noted(Type.Optional(Type.Literal(true)), {
      zh: '只要提问者可以用来导入资产的。',
      en: 'Only those the asker may import through.',
    }),
  }),
  order: byName(),
  reply: SimpleListAnswer,
});
