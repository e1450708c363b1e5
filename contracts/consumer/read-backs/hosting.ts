import { listHostAccounts } from '#src/services/host-accounts.service.ts';
import { listHits, listRules } from '#src/services/host-rules.service.ts';
import { listHostedAccounts, openAuthLinks } from '#src/services/hosted-persons.service.ts';
import { type ReadBacks, readBack } from './read-back.ts';

export const hostingReadBacks: ReadBacks = {
  'host-accounts': {
    'hosts an account': readBack(
      listHostAccounts,
      '/api/operation-accounts/list',
      { page: 1, page_size: 20 },
      { list: [{ currency: 'USD' }], total: 1 },
    ),
    'edits the terms': readBack(
      listHostAccounts,
      '/api/operation-accounts/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 21, version: 3, remark: 'x' }], total: 1 },
    ),
    'ends an account without campaigns to turn off': readBack(
      listHostAccounts,
      '/api/operation-accounts/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 21, version: 3, state: 'ended' }], total: 1 },
    ),
  },
  'host-rules': {
    'copies a rule': readBack(
      listRules,
      '/api/operation-rules/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31 }, { name: '止损 (2)', level: 'campaign', action: 'pause' }], total: 2 },
    ),
    'creates a rule': readBack(
      listRules,
      '/api/operation-rules/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31 }, { name: '止损二', level: 'campaign', action: 'pause' }], total: 2 },
    ),
    'rejects a suggestion': readBack(
      listHits,
      '/api/operation-rules/hits',
      { result: ['rejected'], rule_id: 31 },
      { list: [{ id: 41, account: { id: 55, label: 'Galaxy US' } }], total: 1 },
    ),
    'deletes a rule': readBack(listRules, '/api/operation-rules/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a rule': readBack(
      listRules,
      '/api/operation-rules/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31, version: 3, priority: 70 }], total: 1 },
    ),
    'turns a rule on': readBack(
      listRules,
      '/api/operation-rules/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 31, version: 3, status: 'enabled' }], total: 1 },
    ),
    'undoes what a rule did': readBack(
      listHits,
      '/api/operation-rules/hits',
      { result: ['done'], rule_id: 31 },
      { list: [{ id: 41, can: [] }], total: 1 },
    ),
  },
  'hosted-persons': {
    'begins an authorisation': readBack(
      openAuthLinks,
      '/api/operation-auths/links',
      {},
      { list: [{ holder_name: '持有人', contact: 'a@example.test', status: 'waiting' }] },
    ),
    'checks all matching persons': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 54, name: 'Ada' }, { id: 53, name: 'Ada' }, { id: 52, name: 'Ada' }, { id: 51 }], total: 4 },
    ),
    'deletes one': readBack(listHostedAccounts, '/api/operation-auths/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits one': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, version: 4, remark: '新备注' }], total: 1 },
    ),
    'imports the assets that were found': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, accounts: 4 }], total: 1 },
    ),
    'revokes a link': readBack(openAuthLinks, '/api/operation-auths/links', {}, { list: [] }),
    'switches one off': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, status: 'disabled' }], total: 1 },
    ),
    'refreshes the assets of all matching persons': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 54, name: 'Ada' }, { id: 53, name: 'Ada' }, { id: 52, name: 'Ada' }, { id: 51 }], total: 4 },
    ),
    'saves a token that the channel accepts': readBack(
      listHostedAccounts,
      '/api/operation-auths/list',
      { page: 1, page_size: 20 },
      { list: [{ name: 'Ada', channel: 'meta', platform_user_id: '1000000000000001' }], total: 1 },
    ),
  },
};
