import { adminEntityDetail } from '#src/services/admin-entities.service.ts';
import { listBatches } from '#src/services/batches.service.ts';
import { entityDetail, entitySchedules, listAdGroups } from '#src/services/launches.service.ts';
import { listSchemes, schemeDetail } from '#src/services/schemes.service.ts';
import { type ReadBacks, readBack } from './read-back.ts';

export const adsReadBacks: ReadBacks = {
  'ad-entities': {
    'appeals the rejection of ads in two batches when one cannot hold them all': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'appeal', level: 'ad' },
          { type: 'appeal', level: 'ad' },
        ],
        total: 2,
      },
    ),
    'archives campaigns in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 91, level: 'campaign' },
      { campaign: { status: 'ARCHIVED', effective_status: 'ARCHIVED' } },
    ),
    'writes a note on a campaign': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 91, level: 'campaign' },
      { campaign: { id: 91, note: '等新素材，周五再看' } },
    ),
    'cancels a scheduled action': readBack(
      entitySchedules,
      '/api/ad-entities/schedules',
      { id: 91, level: 'campaign' },
      { list: [{ id: 501, status: 'canceled' }] },
    ),
    'edits ad sets in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 191, level: 'ad_group' },
      { ad_group: { countries: ['US', 'GB'] } },
    ),
    'deletes campaigns in two batches when one cannot hold them all': readBack(
      listAdGroups,
      '/api/ad-groups/list',
      {},
      { list: [], total: 0 },
    ),
    'renames campaigns in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 91, level: 'campaign' },
      { campaign: { name: '真身新娘 US' } },
    ),
    'schedules campaigns in two batches when one cannot hold them all': readBack(
      entitySchedules,
      '/api/ad-entities/schedules',
      { id: 91, level: 'campaign' },
      { list: [{ action: 'pause', repeat: 'daily', status: 'waiting' }] },
    ),
    'changes bids in two batches when one cannot hold them all': readBack(
      listBatches,
      '/api/op-batches/list',
      {},
      {
        list: [
          { type: 'bid', level: 'ad_group' },
          { type: 'bid', level: 'ad_group' },
        ],
        total: 2,
      },
    ),
    'changes budgets in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 91, level: 'campaign' },
      { campaign: { daily_budget: 5500 } },
    ),
    'opens campaigns in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 291, level: 'ad' },
      { ad: { effective_status: 'ACTIVE' } },
    ),
    'transfers campaigns in two batches when one cannot hold them all': readBack(
      entityDetail,
      '/api/ad-entities/detail',
      { id: 291, level: 'ad' },
      { ad: { owner: { id: 31, label: '小林' } } },
    ),
  },
  'admin-entities': {
    'turns campaigns off': readBack(
      adminEntityDetail,
      '/api/admin-entities/detail',
      { id: 91, level: 'campaign' },
      {
        campaign: { status: 'PAUSED', effective_status: 'PAUSED', closed_by: 'super', closer: '超级管理员' },
        children: [{ id: 191, effective_status: 'CAMPAIGN_PAUSED' }],
      },
    ),
  },
  publish: {
    'copies campaigns': readBack(listBatches, '/api/op-batches/list', {}, { list: [{ type: 'copy', level: 'campaign' }], total: 1 }),
    'submits a plan': readBack(listAdGroups, '/api/ad-groups/list', {}, { list: [{ name: 'US', biz: 'dj', channel: 'meta' }], total: 1 }),
  },
  schemes: {
    'copies a scheme': readBack(
      listSchemes,
      '/api/ad-schemes/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '美国放量 2', biz: 'dj', channel: 'meta' }, { id: 71 }], total: 2 },
    ),
    'creates an enabled scheme': readBack(
      listSchemes,
      '/api/ad-schemes/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '英国放量', biz: 'dj', channel: 'meta' }], total: 1 },
    ),
    'deletes a scheme': readBack(listSchemes, '/api/ad-schemes/list', { page: 1, page_size: 20 }, { list: [], total: 0 }),
    'edits a scheme': readBack(schemeDetail, '/api/ad-schemes/detail', { id: 71 }, { version: 3, remark: '夜间' }),
    'saves a campaign as the draft of a scheme': readBack(
      listSchemes,
      '/api/ad-schemes/list',
      { page: 1, page_size: 20 },
      { list: [{ name: '替身新娘 US', biz: 'dj', channel: 'meta' }], total: 1 },
    ),
    'enables a draft': readBack(schemeDetail, '/api/ad-schemes/detail', { id: 71 }, { version: 3, status: 'enabled' }),
  },
};
