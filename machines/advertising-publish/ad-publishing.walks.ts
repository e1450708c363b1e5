import { batchWalk } from '../kernel/batch/batch.walks.ts';
import {
  commandWalk,
  detailWalk,
  exportWalk,
  formWalk,
  listWalk,
  optionsWalk,
  pageWalk,
  tabbedWalk,
  tableViewWalk,
} from '../kernel/kernel.walks.ts';
import { viewsWalk } from '../kernel/list/saved-views.walks.ts';
import type { MachineWalk } from '../kernel/machine-walk.ts';
import { adPublishingMachine } from './ad-publishing.machine.ts';
import { blankRemedy, failureRemedy } from './failure-remedy.machine.ts';
import { jobExport, jobList, jobTableView, jobViews, publishJobsMachine } from './publish-jobs.machine.ts';
import { chosenAccounts, pixelSharing, publishAccounts, publishMaterials, publishPosts } from './publish-parts.machine.ts';
import { sampleScheme } from './publish-wizard.walks.ts';
import {
  schemeButtons,
  schemeCopy,
  schemeDeletion,
  schemeExport,
  schemeForm,
  schemeList,
  schemeManagementMachine,
  schemeSwitch,
  schemeTableView,
  schemeViews,
} from './scheme-management.machine.ts';
import { schemeOpening } from './scheme-opening.machine.ts';
import { schemeDraft } from './scheme-rules.ts';
import { schemeComparison, schemeRestoration, schemeVersions } from './scheme-versions.machine.ts';

const look = { shown: ['name'], density: 'compact', autoRefresh: 30 };
const row = { ...sampleScheme, owner: { id: 1, label: '陈一鸣' } };
const job = { id: 7, status: 'running' };
const restoration = { id: 3, name: 'US', version: 1 };

const twoTabs = tabbedWalk(adPublishingMachine, 'schemes', 'jobs');
const tabbed: MachineWalk = {
  ...twoTabs,
  events: [...twoTabs.events, { type: 'page.located', search: '?tab=publish' }, { type: 'tab.chosen', tab: 'publish' }],
};

export const walks: MachineWalk[] = [
  tabbed,
  formWalk(failureRemedy, {
    draft: {
      values: { ...blankRemedy, budget_usd: 20 },
      subject: { batchId: 7, itemIds: [71], remedy: 'budget', account: { id: 12, label: 'Tokyo 1' } },
    },
    changes: { budget_usd: 30 },
    wrong: { budget_usd: Number.NaN },
    saved: { batch_id: 7 },
  }),
  {
    ...pageWalk(schemeManagementMachine, [
      { type: 'list.moved', search: '?page=2', how: 'push' },
      { type: 'view.updated', view: look },
      { type: 'views.applied', query: '?keyword=a', table: look, how: 'push' },
      { type: 'page.located', search: '?owner_user_id=7' },
      { type: 'page.located', search: '?open=3' },
      { type: 'staffPicker.unseen', ids: [7] },
      { type: 'schemeOpening.done', subject: { id: 3 }, result: { scheme: sampleScheme, asOf: 0 } },
      { type: 'schemeForm.saved', saved: { id: 3 } },
      { type: 'schemeCopy.saved', saved: { id: 4 } },
      { type: 'schemeSwitch.done', subject: { row, status: 'enabled' }, result: {} },
      { type: 'schemeDeletion.done', subject: row, result: { id: 3 } },
      { type: 'schemeRestoration.done', subject: restoration, result: { current_version: 4 } },
    ]),
    input: { search: '?open=3' },
    distinguish: ({ search }: { search: string }) => search,
  },
  listWalk(schemeList, row),
  formWalk(schemeForm, {
    draft: schemeDraft(sampleScheme, 0),
    changes: { remark: 'x' },
    wrong: { name: '' },
    saved: { id: 3 },
  }),
  formWalk(schemeCopy, {
    draft: { values: { name: 'US copy', enable: true }, subject: { id: 3, name: 'US' } },
    changes: { name: 'US 2' },
    wrong: { name: '' },
    saved: { id: 4 },
  }),
  commandWalk(schemeOpening, { id: 3, name: 'US' }, { scheme: sampleScheme, asOf: 0 }),
  commandWalk(schemeSwitch, { row, status: 'enabled' }),
  commandWalk(schemeDeletion, row),
  commandWalk(schemeRestoration, restoration, { current_version: 4 }),
  detailWalk(schemeVersions, { id: 3, name: 'US', current_version: 3, canEdit: true }, []),
  detailWalk(schemeComparison, { id: 3, before: 1, after: 2 }, { before: sampleScheme.body, after: sampleScheme.body }),
  exportWalk(schemeExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  viewsWalk(schemeViews),
  tableViewWalk(schemeTableView, look),
  optionsWalk(schemeButtons, { value: 'WATCH_MORE', label_zh: '观看更多', label_en: 'Watch more' }),
  pageWalk(publishJobsMachine, [
    { type: 'failureRemedy.saved', saved: { batch_id: 7 } },
    { type: 'list.moved', search: '?page=2', how: 'push' },
    { type: 'view.updated', view: look },
    { type: 'views.applied', query: '?keyword=a', table: look, how: 'push' },
    { type: 'progress.ended', batchId: 7, watched: true, okIds: [], failedIds: [] },
    { type: 'progress.resumed', batchId: 7 },
    { type: 'progress.failedChosen', ids: [] },
    { type: 'page.located', search: '?scheme_id=7&user_id=7&ad_account_id=7' },
    { type: 'schemePicker.unseen', ids: [7] },
    { type: 'staffPicker.unseen', ids: [7] },
    { type: 'adAccountPicker.unseen', ids: [7] },
  ]),
  listWalk(jobList, job),
  exportWalk(jobExport, { filters: {}, sort: undefined, page: 1, pageSize: 20 }),
  viewsWalk(jobViews),
  tableViewWalk(jobTableView, look),
  listWalk(publishAccounts, { id: 1 }),
  listWalk(publishMaterials, { id: 1, status: 'ready' }),
  listWalk(publishPosts, { id: 1, status: 'ready' }),
  detailWalk(chosenAccounts, { ids: [1], pixel_id: undefined, site_id: 2 }, []),
  batchWalk(pixelSharing, { filter: {}, params: { pixel_id: 4 }, wrong: { reason: 'x'.repeat(201) } }),
];
