// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { sampleCheck, samplePlan, sampleProblem, samplePublish, sampleScheme } from '#machines/advertising-publish/publish-wizard.walks.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { account, faulty, plan } from '#tests/support/publish-samples.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  schemeDetail: vi.fn(),
  simpleSchemes: vi.fn(),
  accountsToPublish: vi.fn(),
  simpleAdAccounts: vi.fn(),
  materialsToPublish: vi.fn(),
  materialUrl: vi.fn(),
  listPosts: vi.fn(),
  simpleMaterials: vi.fn(),
  simpleDramas: vi.fn(),
  simpleProducts: vi.fn(),
  simpleHomepages: vi.fn(),
  simpleLandings: vi.fn(),
  simplePixels: vi.fn(),
  sharePixel: vi.fn(),
  previewPublish: vi.fn(),
  checkPublish: vi.fn(),
  submitPublish: vi.fn(),
  retryPublish: vi.fn(),
  listPublishJobs: vi.fn(),
  exportPublishJobs: Object.assign(vi.fn(), { count: vi.fn() }),
  getDraft: vi.fn(),
  saveDraft: vi.fn(),
  deleteDraft: vi.fn(),
  pollBatches: vi.fn(),
  batchDetail: vi.fn(),
  batchOrder: vi.fn(),
  batchItems: vi.fn(),
  getPrefs: vi.fn(),
  savePref: vi.fn(),
}));
vi.mock('#src/services/schemes.service.ts', () => ({ ...calls, exportSchemes: Object.assign(vi.fn(), { count: vi.fn() }) }));
vi.mock('#src/services/ad-accounts.service.ts', () => calls);
vi.mock('#src/services/materials.service.ts', () => calls);
vi.mock('#src/services/posts.service.ts', () => calls);
vi.mock('#src/services/dramas.service.ts', () => calls);
vi.mock('#src/services/products.service.ts', () => calls);
vi.mock('#src/services/homepages.service.ts', () => calls);
vi.mock('#src/services/landing-pages.service.ts', () => calls);
vi.mock('#src/services/pixels.service.ts', () => calls);
vi.mock('#src/services/publish.service.ts', () => calls);
vi.mock('#src/services/drafts.service.ts', () => calls);
vi.mock('#src/services/batches.service.ts', async (original) => {
  const { pollBatches, batchDetail, batchOrder, batchItems } = calls;
  return { ...(await original<object>()), pollBatches, batchDetail, batchOrder, batchItems };
});
vi.mock('#src/services/prefs.service.ts', () => ({
  loadTableView: async () => undefined,
  saveTableView: async () => ({}),
  getPrefs: calls.getPrefs,
  savePref: calls.savePref,
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({ tags: ['revenge', 'wedding', 'rebirth'].map((value) => ({ value, label_zh: value, label_en: value })) }),
}));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

let actor: AnyActorRef;

function show(search = '?tab=publish', actions = ['publish', 'asset', 'export']) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 5, account: 'ada', isAdmin: 0, isLeader: false, actions, name: 'Ada', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const draftAt = (step: string) => ({
  draft: {
    values: {
      values: { ...samplePublish, scheme_version: 3, biz: 'dj', source: 'material', filledFrom: '3@3', step },
      origin: {},
      withheld: false,
    },
    version: null,
    saved_at: '2026-11-22T08:00:00Z',
  },
});

/** Restores a draft that was left on a step. */
async function restoreDraft(step: string) {
  calls.getDraft.mockResolvedValue(draftAt(step));
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
}

const current = () => screen.getAllByRole('button').find((one) => one.getAttribute('aria-current') === 'step')?.textContent;
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }));

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  const named = (id: number, label: string) => ({ list: [{ id, label, sub: '', status: 'on' }], total: 1 });
  calls.schemeDetail.mockResolvedValue({ ...sampleScheme, versions_count: 3 });
  calls.simpleSchemes.mockResolvedValue(named(3, 'US'));
  calls.accountsToPublish.mockResolvedValue({
    list: [account(12, 'Tokyo 1'), account(13, 'Tokyo 2', { disabled: 'Disabled on the channel' })],
    total: 2,
  });
  calls.materialsToPublish.mockResolvedValue({ list: [], total: 0 });
  calls.listPosts.mockResolvedValue({ list: [], total: 0 });
  calls.simpleDramas.mockResolvedValue(named(2, 'The Return'));
  calls.simpleHomepages.mockResolvedValue(named(8, 'Moon Drama'));
  calls.simpleLandings.mockResolvedValue(named(6, 'EP1'));
  calls.simplePixels.mockResolvedValue(named(4, 'Reel pixel'));
  calls.previewPublish.mockResolvedValue(plan);
  calls.checkPublish.mockResolvedValue(sampleCheck);
  calls.getDraft.mockResolvedValue({ draft: null });
  calls.getPrefs.mockResolvedValue({ values: {} });
  calls.savePref.mockResolvedValue({});
  calls.saveDraft.mockResolvedValue({ saved_at: '2026-11-22T08:00:00Z' });
  calls.deleteDraft.mockResolvedValue({});
  calls.pollBatches.mockReturnValue(new Promise(() => undefined));
  calls.batchDetail.mockReturnValue(new Promise(() => undefined));
  calls.batchItems.mockResolvedValue({ list: [], total: 0 });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('publish wizard', () => {
  it('names what is missing before a step can be left', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    expect(screen.getByText('Please select Scheme')).toBeTruthy();
    expect(current()).toContain('Scheme and accounts');
    const later = screen.getByRole('button', { name: /Preview/ });
    expect([later.getAttribute('aria-disabled'), later.title]).toEqual(['true', 'Complete the previous steps first']);
  });

  it('offers only usable accounts, and explains why others are disabled', async () => {
    show('?tab=publish&scheme_id=3');
    const usableRow = within(await screen.findByRole('row', { name: /Tokyo 1/ }));
    expect(usableRow.getByText('¥90,000')).toBeTruthy();
    expect(usableRow.getByText('Asia/Tokyo')).toBeTruthy();
    const faultyRow = within(screen.getByRole('row', { name: /Tokyo 2/ }));
    expect(faultyRow.getByRole<HTMLInputElement>('checkbox').disabled).toBe(true);
    expect(faultyRow.getByText('Disabled on the channel')).toBeTruthy();
    await userEvent.click(usableRow.getByRole('checkbox'));
    await next();
    expect(current()).toContain('Content and creatives');
  });

  it('saves the chosen accounts as a group, and chooses all accounts of a group at once', async () => {
    const korea = { name: 'Korea', ids: [13, 14] };
    calls.getPrefs.mockResolvedValue({ values: { 'publish:account-groups': [korea, { name: 'broken' }] } });
    show();
    await userEvent.click(within(await screen.findByRole('row', { name: /Tokyo 1/ })).getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Save as account group' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Japan');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    const saved = [korea, { name: 'Japan', ids: [12] }];
    await waitFor(() =>
      expect(calls.savePref).toHaveBeenCalledWith({ key: 'publish:account-groups', value: saved, idempotency_key: expect.any(String) }),
    );
    calls.getPrefs.mockResolvedValue({ values: { 'publish:account-groups': saved } });
    await userEvent.click(screen.getByRole('combobox', { name: 'Account group' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Korea (2)' }));
    expect(await screen.findByText('2 / 50')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete account group' })).toBeTruthy();
  });

  it('refuses an unfinished scheme, whose missing parts are dashes', async () => {
    const { body } = sampleScheme;
    const unfinished = {
      ...body,
      money: { ...body.money, budget_usd: null },
      audience: { ...body.audience, countries: [] },
      structure: { ...body.structure, ads_per_group: null },
      identity: { ...body.identity, site_id: null },
    };
    calls.schemeDetail.mockResolvedValue({ ...sampleScheme, status: 'draft', body: unfinished });
    show('?tab=publish&scheme_id=3');
    expect(await screen.findByText(/Sales · — · Daily budget · CBO · 1 × 1 × — · —$/)).toBeTruthy();
    await next();
    expect(screen.getByText('The scheme is not enabled')).toBeTruthy();
    expect(current()).toContain('Scheme and accounts');
  });

  it('explains which scheme the passed posts require, and when they are useless', async () => {
    calls.schemeDetail.mockReturnValue(new Promise(() => undefined));
    show('?tab=publish&post_ids=7,8');
    expect(await screen.findByText(/2 posts added/)).toBeTruthy();
    calls.schemeDetail.mockResolvedValue({ ...sampleScheme, versions_count: 3 });
    actor.send({ type: 'page.located', search: '?tab=publish&scheme_id=3' } as never);
    expect(await screen.findByText(/the 2 posts added will not be used/)).toBeTruthy();
  });

  it('starts from an earlier publish with its accounts and the current scheme version', async () => {
    const values = { scheme_id: 3, ad_account_ids: [12] };
    const again = { action: 'publish', level: null, ids: [], currency: null, timezone_name: null, values };
    calls.batchOrder.mockResolvedValue({ again });
    show('?tab=publish&again=17');
    const usableRow = within(await screen.findByRole('row', { name: /Tokyo 1/ }));
    await waitFor(() => expect(usableRow.getByRole<HTMLInputElement>('checkbox').checked).toBe(true));
    const summary = within(screen.getByRole('complementary', { name: 'Summary' }));
    expect(await summary.findByText('US v3')).toBeTruthy();
    expect(calls.batchOrder.mock.calls[0]?.[0]).toEqual({ batch_id: 17 });
    expect([calls.previewPublish.mock.calls, calls.submitPublish.mock.calls]).toEqual([[], []]);
  });

  it('says when an earlier publish cannot be ordered again', async () => {
    calls.batchOrder.mockResolvedValue({ again: null });
    show('?tab=publish&again=17');
    expect((await screen.findByRole('alert')).textContent).toContain('Batch 17 cannot be run again');
  });

  it('restores all choices of a draft on its step', async () => {
    await restoreDraft('identity');
    expect(current()).toContain('Links and identity');
    const summary = within(screen.getByRole('complementary', { name: 'Summary' }));
    expect(await summary.findByText('US v3')).toBeTruthy();
    expect(await summary.findByText('The Return')).toBeTruthy();
  });

  it('shows where materials were used last and their figures', async () => {
    const material = { status: 'ready', kind: 'video', cover_url: null, ratio: '9:16', duration_ms: 15_000, hit_level: 'none' };
    const used = '2026-11-02T08:00:00Z';
    calls.materialsToPublish.mockResolvedValue({
      list: [
        {
          ...material,
          id: 9,
          title: 'Twist',
          first_used_at: used,
          m: { spend: 12_345, roi_d0: 0.4672 },
          publish: { last_used_at: '2026-11-18T08:00:00Z' },
        },
        { ...material, id: 10, title: 'Elsewhere', first_used_at: used, publish: { last_used_at: null } },
        { ...material, id: 11, title: 'Fresh', first_used_at: null, publish: { last_used_at: null } },
      ],
      total: 3,
    });
    await restoreDraft('content');
    const card = async (title: string) => (await screen.findByText(title)).closest('.ads-publish-card')?.textContent;
    expect(await card('Twist')).toBe('TwistUsed in these accounts 2026-11-18Spend $123.45 · D0 ROI 0.47Preview');
    expect(await card('Elsewhere')).toContain('Not used in these accountsNo spend');
    expect(await card('Fresh')).toContain('Never used');
    expect(calls.materialsToPublish.mock.lastCall?.[0]).toMatchObject({ status: 'ready', drama_id: 2, to_publish_in: [12] });
  });

  it('sorts the materials, narrows them, and chooses one by a click anywhere on its card', async () => {
    const material = { status: 'ready', kind: 'image', cover_url: null, ratio: '1:1', duration_ms: null, hit_level: 'none' };
    calls.materialsToPublish.mockResolvedValue({ list: [{ ...material, id: 21, title: 'Alpha', first_used_at: null }], total: 1 });
    await restoreDraft('content');
    await userEvent.click(await screen.findByRole('combobox', { name: 'Sort' }));
    await userEvent.click(await screen.findByRole('option', { name: 'D0 ROI, last 30 days' }));
    await waitFor(() => expect(calls.materialsToPublish.mock.lastCall?.[0]).toMatchObject({ sort: [{ field: 'roi_d0', order: 'desc' }] }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Use' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Never used' }));
    await waitFor(() => expect(calls.materialsToPublish.mock.lastCall?.[0]).toMatchObject({ used: false }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Tags' }));
    await userEvent.click(await screen.findByRole('option', { name: 'wedding' }));
    await userEvent.click(await screen.findByRole('option', { name: 'revenge' }));
    await waitFor(() => expect(calls.materialsToPublish.mock.lastCall?.[0]).toMatchObject({ tag: ['wedding', 'revenge'] }));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByText('Never used', { selector: '.ads-quiet' }));
    expect(await screen.findByText('2 / 200')).toBeTruthy();
  });

  it('offers the posts of the content with cover and figures', async () => {
    const post = { type: 'video', cover_url: null, message: 'She came back.', homepage: { id: 8, label: 'Moon Drama' }, material: null };
    const figures = { use_count: 3, reactions: 40, comments: 5, created_at: '2026-11-02T08:00:00Z' };
    calls.listPosts.mockResolvedValue({ list: [{ ...post, ...figures, id: 31, headline: 'EP1' }], total: 1 });
    const { body } = sampleScheme;
    calls.schemeDetail.mockResolvedValue({
      ...sampleScheme,
      versions_count: 3,
      body: { ...body, creative: { ...body.creative, source: 'post' } },
    });
    await restoreDraft('content');
    await userEvent.click(await screen.findByText('EP1'));
    expect(await screen.findByText('1 / 200')).toBeTruthy();
    expect(screen.getByText('3 ads · 40 reactions · 5 comments')).toBeTruthy();
    expect(calls.listPosts.mock.lastCall?.[0]).toMatchObject({ usable: true, drama_id: 2 });
  });

  it('shares the pixel with an account that may not use it yet', async () => {
    calls.sharePixel.mockResolvedValue({ batch_id: 9, siblings: [] });
    await restoreDraft('identity');
    expect(await screen.findByText('Not shared')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Share now Tokyo 1' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Share with 1 account' }));
    await waitFor(() => expect(calls.sharePixel).toHaveBeenCalledOnce());
    expect(calls.sharePixel.mock.calls[0]?.[0]).toMatchObject({ pixel_id: 4, ad_account_ids: [12] });
  });

  it('publishes several dramas, each with its own creatives', async () => {
    const material = {
      status: 'ready',
      kind: 'image',
      cover_url: null,
      ratio: '9:16',
      duration_ms: null,
      hit_level: 'none',
      first_used_at: null,
    };
    calls.materialsToPublish.mockResolvedValue({ list: [{ ...material, id: 21, title: 'Second cut' }], total: 1 });
    const drama = (id: number, label: string) => ({ id, label, sub: '', status: 'on' });
    calls.simpleDramas.mockResolvedValue({ list: [drama(2, 'The Return'), drama(5, 'The Vow')], total: 2 });
    await restoreDraft('content');
    await userEvent.click(await screen.findByRole('button', { name: 'Add another drama' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Drama' }));
    await userEvent.click(await screen.findByRole('option', { name: /The Vow/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Second cut' }));
    const dramas = within(screen.getByRole('group', { name: 'Dramas' }));
    expect(dramas.getAllByRole('button', { name: /creative/ }).map(({ textContent }) => textContent)).toEqual([
      'The Return 1 creative',
      'The Vow 1 creative',
    ]);
    await next();
    await next();
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalled());
    expect(calls.previewPublish.mock.calls[0]?.[0]).toMatchObject({
      drama_id: 2,
      material_ids: [9],
      further_contents: [{ drama_id: 5, material_ids: [21] }],
    });
  });

  it('gives an account a page and budget of its own', async () => {
    await restoreDraft('identity');
    await userEvent.click(await screen.findByRole('button', { name: 'Expand Tokyo 1' }));
    const fields = within(screen.getByRole('group', { name: 'Tokyo 1' }));
    await userEvent.click(fields.getByRole('combobox', { name: 'Page' }));
    await userEvent.click(await screen.findByRole('option', { name: /Moon Drama/ }));
    expect(calls.simpleHomepages.mock.calls.map(([asked]) => asked)).toContainEqual(
      expect.objectContaining({ use: 'ads', ad_account_id: 12 }),
    );
    await userEvent.type(fields.getByRole('textbox', { name: 'Budget' }), '20');
    await next();
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalled());
    expect(calls.previewPublish.mock.calls[0]?.[0]).toMatchObject({
      account_overrides: [{ ad_account_id: 12, homepage_id: 8, budget_usd: 2_000 }],
    });
  });

  it('shows where the server found a fault, and leads there', async () => {
    const errors = [{ field: 'drama_id', message: 'The drama is off' }];
    calls.previewPublish.mockRejectedValue(new ApiError('wrong', 400, { reason: 'VALIDATION', errors }));
    await restoreDraft('preview');
    expect(await screen.findByText('The drama is off')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Fix in “Content and creatives”' }));
    expect(current()).toContain('Content and creatives');
  });
});

describe('preview', () => {
  it('shows every object below its parent with its checks, in the currency and timezone of its account', async () => {
    await restoreDraft('preview');
    const grid = within(await screen.findByRole('treegrid', { name: 'To be created' }));
    expect(
      grid
        .getAllByRole('row')
        .slice(1)
        .map((line) => line.getAttribute('aria-level')),
    ).toEqual(['1', '2', '3', '3']);
    const top = within(grid.getAllByRole('row')[1] as HTMLElement);
    expect(top.getByText('¥7,500 JPY')).toBeTruthy();
    expect(top.getByText('2026-11-24 00:00')).toBeTruthy();
    expect(grid.getByText('Already running there')).toBeTruthy();
  });

  it('blocks on errors, and can be narrowed to nodes with findings', async () => {
    calls.previewPublish.mockResolvedValue(faulty);
    await restoreDraft('preview');
    expect(await screen.findByText('Fix 1 error before submitting')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only with errors or warnings' }));
    expect(within(screen.getByRole('treegrid')).queryByText('name of c1.g1.a2')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Share the pixel' }));
    expect(current()).toContain('Links and identity');
  });

  it('counts the same finding of several objects once, as it is listed', async () => {
    const [fault] = faulty.errors;
    const errors = ['a12.c1.g1', 'a12.c1.g2'].map((node) => ({ reason: 'PIXEL_NOT_SHARED', text: 'Not shared', data: {}, ...fault, node }));
    calls.previewPublish.mockResolvedValue({ ...faulty, errors });
    await restoreDraft('preview');
    expect(await screen.findByText('Fix 1 error before submitting')).toBeTruthy();
    expect(within(screen.getByRole('complementary')).getByText('1 error')).toBeTruthy();
  });

  it('names accounts with errors, and continues without them when the others are sound', async () => {
    const text = 'Li, who authorised Tokyo 3, may not advertise with the page “Moon”';
    const error = { reason: 'HOMEPAGE_UNUSABLE', text, data: {} };
    const [first = plan.tree[0]] = plan.tree;
    const other = { ...first, node: 'a14.c1', account: { id: 14, label: 'Tokyo 3' }, errors: [error] } as (typeof plan.tree)[number];
    calls.previewPublish.mockResolvedValueOnce({ ...plan, tree: [...plan.tree, other], errors: [{ node: 'a14.c1', ...error }] });
    const kept = draftAt('preview');
    kept.draft.values.values = { ...kept.draft.values.values, ad_account_ids: [12, 14] };
    calls.getDraft.mockResolvedValue(kept);
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    await userEvent.click(screen.getByRole('button', { name: /Leave out the account with errors and publish to the rest: Tokyo 3/ }));
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalledTimes(2), { timeout: 3000 });
    expect(calls.previewPublish.mock.calls[1]?.[0]).toMatchObject({ ad_account_ids: [12] });
  });

  it('lists all warnings, grouped by kind', async () => {
    const warnings = Array.from({ length: 12 }, (_, n) => ({ node: null, reason: 'MATERIAL_USED', text: `Cut ${n} is running`, data: {} }));
    calls.previewPublish.mockResolvedValue({
      ...plan,
      warnings: [...warnings, { node: null, reason: 'SITE_UNVERIFIED', text: 'Not verified', data: {} }],
    });
    await restoreDraft('preview');
    expect(await screen.findByText('12 creatives were already used in these accounts in the last 7 days')).toBeTruthy();
    const group = screen.getByText('Cut 11 is running').closest('details');
    expect(group?.open).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    expect(group?.open).toBe(true);
    expect(within(group as HTMLElement).getAllByRole('listitem')).toHaveLength(12);
    expect(screen.getByText('Not verified')).toBeTruthy();
  });

  it('leaves a row out and puts it back', async () => {
    await restoreDraft('preview');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Publish name of c1.g1' }));
    expect(screen.getByText('2 ads left out')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Publish name of c1' }).checked).toBe(false);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Publish name of c1.g1.a2' }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Publish name of c1' }).checked).toBe(true);
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalledTimes(2), { timeout: 3000 });
    expect(calls.previewPublish.mock.calls[1]?.[0]).toMatchObject({ left_out: ['c1.g1.a1'] });
    await userEvent.click(screen.getByRole('button', { name: 'Put all back' }));
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalledTimes(3), { timeout: 3000 });
    expect(calls.previewPublish.mock.calls[2]?.[0]).not.toHaveProperty('left_out');
  });

  it('is renewed with an edited name', async () => {
    await restoreDraft('preview');
    await userEvent.click(await screen.findByRole('button', { name: 'Change Name of the Campaign: name of c1' }));
    const input = screen.getByRole('textbox', { name: 'Name of the Campaign' });
    await userEvent.clear(input);
    await userEvent.type(input, 'Mine{Enter}');
    await waitFor(() => expect(calls.previewPublish).toHaveBeenCalledTimes(2), { timeout: 3000 });
    expect(calls.previewPublish.mock.calls[1]?.[0]).toMatchObject({
      scheme_id: 3,
      scheme_version: 3,
      drama_id: 2,
      renames: { c1: 'Mine' },
    });
  });
});

describe('submission', () => {
  const goToSubmission = async () => {
    await restoreDraft('preview');
    await screen.findByRole('treegrid');
    await next();
  };

  it('of a large amount is confirmed first, and sent once', async () => {
    calls.previewPublish.mockResolvedValue({ ...plan, confirm_budget: true, total_usd_day: 150_000 });
    calls.submitPublish.mockResolvedValue({ batch_id: 7 });
    await goToSubmission();
    const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish 1 ad' });
    expect(publish.disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'I confirm the total daily budget of $1,500.00' }));
    await userEvent.dblClick(publish);
    await screen.findByText(/Batch 7 submitted/);
    expect(calls.submitPublish.mock.calls.map(([asked]) => asked)).toEqual([
      { plan_id: samplePlan.plan_id, confirm_budget: true, idempotency_key: expect.any(String) },
    ]);
    await waitFor(() => expect(calls.deleteDraft).toHaveBeenCalled());
  });

  it('is held while the platform objects, and leads to the field at fault', async () => {
    calls.checkPublish.mockResolvedValue({ ...sampleCheck, problems: [sampleProblem] });
    await goToSubmission();
    expect(await screen.findByText('The platform found 1 error. Fix it before submitting')).toBeTruthy();
    expect(screen.getByText('Budget: The budget is too low (1 campaign; Tokyo 1)')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish 1 ad' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Fix in “Preview”' }));
    expect(current()).toContain('Preview');
    expect(await screen.findByText('The budget is too low')).toBeTruthy();
  });

  it('needs an acceptance of what the platform could not confirm, and shows when a small quota lets it end', async () => {
    const problem = { ...sampleProblem, severity: 'warning', reason: 'PLATFORM_DOWN', text: 'Platform down', field: null };
    const limited = { account: { id: 12, label: 'Tokyo 1' }, writes: 511, tier: 'limited', ends_at: '2026-11-22T15:00:00Z' };
    calls.checkPublish.mockResolvedValue({
      ...sampleCheck,
      problems: [problem],
      unchecked: [{ level: 'ad', reason: 'file', objects: 4 }],
      ends_at: limited.ends_at,
      schedule: [limited],
    });
    calls.submitPublish.mockResolvedValue({ batch_id: 7 });
    await goToSubmission();
    const publish = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publish 1 ad' });
    await screen.findByText('The platform could not confirm 1 thing');
    expect(screen.getByText(/^4 ads could not be checked beforehand/)).toBeTruthy();
    expect(screen.getByText(/^Tokyo 1: 511 writes, expected to be done by 2026-11-22/)).toBeTruthy();
    expect(publish.disabled).toBe(true);
    await userEvent.click(screen.getByRole('checkbox', { name: 'I understand and want to submit anyway' }));
    await userEvent.click(publish);
    await screen.findByText(/Batch 7 submitted/);
    expect(calls.submitPublish.mock.calls[0]?.[0]).toMatchObject({ accept_warnings: true });
  });

  it('is held when the platform could not be asked, until it could', async () => {
    calls.checkPublish.mockRejectedValueOnce(new Error('no network'));
    await goToSubmission();
    expect(await screen.findByText('The platform could not be asked, so this cannot be submitted yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('The platform checked 3 samples and has no objections')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish 1 ad' }).disabled).toBe(false);
  });

  it('returns to a new preview when something changed in the meantime', async () => {
    calls.submitPublish.mockRejectedValue(new ApiError('changed', 409, { reason: 'SELECTION_CHANGED' }));
    await goToSubmission();
    await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 ad' }));
    expect(await screen.findByText(/Something changed or the preview expired/)).toBeTruthy();
    expect(current()).toContain('Preview');
    expect(calls.previewPublish).toHaveBeenCalledTimes(2);
  });

  it('is repeated with the same key when its answer was lost', async () => {
    calls.submitPublish.mockRejectedValueOnce(new Error('no network')).mockResolvedValue({ batch_id: 7 });
    await goToSubmission();
    await userEvent.click(await screen.findByRole('button', { name: 'Publish 1 ad' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Check again' }));
    await screen.findByText(/Batch 7 submitted/);
    const [first, second] = calls.submitPublish.mock.calls.map(([asked]) => asked);
    expect(second).toEqual(first);
  });
});

describe('publish jobs', () => {
  it('count their ads, and link to results and campaigns', async () => {
    calls.listPublishJobs.mockResolvedValue({
      list: [
        {
          id: 7,
          status: 'partial',
          user: { id: 5, label: 'Ada' },
          total: 46,
          done: 46,
          ok: 43,
          fail: 3,
          skip: 0,
          unknown: 0,
          canceled: 0,
          removed: 0,
          created_at: '2026-11-22T08:00:00Z',
          started_at: null,
          finished_at: null,
          can: ['retry'],
          scheme: { id: 3, label: 'US', version: 3 },
          accounts: 2,
          ads: { total: 40, ok: 37, fail: 3, unknown: 0 },
          budget_day_usd: 150_000,
        },
      ],
      total: 1,
    });
    calls.exportPublishJobs.count.mockResolvedValue({ count: 1, max: 200_000 });
    show('?tab=jobs&status=partial');
    const job = within(await screen.findByRole('row', { name: /v3/ }));
    expect(calls.listPublishJobs.mock.calls[0]?.[0]).toMatchObject({ status: 'partial' });
    for (const text of ['40', '37', '$1,500.00', 'v3']) expect(job.getByText(text)).toBeTruthy();
    expect(job.getByRole('button', { name: 'Retry failed 7' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(calls.exportPublishJobs.count.mock.calls[0]?.[0]).toMatchObject({
        status: 'partial',
        columns: expect.arrayContaining(['scheme', 'budget_day']),
      }),
    );
    const asked = within(await screen.findByRole('dialog', { name: 'Export Publish jobs' }));
    await userEvent.click(asked.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(job.getByRole('button', { name: 'Results 7' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('group their failures, and retry a group with another page', async () => {
    const batch = {
      id: 7,
      type: 'publish',
      status: 'partial',
      summary: { zh: '发布', en: 'Publish' },
      total: 46,
      done: 46,
      ok: 0,
      fail: 46,
      skip: 0,
      unknown: 0,
      canceled: 0,
      removed: 0,
      can: ['retry'],
    };
    const failure = { platform_code: null, platform_subcode: null, target_type: 'ad', account: { id: 12, label: 'Tokyo 1' } };
    const failures = [
      { ...failure, reason: 'HOMEPAGE_UNUSABLE', text: 'Page unusable', count: 40, item_ids: [71, 72], remedy: 'homepage' },
      { ...failure, reason: 'LANDING_OFFLINE', text: 'Landing page offline', count: 6, item_ids: [73], remedy: null },
    ];
    calls.batchDetail.mockResolvedValue({ ...batch, failures });
    calls.retryPublish.mockResolvedValue({ batch_id: 7 });
    show('?tab=jobs');
    actor
      .getSnapshot()
      .children.jobs.getSnapshot()
      .children.progress.send({ type: 'progress.followed', batchIds: [7], show: true });
    const groups = within(await screen.findByRole('region', { name: 'Failures by reason' }));
    expect(groups.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '40 × Page unusableTokyo 1 · AdChoose another Page and retry these 2Retry these 2',
      '6 × Landing page offlineTokyo 1 · AdRetry this one',
    ]);
    await userEvent.click(groups.getByRole('button', { name: 'Choose another Page and retry these 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retry with another Page' }));
    await userEvent.click(dialog.getByRole('combobox', { name: 'Page' }));
    await userEvent.click(await screen.findByRole('option', { name: /Moon Drama/ }));
    expect(calls.simpleHomepages.mock.lastCall?.[0]).toMatchObject({ use: 'ads', ad_account_id: 12 });
    await userEvent.click(dialog.getByRole('button', { name: 'Change and retry' }));
    await waitFor(() => expect(calls.retryPublish).toHaveBeenCalledOnce());
    expect(calls.retryPublish.mock.calls[0]?.[0]).toMatchObject({ batch_id: 7, item_ids: [71, 72], homepage_id: 8 });
    await waitFor(() => expect(calls.batchDetail.mock.calls.length).toBeGreaterThan(1));
  });
});
