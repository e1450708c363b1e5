import { listAdAccounts } from '#src/services/ad-accounts.service.ts';
import { listBatches } from '#src/services/batches.service.ts';
import { listHomepages } from '#src/services/homepages.service.ts';
import { listLandings } from '#src/services/landing-pages.service.ts';
import { listOpLogs } from '#src/services/oplogs.service.ts';
import { listPersonalAccounts } from '#src/services/personal-accounts.service.ts';
import { listPixels } from '#src/services/pixels.service.ts';
import { listSites } from '#src/services/sites.service.ts';
import { type ReadBacks, readBack } from './read-back.ts';

export const assetsReadBacks: ReadBacks = {
  'ad-accounts': {
    'imports accounts': readBack(listAdAccounts, '/api/auth-accounts/list', { page: 1, page_size: 20 }, { total: 4 }),
    'edits one': readBack(
      listAdAccounts,
      '/api/auth-accounts/list',
      { page: 1, page_size: 20 },
      {
        list: [
          { id: 71, version: 3, undeliverable_reason: 'switched_off', enabled: false, biz: 'ec', remark: '新备注', deliverable: false },
        ],
        total: 1,
      },
    ),
    'switches all matching accounts off': readBack(
      listAdAccounts,
      '/api/auth-accounts/list',
      { page: 1, page_size: 20 },
      {
        list: [
          { id: 74, undeliverable_reason: 'switched_off', enabled: false, deliverable: false },
          { id: 73, undeliverable_reason: 'switched_off', enabled: false, deliverable: false },
          { id: 72, undeliverable_reason: 'switched_off', enabled: false, deliverable: false },
          { id: 71, undeliverable_reason: 'switched_off', enabled: false, deliverable: false },
        ],
        total: 4,
      },
    ),
    'refreshes all accounts that match': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'asset_sync', total: 1 },
          { type: 'asset_sync', total: 3 },
        ],
        total: 2,
      },
    ),
    'unlinks all matching accounts': readBack(
      listAdAccounts,
      '/api/auth-accounts/list',
      { page: 1, page_size: 20 },
      { list: [], total: 0 },
    ),
  },
  'asset-assigning': {
    'assigns assets': readBack(
      listAdAccounts,
      '/api/auth-accounts/list',
      { page: 1, page_size: 20, unassigned: true },
      { list: [], total: 0 },
    ),
  },
  homepages: {
    'imports homepages': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      { list: [{ name: 'Page 3001', platform_page_id: '3001', category: 'Film' }], total: 1 },
    ),
    'links a homepage to sites': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 91, sites: [{ id: 41, label: '爱剧' }], default_sites: [{ id: 41, label: '爱剧' }] }], total: 1 },
    ),
    'changes the settings of a homepage': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 91, version: 3, ad_limit: 1000 }], total: 1 },
    ),
    'switches all matching homepages off': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      {
        list: [
          {
            id: 94,
            status: 'disabled',
            usable_for_ads: false,
            ads_obstacle: 'disabled',
            usable_for_posts: false,
            posts_obstacle: 'disabled',
          },
          {
            id: 93,
            status: 'disabled',
            usable_for_ads: false,
            ads_obstacle: 'disabled',
            usable_for_posts: false,
            posts_obstacle: 'disabled',
          },
          {
            id: 92,
            status: 'disabled',
            usable_for_ads: false,
            ads_obstacle: 'disabled',
            usable_for_posts: false,
            posts_obstacle: 'disabled',
          },
          {
            id: 91,
            status: 'disabled',
            usable_for_ads: false,
            ads_obstacle: 'disabled',
            usable_for_posts: false,
            posts_obstacle: 'disabled',
          },
        ],
        total: 4,
      },
    ),
    'refreshes all homepages that match': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 94 }, { id: 93 }, { id: 92 }, { id: 91, ads_active: 0 }], total: 4 },
    ),
    'unlinks all matching homepages': readBack(
      listHomepages,
      '/api/auth-homepages/list',
      { page: 1, page_size: 20 },
      { list: [], total: 0 },
    ),
  },
  'landing-pages': {
    'creates a landing page': readBack(
      listLandings,
      '/api/auth-landings/list',
      { page: 1, page_size: 20 },
      { list: [{ title: '第一集', slug: 'bride-95' }], total: 1 },
    ),
    'creates several landing pages': readBack(listLandings, '/api/auth-landings/list', { page: 1, page_size: 20 }, { total: 4 }),
    'deletes a landing page': readBack(listLandings, '/api/auth-landings/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a landing page': readBack(
      listLandings,
      '/api/auth-landings/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 95, version: 3, title: '改名' }], total: 1 },
    ),
    'takes all matching landing pages offline': readBack(
      listLandings,
      '/api/auth-landings/list',
      { page: 1, page_size: 20 },
      {
        list: [
          { id: 98, status: 'offline' },
          { id: 97, status: 'offline' },
          { id: 96, status: 'offline' },
          { id: 95, status: 'offline' },
        ],
        total: 4,
      },
    ),
  },
  'personal-accounts': {
    'begins an authorisation': readBack(
      listOpLogs,
      '/api/sys-oplogs/list',
      { page_size: 50 },
      { list: [{ account: 'admin', action: '/auth-personages/auth_url', target_type: 'auth_link', summary: 'window' }], total: 1 },
    ),
    'checks all matching persons': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 54, name: 'Ada' }, { id: 53, name: 'Ada' }, { id: 52, name: 'Ada' }, { id: 51 }], total: 4 },
    ),
    'deletes one': readBack(listPersonalAccounts, '/api/auth-personages/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits one': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, version: 4, remark: '新备注' }], total: 1 },
    ),
    'imports the assets that were found': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, accounts: 4 }], total: 1 },
    ),
    'switches one off': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 51, status: 'disabled' }], total: 1 },
    ),
    'refreshes the assets of all matching persons': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 54, name: 'Ada' }, { id: 53, name: 'Ada' }, { id: 52, name: 'Ada' }, { id: 51 }], total: 4 },
    ),
    'saves a token that the channel accepts': readBack(
      listPersonalAccounts,
      '/api/auth-personages/list',
      { page: 1, page_size: 20 },
      { list: [{ name: 'Ada', channel: 'meta', platform_user_id: '1000000000000001' }], total: 1 },
    ),
  },
  pixels: {
    'imports pixels': readBack(
      listAdAccounts,
      '/api/auth-accounts/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 71, pixels: 1 }], total: 1 },
    ),
    'links a pixel to sites': readBack(
      listPixels,
      '/api/auth-pixels/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 81, sites: [{ id: 41, label: '爱剧' }] }], total: 1 },
    ),
    'changes the settings of server events': readBack(
      listPixels,
      '/api/auth-pixels/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 81, version: 3, test_event_code: 'TEST7' }], total: 1 },
    ),
    'switches all matching pixels off': readBack(
      listPixels,
      '/api/auth-pixels/list',
      { page: 1, page_size: 20 },
      {
        list: [
          { id: 84, status: 'disabled' },
          { id: 83, status: 'disabled' },
          { id: 82, status: 'disabled' },
          { id: 81, status: 'disabled' },
        ],
        total: 4,
      },
    ),
    'shares a pixel with accounts': readBack(
      listPixels,
      '/api/auth-pixels/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 81, shared_accounts: 4 }], total: 1 },
    ),
    'sends a test event that the channel accepts': readBack(
      listOpLogs,
      '/api/sys-oplogs/list',
      { page_size: 50 },
      { list: [{ account: 'admin', action: '/auth-pixels/test_event', target_type: 'pixel', summary: 'Purchase' }], total: 1 },
    ),
    'unlinks all matching pixels': readBack(listPixels, '/api/auth-pixels/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'stops sharing a pixel with accounts': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'asset_share', total: 1 },
          { type: 'asset_share', total: 3 },
        ],
        total: 2,
      },
    ),
  },
  sites: {
    'creates a site': readBack(
      listSites,
      '/api/auth-sites/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '爱剧', domain: 'love.test', kind: 'h5' }], total: 1 },
    ),
    'deletes a site': readBack(listSites, '/api/auth-sites/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a site': readBack(
      listSites,
      '/api/auth-sites/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, version: 3, name: '新名' }], total: 1 },
    ),
    'switches a site off': readBack(
      listSites,
      '/api/auth-sites/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, status: 'off' }], total: 1 },
    ),
    'finds a domain not verified, and says why': readBack(
      listSites,
      '/api/auth-sites/list',
      { page: 1, page_size: 20 },
      { list: [{ id: 41, verify_state: 'failed' }], total: 1 },
    ),
  },
};
