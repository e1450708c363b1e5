// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { sampleScheme } from '#machines/advertising-publish/publish-wizard.walks.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { staleFigures, staleFiguresText } from '#tests/support/stale-figures.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const schemes = vi.hoisted(() => ({
  listSchemes: vi.fn(),
  schemeDetail: vi.fn(),
  schemeVersions: vi.fn(),
  simpleSchemes: vi.fn(),
  schemeInterests: vi.fn(),
  createScheme: vi.fn(),
  editScheme: vi.fn(),
  copyScheme: vi.fn(),
  setSchemeStatus: vi.fn(),
  deleteScheme: vi.fn(),
  exportSchemes: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/schemes.service.ts', () => schemes);
const choices = vi.hoisted(() => ({
  simpleSites: vi.fn(),
  simplePixels: vi.fn(),
  simpleHomepages: vi.fn(),
  simpleLandings: vi.fn(),
  sharePixel: vi.fn(),
}));
vi.mock('#src/services/sites.service.ts', () => choices);
vi.mock('#src/services/pixels.service.ts', () => choices);
vi.mock('#src/services/homepages.service.ts', () => choices);
vi.mock('#src/services/landing-pages.service.ts', () => choices);
vi.mock('#src/services/dicts.service.ts', () => ({
  listDicts: async () => ({
    countries: [
      { value: 'US', label_zh: '美国', label_en: 'United States' },
      { value: 'GB', label_zh: '英国', label_en: 'United Kingdom' },
    ],
    locales: [{ value: 'en', label_zh: '英语', label_en: 'English' }],
    call_to_actions: [{ value: 'WATCH_MORE', label_zh: '观看更多', label_en: 'Watch more' }],
  }),
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => undefined, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/drafts.service.ts', () => ({
  getDraft: async () => ({ draft: null }),
  saveDraft: async () => ({ saved_at: '2026-11-22T08:00:00Z' }),
  deleteDraft: async () => ({}),
}));

const { body: _, shown_version: __, ...frame } = sampleScheme;
const row = {
  ...frame,
  owner: { id: 5, label: 'Ada' },
  objective: 'OUTCOME_SALES',
  source: 'post',
  budget_usd: 5000,
  budget_mode: 'daily',
  budget_level: 'campaign',
  bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
  countries: ['US'],
  structure: [1, 2, 5],
  missing: [],
  last_published_at: null,
  roi_d0_30d: null,
  created_at: '2026-11-20T08:00:00Z',
  can: ['publish', 'edit', 'copy', 'set_status', 'delete'],
};
const draftBody = {
  ...sampleScheme.body,
  money: { ...sampleScheme.body.money, budget_usd: null },
  audience: { ...sampleScheme.body.audience, countries: [] },
  structure: { ...sampleScheme.body.structure, ads_per_group: null },
  identity: { ...sampleScheme.body.identity, site_id: null },
};
const draftRow = {
  ...row,
  status: 'draft',
  publish_count: 0,
  budget_usd: null,
  countries: [],
  structure: [1, 2, null],
  missing: ['money.budget_usd', 'audience.countries', 'structure.ads_per_group', 'identity.site_id'],
  can: ['edit', 'copy', 'set_status', 'delete'],
};
const detail = { ...row, body: sampleScheme.body, shown_version: 3, versions_count: 3 };

let actor: AnyActorRef;

async function show({ actions = ['publish'], rows = [row] as object[], fresh = {} } = {}) {
  schemes.listSchemes.mockResolvedValue({ list: rows, total: rows.length, ...fresh });
  actor = createActor(page.machine, { input: { search: '' } }).start();
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
  await waitFor(() => expect(schemes.listSchemes).toHaveBeenCalled());
}

beforeEach(() => {
  for (const call of [...Object.values(schemes), ...Object.values(choices)]) call.mockReset();
  const named = (id: number, label: string) => ({ list: [{ id, label, sub: '', status: 'on' }], total: 1 });
  choices.simpleSites.mockResolvedValue(named(2, 'reel.test'));
  choices.simplePixels.mockResolvedValue(named(4, 'Reel pixel'));
  choices.simpleHomepages.mockResolvedValue(named(8, 'Moon Drama'));
  choices.simpleLandings.mockResolvedValue(named(6, 'EP1'));
  schemes.schemeDetail.mockResolvedValue(detail);
  schemes.schemeInterests.mockResolvedValue({ list: [{ value: '6003107902433', label_zh: '肥皂剧', label_en: 'Soap operas' }] });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

const drawer = () => screen.findByRole('dialog');
const done = () => noticeBoard.read().map((notice) => ('content' in notice ? notice.content : ''));
const edited = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Edit US' }));
  return drawer();
};

describe('schemes', () => {
  it('show structure, creative source, budget and countries in words', async () => {
    await show();
    const cells = within(await screen.findByRole('row', { name: /US/ }));
    expect(cells.getByText('Posts')).toBeTruthy();
    expect(cells.getByText('1 × 2 × 5')).toBeTruthy();
    expect(cells.getByText('$50.00')).toBeTruthy();
    expect(await cells.findByText('United States')).toBeTruthy();
  });

  it('show how fresh their ROI is, and since when an account lags behind', async () => {
    await show({ fresh: staleFigures });
    expect((await screen.findByText(/Data as of/)).textContent).toBe(staleFiguresText);
  });

  it('show one sentence and a create button when there are none', async () => {
    await show({ rows: [] });
    expect(await screen.findByText('Create a scheme first')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'New scheme' })).toHaveLength(2);
  });

  it('offer no changes without the permission', async () => {
    await show({ actions: [], rows: [{ ...row, can: [] }] });
    const edit = await screen.findByRole('button', { name: 'Edit US' });
    expect(edit.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'New scheme' })).toBeNull();
  });

  it('are enabled at once, and disabled only after a question', async () => {
    schemes.setSchemeStatus.mockResolvedValue({ id: 3, version: 6, status: 'disabled' });
    await show();
    await userEvent.click(await screen.findByRole('switch', { name: 'Enable “US”' }));
    expect(schemes.setSchemeStatus).not.toHaveBeenCalled();
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Disable' }));
    expect(schemes.setSchemeStatus.mock.calls[0]?.[0]).toEqual({ id: 3, version: 5, status: 'disabled' });
    await waitFor(() => expect(done()).toEqual(['Disable the scheme “US”: done']));
  });

  it('are copied with a fitting name; a taken name is shown at its field', async () => {
    schemes.copyScheme
      .mockRejectedValueOnce(new ApiError('Already exists', 409, { reason: 'DUPLICATE' }))
      .mockResolvedValue({ id: 4, version: 1 });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy US' }));
    const dialog = within(await drawer());
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('US copy');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await dialog.findByText('Already exists')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' 2');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(schemes.copyScheme.mock.calls[1]?.[0]).toMatchObject({ id: 3, name: 'US copy 2' });
  });
});

describe('scheme drawer', () => {
  it('chooses all countries of a group, beside those already chosen', async () => {
    await show();
    const form = within(await edited());
    const countries = form.getByRole('combobox', { name: 'Countries' });
    await userEvent.click(countries);
    await userEvent.click(await screen.findByRole('option', { name: /^English-speaking/ }));
    expect(countries.textContent).toBe('United StatesCAUnited KingdomIEAUNZ');
  });

  it('shows while typing which values conflict, and clears the fault', async () => {
    await show();
    const form = within(await edited());
    const [lowest, highest] = ['Min age', 'Max age'].map((name) => form.getByRole('textbox', { name }));
    await userEvent.clear(highest as HTMLElement);
    await userEvent.type(highest as HTMLElement, '20');
    expect(form.queryByText('The maximum age cannot be below the minimum age')).toBeNull();
    await userEvent.clear(lowest as HTMLElement);
    await userEvent.type(lowest as HTMLElement, '30');
    expect(form.getByText('The maximum age cannot be below the minimum age')).toBeTruthy();
    await userEvent.clear(lowest as HTMLElement);
    await userEvent.type(lowest as HTMLElement, '18');
    expect(form.queryByText('The maximum age cannot be below the minimum age')).toBeNull();
  });

  it('declares special categories and names an app for the objectives that need one', async () => {
    await show();
    const drawer = within(await edited());
    expect(drawer.queryByRole('combobox', { name: 'Countries of the categories' })).toBeNull();
    await userEvent.click(drawer.getByRole('combobox', { name: 'Special ad categories' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Housing' }));
    expect(drawer.getByText('Such ads are open to every age (18 to 65), gender and interest.')).toBeTruthy();
    await userEvent.click(screen.getByRole('option', { name: 'Social issues, elections or politics' }));
    expect(drawer.getByText(/^Such ads are open .* “Paid for by” disclaimer\. Set up both/)).toBeTruthy();
    expect(drawer.getByRole('combobox', { name: 'Countries of the categories' })).toBeTruthy();
    expect(drawer.queryByRole('textbox', { name: 'App ID' })).toBeNull();
    await userEvent.click(drawer.getByRole('combobox', { name: 'Objective' }));
    await userEvent.click(await screen.findByRole('option', { name: 'App promotion' }));
    expect(drawer.getByRole('textbox', { name: 'App ID' })).toBeTruthy();
  });

  it('asks who benefits and who pays once a country of the European Union is chosen', async () => {
    await show();
    const drawer = within(await edited());
    expect(drawer.queryByRole('textbox', { name: 'Beneficiary' })).toBeNull();
    await userEvent.click(drawer.getByRole('combobox', { name: 'Countries' }));
    // Ireland is among them.
    await userEvent.click(await screen.findByRole('option', { name: /^English-speaking/ }));
    await userEvent.type(drawer.getByRole('textbox', { name: 'Payer' }), 'Galaxy Media');
    await userEvent.click(drawer.getByRole('button', { name: 'Save scheme' }));
    expect(schemes.editScheme).not.toHaveBeenCalled();
    schemes.editScheme.mockResolvedValue({ id: 3, version: 6, current_version: 4 });
    await userEvent.type(drawer.getByRole('textbox', { name: 'Beneficiary' }), 'Galaxy Shorts');
    await userEvent.click(drawer.getByRole('button', { name: 'Save scheme' }));
    await waitFor(() => expect(schemes.editScheme).toHaveBeenCalledOnce());
    expect(schemes.editScheme.mock.calls[0]?.[0].body?.identity).toMatchObject({ beneficiary: 'Galaxy Shorts', payer: 'Galaxy Media' });
  });

  it('shows an example name, and which placeholders are unknown', async () => {
    await show();
    const form = within(await edited());
    const name = form.getByRole('textbox', { name: 'Campaign name' });
    expect(form.getByText(/^Example: The Return_US_\d{8}_01$/)).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, '{{drama}_x');
    expect(form.getByText('Unknown macro {drama}')).toBeTruthy();
  });

  it('counts the objects of the structure', async () => {
    await show();
    const form = within(await edited());
    const groups = form.getByRole('textbox', { name: 'Ad sets per campaign' });
    await userEvent.clear(groups);
    await userEvent.type(groups, '4');
    expect(form.getByText(/1 campaigns × 4 ad sets × 5 ads, with room for 20 creatives/)).toBeTruthy();
  });

  it('sends only the changes, and announces a new version', async () => {
    schemes.editScheme.mockResolvedValue({ id: 3, version: 6, current_version: 4 });
    await show();
    const form = within(await edited());
    expect(form.getByText('Saves as v4')).toBeTruthy();
    await userEvent.type(form.getByRole('textbox', { name: 'Remark' }), 'women');
    await userEvent.click(form.getByRole('button', { name: 'Save scheme' }));
    await waitFor(() => expect(schemes.editScheme).toHaveBeenCalledOnce());
    expect(schemes.editScheme.mock.calls[0]?.[0]).toEqual({ id: 3, version: 5, remark: 'women', idempotency_key: expect.any(String) });
  });

  it('shows who changed the scheme in the meantime, and what, in the words of the form', async () => {
    const latest = { ...detail, version: 6, body: { ...sampleScheme.body, money: { ...sampleScheme.body.money, budget_usd: 9900 } } };
    schemes.editScheme.mockRejectedValue(
      new ApiError('changed', 409, { reason: 'VERSION_CONFLICT', by: 'Li', at: '2026-11-22T08:00:00Z', latest }),
    );
    await show();
    const form = within(await edited());
    await userEvent.type(form.getByRole('textbox', { name: 'Remark' }), 'women');
    await userEvent.click(form.getByRole('button', { name: 'Save scheme' }));
    expect(await form.findByText('$99.00')).toBeTruthy();
  });

  it('opens the hours of the week with a lifetime budget, by keyboard too', async () => {
    await show();
    const form = within(await edited());
    expect(form.queryByRole('grid')).toBeNull();
    await userEvent.click(form.getByRole('radio', { name: 'Lifetime budget' }));
    const grid = within(form.getByRole('grid', { name: 'Ad schedule' }));
    const monday = grid.getByRole('cell', { name: 'Mon 00:00' });
    monday.focus();
    await userEvent.keyboard(' {ArrowRight} ');
    expect(monday.getAttribute('aria-selected')).toBe('true');
    expect(form.getByText('2 hours selected')).toBeTruthy();
  });
});

describe('unfinished scheme', () => {
  const opened = async () => {
    schemes.schemeDetail.mockResolvedValue({ ...draftRow, body: draftBody, shown_version: 3, versions_count: 1 });
    await show({ rows: [draftRow] });
    return within(await edited());
  };

  it('shows dashes for missing parts, and names them at the locked switch', async () => {
    // Wide enough for every column.
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(4000);
    await show({ rows: [draftRow] });
    const cells = within(await screen.findByRole('row', { name: /US/ }));
    expect(cells.getByText('1 × 2 × —')).toBeTruthy();
    expect(cells.getAllByText('—').length).toBeGreaterThanOrEqual(2);
    const toggle = cells.getByRole('switch', { name: 'Enable “US”' });
    await userEvent.click(toggle);
    expect(schemes.setSchemeStatus).not.toHaveBeenCalled();
    expect(await screen.findByText('Unfinished. Complete these before enabling: Budget, Countries, Ads per ad set, Site')).toBeTruthy();
    width.mockRestore();
  });

  it('offers interests by their names, and only networks that ads can be published to', async () => {
    await show({ rows: [] });
    await userEvent.click((await screen.findAllByRole('button', { name: 'New scheme' }))[0] as HTMLElement);
    const form = within(await drawer());
    expect(form.getByRole<HTMLInputElement>('radio', { name: /TikTok/ }).disabled).toBe(true);
    await userEvent.click(form.getByRole('combobox', { name: 'Interests' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Soap operas' }));
    expect(form.getByRole('combobox', { name: 'Interests' }).textContent).toContain('Soap operas');
    // Others are searched for in the lists of the networks.
    schemes.schemeInterests.mockResolvedValue({ list: [{ value: '6003208000001', label_zh: 'Web series', label_en: 'Web series' }] });
    await userEvent.keyboard('web');
    await userEvent.click(await screen.findByRole('option', { name: 'Web series' }));
    expect(schemes.schemeInterests).toHaveBeenLastCalledWith({ keyword: 'web' }, expect.anything());
    expect(form.getByRole('combobox', { name: 'Interests' }).textContent).toContain('Web series');
    expect(form.getByRole('combobox', { name: 'Interests' }).textContent).toContain('Soap operas');
  });

  it('is created with a name alone', async () => {
    schemes.createScheme.mockResolvedValue({ id: 4, version: 1 });
    await show({ rows: [] });
    await userEvent.click(screen.getAllByRole('button', { name: 'New scheme' })[0] as HTMLElement);
    const form = within(await drawer());
    await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Later');
    await userEvent.click(form.getByRole('button', { name: 'Create and enable' }));
    expect(form.getAllByRole('alert').length).toBeGreaterThan(3);
    await userEvent.click(form.getByRole('switch', { name: 'Enable' }));
    await userEvent.click(form.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() => expect(schemes.createScheme).toHaveBeenCalledOnce());
    const sent = schemes.createScheme.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ name: 'Later', body: { money: { budget_usd: null }, identity: { site_id: null, homepage_ids: [] } } });
    expect(sent).not.toHaveProperty('enable');
  });

  it('opens with the saved values and is saved again while incomplete', async () => {
    schemes.editScheme.mockResolvedValue({ id: 3, version: 6, current_version: 3 });
    const form = await opened();
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Ad sets per campaign' }).value).toBe('1');
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Ads per ad set' }).value).toBe('');
    await userEvent.type(form.getByRole('textbox', { name: 'Budget' }), '12.005');
    await userEvent.click(form.getByRole('button', { name: 'Save as draft' }));
    expect(schemes.editScheme).not.toHaveBeenCalled();
    await userEvent.clear(form.getByRole('textbox', { name: 'Budget' }));
    await userEvent.type(form.getByRole('textbox', { name: 'Budget' }), '12.5');
    await userEvent.click(form.getByRole('button', { name: 'Save as draft' }));
    await waitFor(() => expect(schemes.editScheme).toHaveBeenCalledOnce());
    const sent = schemes.editScheme.mock.calls[0]?.[0];
    expect(sent).toMatchObject({ id: 3, version: 5, body: { money: { budget_usd: 1250 }, structure: { ads_per_group: null } } });
    expect(sent).not.toHaveProperty('enable');
  });

  it('keeps the typed values when it is enabled too early, and is enabled once complete', async () => {
    schemes.editScheme.mockResolvedValue({ id: 3, version: 6, current_version: 3 });
    schemes.schemeDetail.mockResolvedValue({ ...draftRow, body: { ...sampleScheme.body, money: draftBody.money }, shown_version: 3 });
    await show({ rows: [draftRow] });
    const form = within(await edited());
    await userEvent.type(form.getByRole('textbox', { name: 'Remark' }), 'women');
    await userEvent.click(form.getByRole('switch', { name: 'Enable' }));
    await userEvent.click(form.getByRole('button', { name: 'Save and enable' }));
    expect(schemes.editScheme).not.toHaveBeenCalled();
    expect(form.getByRole('textbox', { name: 'Budget' }).getAttribute('aria-invalid')).toBe('true');
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Remark' }).value).toBe('women');
    await userEvent.type(form.getByRole('textbox', { name: 'Budget' }), '20');
    await userEvent.click(form.getByRole('button', { name: 'Save and enable' }));
    await waitFor(() => expect(schemes.editScheme).toHaveBeenCalledOnce());
    expect(schemes.editScheme.mock.calls[0]?.[0]).toMatchObject({ remark: 'women', body: { money: { budget_usd: 2000 } }, enable: true });
  });

  it('is copied as a draft, without the option to enable the copy', async () => {
    await show({ rows: [draftRow] });
    await userEvent.click(await screen.findByRole('button', { name: 'Copy US' }));
    expect(within(await drawer()).queryByRole('switch')).toBeNull();
  });
});

describe('scheme versions', () => {
  const versions = [3, 2, 1].map((version) => ({
    version,
    created_at: '2026-11-20T08:00:00Z',
    by: { id: 5, label: 'Ada' },
    publish_count: version,
  }));

  it('are compared in words, and an old one is restored as the newest', async () => {
    schemes.schemeVersions.mockResolvedValue({ list: versions });
    const older = {
      ...detail,
      shown_version: 2,
      body: { ...sampleScheme.body, audience: { ...sampleScheme.body.audience, countries: ['GB'] } },
    };
    schemes.schemeDetail.mockImplementation(async ({ scheme_version }) => (scheme_version === 2 ? older : detail));
    schemes.editScheme.mockResolvedValue({ id: 3, version: 6, current_version: 4 });
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for US' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Versions' }));
    const drawerQueries = within(await drawer());
    const changes = within(await drawerQueries.findByRole('table', { name: 'Differences' }));
    expect(
      changes
        .getAllByRole('row')
        .slice(1)
        .map((line) => line.textContent),
    ).toEqual(['CountriesUnited KingdomUnited States']);
    await userEvent.click(drawerQueries.getAllByRole('button', { name: 'Restore as new version' })[0] as HTMLElement);
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Restore v2' })).getByRole('button', { name: 'Restore as new version' }),
    );
    await waitFor(() => expect(schemes.editScheme).toHaveBeenCalledOnce());
    expect(schemes.editScheme.mock.calls[0]?.[0]).toMatchObject({ id: 3, version: 5, body: { audience: { countries: ['GB'] } } });
  });
});
