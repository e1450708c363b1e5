import { batchWalk } from '../kernel/batch/batch.walks.ts';
import { commandWalk, detailWalk, exportWalk, formWalk, listWalk, pageWalk, tableViewWalk } from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { discoverWalk } from '../parts/assets/assets.walks.ts';
import {
  capiForm,
  capiSwitch,
  pixelBatch,
  pixelDiscovery,
  pixelExport,
  pixelList,
  pixelManagementMachine,
  pixelShares,
  pixelSitesForm,
  pixelTableView,
  pixelViews,
  sharingForm,
  testEventForm,
} from './pixel-management.machine.ts';
import { shownPixel, testAnswer } from './pixel-parts.machine.ts';
import { blankSharing, blankTestEvent, capiDraft, type PixelRow, type PixelShare, type TestResult } from './pixel-rules.ts';

const pixel: PixelRow = {
  id: 4,
  version: 2,
  platform_pixel_id: '700100200300400',
  name: 'drama-px',
  status: 'active',
  health: 'ok',
  owner_account: { id: 7, label: 'Drama US 01' },
  owner_business: 'Galaxy Media',
  shared_accounts: 2,
  sites: [{ id: 9, label: '短剧站' }],
  capi_enabled: true,
  capi_token_set: true,
  test_event_code: null,
  last_fired_at: '2026-11-20T08:00:00Z',
  events_24h: 480,
  dup_rate: 0.12,
  report_gap: -0.02,
  last_sync_at: null,
  sync_error: null,
  assignees: [],
  personal_account: { id: 3, label: 'Ada Hale' },
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'share'],
};
const subject = { id: 4, name: 'drama-px' };
const share: PixelShare = {
  account: { id: 7, label: 'Drama US 01' },
  platform_account_id: '1200300400500',
  status: 'active',
  error: null,
  updated_at: '2026-11-20T08:00:00Z',
};
const tested: TestResult = { pixel: subject, values: { ...blankTestEvent, url: 'https://a.test' }, received: 1, errors: [] };
const found = {
  platform_id: 'a1',
  name: 'drama-px',
  status: 'active',
  sub: 'Drama US 01',
  already: 'no' as const,
  authoriser: null,
  can_switch: false,
};

export const walks: MachineWalk[] = [
  pageWalk(pixelManagementMachine, [
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: { shown: ['name'], density: 'compact', autoRefresh: 30 } },
    { type: 'views.applied', query: '?keyword=a', table: { shown: ['name'], density: 'compact' }, how: 'push' },
    { type: 'page.located', search: '?site_id=9&owner_account_id=9&personal_account_id=9' },
    { type: 'adAccountPicker.unseen', ids: [9] },
    { type: 'sitePicker.unseen', ids: [9] },
    { type: 'personPicker.unseen', ids: [9] },
    { type: 'capiForm.saved', saved: pixel },
    { type: 'pixelSitesForm.saved', saved: pixel },
    { type: 'capiSwitch.done', subject: { row: pixel, enabled: false }, result: { ...pixel, capi_enabled: false } },
    { type: 'sharingForm.saved', saved: { batchIds: [7, 8] } },
    { type: 'pixelDiscovery.started', batchId: 7, siblings: [] },
    { type: 'testEventForm.saved', saved: tested },
    { type: 'testAnswer.repeated', tested },
    { type: 'pixelBatch.started', batchId: 7, batchIds: [7] },
    { type: 'pixelBatch.finished', batchId: 7, watched: true, okIds: [4], failedIds: [5] },
    { type: 'pixelBatch.finished', batchId: 7, watched: false, okIds: [4], failedIds: [5] },
    { type: 'pixelBatch.failedChosen', ids: [5] },
    { type: 'assigning.started', batchId: 7, batchIds: [7] },
    { type: 'assigning.finished', batchId: 7, watched: true, okIds: [4], failedIds: [5] },
    { type: 'assigning.finished', batchId: 7, watched: false, okIds: [4], failedIds: [5] },
    { type: 'assigning.failedChosen', ids: [5] },
    { type: 'pixelExport.done', subject: { query: {}, columns: ['name'] }, rows: 3 },
  ]),
  { machine: shownPixel, events: [{ type: 'pixel.opened', row: pixel }, { type: 'pixel.closed' }] },
  { machine: testAnswer, events: [{ type: 'test.answered', tested }, { type: 'test.read' }, { type: 'test.repeated' }] },
  listWalk(pixelList, pixel),
  viewsWalk(pixelViews),
  tableViewWalk(pixelTableView, { shown: ['name'], density: 'compact' }),
  exportWalk(pixelExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  formWalk(capiForm, { draft: capiDraft(pixel), changes: { test_event_code: 'TEST1' }, wrong: { capi_token: 'short' }, saved: pixel }),
  commandWalk(capiSwitch, { row: pixel, enabled: false }, pixel),
  formWalk(sharingForm, {
    draft: { values: { ...blankSharing, ad_account_ids: [7] }, subject },
    changes: { ad_account_ids: [8] },
    wrong: { ad_account_ids: [] },
    saved: { batchIds: [7] },
  }),
  detailWalk(pixelShares, subject, [share]),
  formWalk(pixelSitesForm, {
    draft: { values: { site_ids: [9] }, subject },
    changes: { site_ids: [] },
    wrong: { site_ids: Array.from({ length: 101 }, (_, index) => index + 1) },
    saved: pixel,
  }),
  formWalk(testEventForm, {
    draft: { values: { ...blankTestEvent, url: 'https://a.test' }, subject },
    changes: { value: 9.99 },
    wrong: { url: 'http://a.test' },
    saved: tested,
  }),
  batchWalk(pixelBatch, { filter: { keyword: 'px' }, params: { action: 'disable' }, wrong: { action: 'unbind' } }),
  discoverWalk(pixelDiscovery, { found }),
];
