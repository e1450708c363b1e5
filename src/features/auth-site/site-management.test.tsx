// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { LandingRow } from '#machines/auth-site/landing-rules.ts';
import type { SiteRow } from '#machines/auth-site/site-rules.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const sites = vi.hoisted(() => ({
  listSites: vi.fn(),
  simpleSites: vi.fn(),
  createSite: vi.fn(),
  editSite: vi.fn(),
  setSiteStatus: vi.fn(),
  deleteSite: vi.fn(),
  verifyInfo: vi.fn(),
  verifySite: vi.fn(),
  exportSites: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/sites.service.ts', () => sites);
const landings = vi.hoisted(() => ({
  listLandings: vi.fn(),
  createLanding: vi.fn(),
  createLandings: vi.fn(),
  editLanding: vi.fn(),
  deleteLanding: vi.fn(),
  setLandingStatuses: vi.fn(),
  exportLandings: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/landing-pages.service.ts', () => landings);
vi.mock('#src/services/pixels.service.ts', () => ({
  simplePixels: async () => ({
    list: [
      { id: 4, label: 'drama-px', sub: '', status: 'active' },
      { id: 6, label: 'shop-px', sub: '', status: 'active' },
    ],
  }),
}));
vi.mock('#src/services/homepages.service.ts', () => ({ simpleHomepages: async () => ({ list: [] }) }));
vi.mock('#src/services/dramas.service.ts', () => ({
  simpleDramas: async () => ({
    list: [
      { id: 2, label: 'Boss is back', sub: 'D0002', status: 'on' },
      { id: 3, label: 'Twin hearts', sub: 'D0003', status: 'on' },
    ],
  }),
}));
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({
    timezones: [{ value: 'UTC', label_zh: '世界时', label_en: 'UTC' }],
    languages: [
      { value: 'en', label_zh: '英语', label_en: 'English' },
      { value: 'es', label_zh: '西班牙语', label_en: 'Spanish' },
    ],
    countries: [],
  }),
}));
vi.mock('#src/services/drafts.service.ts', () => ({
  getDraft: async () => ({ draft: null }),
  saveDraft: async () => ({}),
  deleteDraft: async () => ({}),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));

const site = (more: Partial<SiteRow> = {}): SiteRow => ({
  id: 9,
  version: 2,
  name: 'Drama one',
  domain: 'drama.test',
  biz: 'dj',
  kind: 'h5',
  app_url_ios: null,
  app_url_android: null,
  url_tags: 'ad_id={{ad.id}}',
  timezone_name: 'UTC',
  verify_method: 'dns_txt',
  verify_state: 'pending',
  verify_error: null,
  verified_at: null,
  pixels: [{ id: 4, label: 'drama-px' }],
  default_pixel: { id: 4, label: 'drama-px' },
  homepages: [],
  default_homepage: null,
  landings: 1,
  uv_7d: 900,
  revenue_7d_usd: 12_300,
  assignees: [],
  status: 'on',
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'verify', 'bind_assets', 'set_status', 'assign', 'add_landing', 'delete'],
  ...more,
});
const landing = (more: Partial<LandingRow> = {}): LandingRow => ({
  id: 31,
  version: 1,
  site: { id: 9, label: 'Drama one' },
  biz: 'dj',
  content: { id: 2, label: 'Boss is back' },
  title: 'Boss is back',
  slug: 'boss',
  old_slugs: [],
  url: 'https://drama.test/boss',
  url_tagged: 'https://drama.test/boss?ad_id={{ad.id}}',
  template: 'list',
  start_episode: null,
  ads_running: 2,
  pv_7d: 1_200,
  lp_pay_rate: 0.031,
  language: 'en',
  country: null,
  ab_group: null,
  status: 'draft',
  created_at: '2026-11-01T08:00:00Z',
  can: ['edit', 'copy', 'set_status', 'delete'],
  ...more,
});

let actor: AnyActorRef;

async function show(search = '') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', isAdmin: 1, isLeader: false, actions: [], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
  await waitFor(() => expect(sites.listSites).toHaveBeenCalled());
}

const dialog = () => within(screen.getByRole('dialog'));
const pick = async (field: RegExp, ...options: string[]) => {
  await userEvent.click(dialog().getByRole('combobox', { name: field }));
  for (const option of options) await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
  await userEvent.keyboard('{Escape}');
};

beforeAll(() => import('#src/ui/batch/batch-progress.tsx'));

beforeEach(() => {
  for (const call of [sites, landings].flatMap((calls) => Object.values(calls))) call.mockReset();
  sites.listSites.mockResolvedValue({ list: [site()], total: 1 });
  landings.listLandings.mockResolvedValue({ list: [landing()], total: 1 });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('a new site', () => {
  it('shows while the tags are typed what a link will look like, and is not sent without the ad in them', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New site' }));
    await userEvent.type(dialog().getByLabelText(/^\*Name/), 'Drama two');
    await userEvent.type(dialog().getByLabelText(/^\*Domain/), 'Two.Drama.Test');
    const tags = dialog().getByLabelText(/^\*URL parameters/);
    await userEvent.clear(tags);
    await userEvent.type(tags, 'from={{{{placement}}');
    expect(dialog().getByText('https://Two.Drama.Test/sample?from=feed')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Create' }));
    expect(sites.createSite).not.toHaveBeenCalled();
    expect(dialog().getByText('URL parameters must contain ad_id={{ad.id}}')).toBeDefined();
  });

  it('is sent with its domain as it is kept; one that is taken is said at the field', async () => {
    sites.createSite.mockRejectedValueOnce(new ApiError('Already exists', 409, { reason: 'DUPLICATE' })).mockResolvedValueOnce(site());
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New site' }));
    await userEvent.type(dialog().getByLabelText(/^\*Name/), 'Drama two');
    await userEvent.type(dialog().getByLabelText(/^\*Domain/), 'Two.Drama.Test');
    await userEvent.click(dialog().getByRole('button', { name: 'Create' }));
    expect(await dialog().findByText('Already exists')).toBeDefined();
    expect(sites.createSite.mock.calls[0]?.[0]).toMatchObject({
      domain: 'two.drama.test',
      app_url_ios: null,
      pixel_ids: [],
      default_pixel_id: null,
    });
    await userEvent.click(dialog().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('pixels of a site', () => {
  it('take their default along when they go', async () => {
    sites.editSite.mockResolvedValue(site({ version: 3 }));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Drama one' }));
    await pick(/^\*?Pixels/, 'drama-px', 'shop-px');
    expect(dialog().getByRole('combobox', { name: /Default pixel/ }).textContent).not.toContain('drama-px');
    await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(sites.editSite).toHaveBeenCalledExactlyOnceWith({
        id: 9,
        version: 2,
        pixel_ids: [6],
        default_pixel_id: null,
        ...anyIdempotencyKey,
      }),
    );
  });
});

describe('the proof of a domain', () => {
  it('says what to put where, and when it may be tried again', async () => {
    sites.verifyInfo.mockResolvedValue({ method: 'dns_txt', name: '_x.drama.test', value: 'site-verification=abc', next_try_at: null });
    const next_try_at = new Date(Date.now() + 60_000).toISOString();
    sites.verifySite.mockResolvedValue({ verify_state: 'failed', error: 'The proof was not found', next_try_at });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Verify Drama one' }));
    expect(await dialog().findByText('site-verification=abc')).toBeDefined();
    expect(dialog().getByRole('button', { name: 'Copy Record value' })).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Check' }));
    expect(await dialog().findByText('The proof was not found')).toBeDefined();
    const again = dialog().getByRole<HTMLButtonElement>('button', { name: /Check again in \d+ s/ });
    expect(again.disabled).toBe(true);
    expect(sites.verifySite).toHaveBeenCalledExactlyOnceWith({ id: 9 });
  });
});

describe('a site', () => {
  it('is switched off after a question', async () => {
    sites.setSiteStatus.mockResolvedValue(site({ status: 'off' }));
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Status of Drama one' }));
    expect(sites.setSiteStatus).not.toHaveBeenCalled();
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(sites.setSiteStatus).toHaveBeenCalledExactlyOnceWith({ id: 9, status: 'off' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Status of Drama one' }).getAttribute('aria-checked')).toBe('false'));
  });

  it('is deleted with its name typed', async () => {
    sites.deleteSite.mockResolvedValue({});
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Drama one' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Its landing page is deleted with it/)).toBeDefined();
    await userEvent.type(question.getByLabelText('Type the site name Drama one to confirm'), 'Drama one{Enter}');
    await waitFor(() => expect(sites.deleteSite).toHaveBeenCalledExactlyOnceWith({ id: 9 }));
  });
});

describe('the landing pages below a site', () => {
  it('are asked for when it is unfolded, and the address says so', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /Show details of Drama one|Expand Drama one|Unfold/ }));
    expect(await screen.findByText('The domain drama.test is not verified yet')).toBeDefined();
    await waitFor(() => expect(landings.listLandings.mock.calls[0]?.[0]).toMatchObject({ site_id: 9, page: 1 }));
    expect(actor.getSnapshot().context.search).toBe('?landing_site_id=9');
    expect((await screen.findByRole('link', { name: 'boss' })).getAttribute('href')).toBe('https://drama.test/boss');
  });

  it('are opened by their count, too', async () => {
    await show();
    await userEvent.click(await screen.findByRole('button', { name: /landing pages? of Drama one$/ }));
    expect(await screen.findByRole('link', { name: 'boss' })).toBeDefined();
    expect(actor.getSnapshot().context.search).toBe('?landing_site_id=9');
  });

  it('go online at once, and offline after a question', async () => {
    landings.editLanding.mockResolvedValueOnce(landing({ status: 'online', version: 2 }));
    await show('?landing_site_id=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Put online Boss is back' }));
    await waitFor(() => expect(landings.editLanding).toHaveBeenCalledExactlyOnceWith({ id: 31, version: 1, status: 'online' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Take offline Boss is back' }));
    expect(screen.getByRole('alertdialog', { name: 'Take Boss is back offline' })).toBeDefined();
    expect(landings.editLanding).toHaveBeenCalledOnce();
  });

  it('go offline against running ads only after the slug was typed', async () => {
    landings.listLandings.mockResolvedValue({ list: [landing({ status: 'online', ads_running: 3 })], total: 1 });
    landings.editLanding.mockResolvedValue(landing({ status: 'offline', version: 2 }));
    await show('?landing_site_id=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Take offline Boss is back' }));
    const question = within(screen.getByRole('alertdialog'));
    expect(question.getByRole('alert').textContent).toBe('3 running ads lead here and will keep spending');
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Take offline' }).disabled).toBe(true);
    await userEvent.type(question.getByRole('textbox'), 'boss');
    await userEvent.click(question.getByRole('button', { name: 'Take offline' }));
    await waitFor(() =>
      expect(landings.editLanding).toHaveBeenCalledExactlyOnceWith({ id: 31, version: 1, status: 'offline', force: true }),
    );
  });

  it('go offline together against running ads only after their number was typed', async () => {
    landings.setLandingStatuses.mockReturnValue(new Promise(() => undefined));
    await show('?landing_site_id=9');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Boss is back/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Take offline' }));
    const question = () => within(screen.queryByRole('alertdialog') ?? screen.getByRole('dialog'));
    await userEvent.click(question().getByRole('switch', { name: 'Pages with running ads' }));
    expect(question().getByText('Their ads keep spending')).toBeDefined();
    await userEvent.click(question().getByRole('button', { name: /^Take 1/ }));
    expect(landings.setLandingStatuses).not.toHaveBeenCalled();
    await userEvent.type(question().getByRole('textbox', { name: 'Type 1 to confirm' }), '1');
    await userEvent.click(question().getByRole('button', { name: /^Take 1/ }));
    await waitFor(() =>
      expect(landings.setLandingStatuses).toHaveBeenCalledExactlyOnceWith({
        ids: [31],
        status: 'offline',
        force: true,
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('warn of the ads that use a slug while it is changed', async () => {
    landings.listLandings.mockResolvedValue({ list: [landing({ status: 'online', ads_running: 1 })], total: 1 });
    await show('?landing_site_id=9');
    await userEvent.click(await screen.findByRole('button', { name: 'Boss is back' }));
    expect(screen.queryByText('1 running ad uses the old path')).toBeNull();
    await userEvent.type(dialog().getByRole('textbox', { name: 'Path' }), '-2');
    expect(dialog().getByText('1 running ad uses the old path')).toBeDefined();
  });

  it('are made as new from one that is there, under another slug', async () => {
    landings.createLanding.mockResolvedValue(landing({ id: 32 }));
    await show('?landing_site_id=9');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Boss is back' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Copy' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Create' }));
    await waitFor(() =>
      expect(landings.createLanding).toHaveBeenCalledExactlyOnceWith({
        site_id: 9,
        content_id: 2,
        title: 'Boss is back',
        slug: 'boss-copy',
        template: 'list',
        start_episode: null,
        language: 'en',
        country: null,
        ab_group: null,
        status: 'draft',
        ...anyIdempotencyKey,
      }),
    );
  });

  it('are generated by the dozen, and counted before', async () => {
    const begun = { batch_id: 70, status: 'running', total: 4, done: 0, ok: 0, fail: 0, skip: 0, unknown: 0, canceled: 0 };
    landings.createLandings.mockResolvedValue(begun);
    landings.listLandings.mockResolvedValue({ list: [], total: 0 });
    await show('?landing_site_id=9');
    const empty = within((await screen.findByText('No landing pages yet')).closest('div') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: 'Bulk generate' }));
    await pick(/Dramas/, 'Boss is back', 'Twin hearts');
    await pick(/Languages/, 'English', 'Spanish');
    await userEvent.click(dialog().getByRole('checkbox', { name: /^Quiz/ }));
    expect(dialog().getByText('2 contents × 2 languages × 1 template = 4 pages')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Generate 4 pages' }));
    await waitFor(() =>
      expect(landings.createLandings).toHaveBeenCalledExactlyOnceWith({
        site_id: 9,
        content_ids: [2, 3],
        languages: ['en', 'es'],
        templates: ['quiz'],
        start_episode: null,
        country: null,
        ab_group: null,
        status: 'draft',
        ...anyIdempotencyKey,
      }),
    );
  });

  it('that match the filters of the sheet are put online together', async () => {
    landings.listLandings.mockResolvedValue({ list: [landing(), landing({ id: 32, title: 'Other', slug: 'other' })], total: 2 });
    landings.setLandingStatuses.mockResolvedValue({
      batch_id: 70,
      status: 'running',
      total: 2,
      done: 0,
      ok: 0,
      fail: 0,
      skip: 0,
      unknown: 0,
      canceled: 0,
    });
    await show('?landing_site_id=9&landing_status=draft');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Boss is back' }));
    await userEvent.click(screen.getByRole('button', { name: /Select all 2/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Put online' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Put 2 pages online' }));
    await waitFor(() =>
      expect(landings.setLandingStatuses).toHaveBeenCalledExactlyOnceWith({
        filter: { site_id: 9, status: 'draft' },
        expected_total: 2,
        status: 'online',
        ...anyIdempotencyKey,
      }),
    );
  });
});
