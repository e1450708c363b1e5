// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page as accountPage } from './account.ts';
import { page as campaignPage } from './campaign.ts';
import { account, answer, base, entity, figures, person } from './drill-samples.ts';
import { page as groupPage } from './group.ts';
import { page as userPage } from './user.ts';

const data = vi.hoisted(() => ({
  queryAdData: vi.fn(),
  trendAdData: vi.fn(),
  exportAdData: Object.assign(vi.fn(), { count: vi.fn() }),
}));
const others = vi.hoisted(() => ({ simpleAdAccounts: vi.fn(), simpleUsers: vi.fn(), entityDetail: vi.fn() }));
vi.mock('#src/services/ad-data.service.ts', () => data);
vi.mock('#src/services/ad-accounts.service.ts', () => others);
vi.mock('#src/services/users.service.ts', () => others);
vi.mock('#src/services/launches.service.ts', () => ({ ...others, entityTrend: vi.fn(), entityEvents: vi.fn(), entitySchedules: vi.fn() }));
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({
  shown: ['dims', 'switch', 'effective_status', 'spend', 'orders', 'roi_d0', 'do'],
  density: 'regular',
}));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: (props: { kind: string; lines?: { label: string }[]; bubbles?: { label: string; group: string }[] }) => (
    <p>{`${props.kind}: ${(props.lines ?? props.bubbles ?? []).map((one) => one.label).join(', ')}`}</p>
  ),
}));

const viewCalls = vi.hoisted(() => ({ listViews: vi.fn() }));
vi.mock('#src/services/views.service.ts', () => viewCalls);
const view = {
  id: 9,
  version: 1,
  page: '/advertising/user',
  name: 'Drama only',
  owner: { id: 2, label: 'Li' },
  shared: 'me',
  roles: [],
  query: '?biz=dj',
  table: null,
  is_default: false,
  can: [],
};

let actor: AnyActorRef;
/** The current address. */
const place = () => document.querySelector('[data-place]')?.textContent;
const Address = () => {
  const { pathname, search } = useLocation();
  return <p data-place>{`${pathname}${search}`}</p>;
};

function show(page: typeof userPage, search = '', { actions = ['status', 'budget', 'copy', 'export'], pages = [] as string[] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  const open = pages.map((path) => ({ path, title: path, titleEn: path }));
  renderUi(
    <MemoryRouter>
      <Address />
      <ViewerProvider viewer={{ id: 2, account: 'opt_01', isAdmin: 0, isLeader: false, actions, name: '', pages: open }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}
const requestsBy = (dimension: string) =>
  data.queryAdData.mock.calls.map(([request]) => request).filter(({ group_by }) => group_by[0] === dimension);
/** The row with this name, which also appears in the legend of the chart. */
const rowOf = (name: string) =>
  waitFor(() => {
    const row = screen
      .getAllByRole('button', { name })
      .find((button) => button.closest('td'))
      ?.closest('tr');
    if (!row) throw new Error(`no row ${name}`);
    return row;
  });

const days = 'date_from=2026-11-10&date_to=2026-11-20';

beforeEach(() => {
  for (const call of [data.queryAdData, data.trendAdData, others.simpleAdAccounts, others.simpleUsers, others.entityDetail])
    call.mockReset();
  viewCalls.listViews.mockResolvedValue({ list: [] });
  data.trendAdData.mockImplementation(async ({ metrics, series_by }: { metrics: string[]; series_by?: string }) => ({
    x: ['2026-11-18', '2026-11-19'],
    series: metrics.map((metric) => ({ key: series_by ? '3' : 'total', label: series_by ? 'Li' : '', metric, data: [1, 2] })),
    as_of: '2026-11-20T08:00:00Z',
    provisional_from: '2026-11-19',
  }));
  others.simpleAdAccounts.mockResolvedValue({ list: [{ id: 7, label: 'Star US 01', sub: '', status: 'on' }], total: 1 });
  others.simpleUsers.mockResolvedValue({ list: [] });
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('user data', () => {
  beforeEach(() => {
    data.queryAdData.mockResolvedValue(answer([person(3, 'Li'), person(0, '未分配')], figures));
  });

  it('are requested by user with the largest spend first, and charted by user above their ROI', async () => {
    show(userPage, `?${days}&biz=dj`);
    await rowOf('Li');
    expect(data.queryAdData.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-10',
      date_to: '2026-11-20',
      metrics: [
        'spend',
        'impressions',
        'new_users',
        'cpi',
        'orders',
        'first_payers',
        'cost_per_payer',
        'revenue',
        'profit',
        'roi',
        'roi_d0',
        'roi_d7',
        'accounts',
        'campaigns_running',
      ],
      group_by: ['user'],
      filters: { biz: 'dj' },
      sort: [{ field: 'spend', order: 'desc' }],
      page: 1,
      page_size: 50,
    });
    expect(data.trendAdData.mock.calls.map(([request]) => [request.metrics, request.series_by, request.by])).toEqual([
      [['spend'], 'user', 'day'],
      [['roi'], undefined, 'day'],
    ]);
    expect(await screen.findByText('trend: Li, Period ROI')).toBeTruthy();
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('say below the chart which of its metrics the platform tells by the day only', async () => {
    data.trendAdData.mockImplementation(async ({ metrics, series_by }: { metrics: string[]; series_by?: string }) => ({
      x: ['2026-11-20T08', '2026-11-20T09'],
      series: metrics.map((metric) =>
        series_by ? { key: '3', label: 'Li', metric, data: [1, 2] } : { key: 'total', label: 'Li', metric: 'lp_views', data: [null, null] },
      ),
      as_of: '2026-11-20T08:00:00Z',
      provisional_from: '2026-11-19',
    }));
    show(userPage, '?date_from=2026-11-20&date_to=2026-11-20&biz=dj');
    await rowOf('Li');
    const note = await screen.findByRole('note');
    expect(note.textContent).toBe('Told by the platform by the day only, so there are no points by the hour: Landing page views');
  });

  it('link to the accounts of a user, keeping days and filters', async () => {
    show(userPage, `?${days}&biz=dj`);
    await userEvent.click(within(await rowOf('Li')).getByRole('button', { name: 'Li' }));
    expect(place()).toBe(`/advertising/account?${days}&user_id=3&biz=dj`);
  });

  it('show a saved view with the chosen days', async () => {
    viewCalls.listViews.mockResolvedValue({ list: [view] });
    show(userPage, `?${days}`);
    await rowOf('Li');
    await userEvent.click(screen.getByRole('button', { name: /^View/ }));
    await userEvent.click(await screen.findByRole('button', { name: /^Drama only/ }));
    await waitFor(() => expect(requestsBy('user').at(-1)).toMatchObject({ date_from: '2026-11-10', filters: { biz: 'dj' } }));
    expect(actor.getSnapshot().context.search).toBe(`?biz=dj&${days}`);
  });

  it('link to objects without an owner', async () => {
    show(userPage, `?${days}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Unassigned' }));
    expect(place()).toBe(`/advertising/account?${days}&unowned=true`);
  });

  it('expand departments into their users', async () => {
    data.queryAdData.mockImplementation(async ({ group_by, under }) =>
      group_by[0] === 'department'
        ? answer([{ key: '4', dims: { department: { id: 4, label: 'English' } }, m: figures }])
        : answer(under ? [person(3, 'Li')] : []),
    );
    show(userPage, '?by=department');
    await userEvent.click(await screen.findByRole('button', { name: 'Expand English' }));
    await rowOf('Li');
    expect(requestsBy('user')[0]).toMatchObject({ group_by: ['user'], under: [{ by: 'department', id: 4 }] });
  });

  it('are narrowed to the selected day, while the chart keeps all days', async () => {
    show(userPage, `?${days}`);
    await rowOf('Li');
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    await userEvent.click(await screen.findByRole('button', { name: '2026-11-18' }));
    await waitFor(() => expect(data.queryAdData.mock.calls.at(-1)?.[0]).toMatchObject({ date_from: '2026-11-18', date_to: '2026-11-18' }));
    expect(data.trendAdData.mock.calls.at(-1)?.[0]).toMatchObject({ date_from: '2026-11-10', date_to: '2026-11-20' });
    await userEvent.click(await screen.findByRole('button', { name: /Only 2026-11-18/ }));
    await waitFor(() => expect(data.queryAdData.mock.calls.at(-1)?.[0]).toMatchObject({ date_from: '2026-11-10' }));
  });

  it('name accounts that lag behind', async () => {
    const warnings = [
      { kind: 'stale_account', text: 'One account is behind', refs: [{ id: 8, label: 'Star TH 01', since: '2026-11-16T00:00:00Z' }] },
    ];
    data.queryAdData.mockResolvedValue(answer([person(3, 'Li')], figures, { warnings }));
    show(userPage, `?${days}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Show 1 account' }));
    expect(screen.getByText('Star TH 01')).toBeTruthy();
  });

  it('distinguish lagging accounts from those without an exchange rate, and count each once', async () => {
    const starRef = { id: 8, label: 'Star TH 01' };
    const warnings = [
      { kind: 'stale_account', text: 'One account is behind', refs: [starRef] },
      { kind: 'rate_missing', text: 'Two have no rate', refs: [starRef, { id: 9, label: 'Moon JP 01' }] },
    ];
    data.queryAdData.mockResolvedValue(answer([person(3, 'Li')], figures, { warnings }));
    show(userPage, `?${days}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 accounts' }));
    const namesIn = (name: string) =>
      within(screen.getByRole('region', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(namesIn('One account is behind')).toEqual(['Star TH 01']);
    expect(namesIn('Two have no rate')).toEqual(['Star TH 01', 'Moon JP 01']);
    await userEvent.click(screen.getByRole('button', { name: 'Collapse' }));
    expect(screen.queryByText('Moon JP 01')).toBeNull();
  });

  it('show the column preset of the address', async () => {
    show(userPage, `?${days}&preset=video`);
    await rowOf('Li');
    expect(screen.getByRole('button', { name: 'Video', pressed: true })).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: /^Orders/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Custom' }));
    expect(await screen.findByRole('columnheader', { name: /^Orders/ })).toBeTruthy();
  });
});

describe('account data', () => {
  it('show the parent, agree with its totals, and link to the next level', async () => {
    data.queryAdData.mockImplementation(async ({ group_by }) => answer(group_by[0] === 'user' ? [person(3, 'Li')] : [account()], figures));
    show(accountPage, `?${days}&user_id=3`);
    await rowOf('Star US 01');
    expect(within(screen.getByRole('navigation', { name: 'You are here' })).getByText('Li')).toBeTruthy();
    expect(screen.queryByText(/do not add up to/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Star US 01' }));
    expect(place()).toBe(`/advertising/campaign?${days}&user_id=3&account_id=7`);
  });

  it('warn when they no longer agree with the parent, and reload', async () => {
    data.queryAdData.mockImplementation(async ({ group_by }) =>
      answer(group_by[0] === 'user' ? [{ ...person(3, 'Li'), m: { ...figures, spend: 1 } }] : [account()], figures),
    );
    show(accountPage, `?${days}&user_id=3`);
    await screen.findByText(/do not add up to/);
    const before = requestsBy('account').length;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(requestsBy('account')).toHaveLength(before + 1);
  });

  it('are absent for a user who is not visible', async () => {
    data.queryAdData.mockResolvedValue(answer([]));
    show(accountPage, '?user_id=99');
    expect(await screen.findByText('Not found, or you have no access')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Back to ad data' }));
    expect(place()).toBe('/advertising/user');
  });

  it('are in dollars, with the account currency on hover', async () => {
    data.queryAdData.mockResolvedValue(answer([account({ partial: true })], figures));
    show(accountPage, '');
    const row = await rowOf('Star US 01');
    expect(within(row).getByText('$1,200.00').title).toContain('£900.00');
    expect(within(row).getByText('Partial')).toBeTruthy();
  });
});

describe('campaign data', () => {
  it('are absent without an account', () => {
    show(campaignPage, '?user_id=3');
    expect(screen.getByText('Not found, or you have no access')).toBeTruthy();
    expect(data.queryAdData).not.toHaveBeenCalled();
  });

  it('are in the account currency, coloured by their target, and shown as bubbles by drama', async () => {
    data.queryAdData.mockImplementation(async ({ group_by }) =>
      answer(group_by[0] === 'account' ? [account()] : [entity('campaign', 9)], figures),
    );
    show(campaignPage, '?account_id=7');
    const row = await rowOf('campaign 9');
    expect(within(row).getByText('£900.00').title).toContain('$1,200.00');
    expect(within(row).getByText('0.40').className).toBe('ads-metric-missed');
    expect(await screen.findByText('bubbles: campaign 9')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Trend', pressed: false }));
    expect(await screen.findByText(/^trend:/)).toBeTruthy();
  });

  it('keep deleted campaigns in the list without actions', async () => {
    data.queryAdData.mockImplementation(async ({ group_by }) =>
      answer(
        group_by[0] === 'account' ? [account()] : [entity('campaign', 9, { status: 'DELETED', effective_status: 'DELETED', can: [] })],
        figures,
      ),
    );
    show(campaignPage, '?account_id=7');
    const row = await rowOf('campaign 9');
    expect(within(row).getByText('Deleted', { selector: '.ads-status > *' })).toBeTruthy();
    expect(within(row).queryByRole('button', { name: /^Trend/ })).toBeNull();
    expect((within(row).getByRole('checkbox') as HTMLInputElement).disabled).toBe(true);
  });

  it('of a hosted account say that rules act on them', async () => {
    data.queryAdData.mockImplementation(async ({ group_by }) =>
      answer(group_by[0] === 'account' ? [account({ usage: 'host' })] : [entity('campaign', 9)], figures),
    );
    show(campaignPage, '?account_id=7');
    expect(await screen.findByText(/This account is managed for its holder/)).toBeTruthy();
  });
});

describe('ad group and ad data', () => {
  beforeEach(() => {
    others.entityDetail.mockImplementation(async ({ level, id }: { level: 'campaign' | 'ad_group'; id: number }) => ({
      level,
      [level]: base(level, id),
      children: [],
      batch_id: 44,
    }));
    data.queryAdData.mockImplementation(async ({ group_by }) => {
      if (group_by[0] === 'ad_group') return answer([entity('ad_group', 5)], figures);
      if (group_by[0] === 'ad') return answer([entity('ad', 21), entity('ad', 22), entity('ad', 23)], figures);
      return answer([entity('campaign', 9)], figures);
    });
  });

  it('link from a group to its ads', async () => {
    show(groupPage, `?${days}&account_id=7&campaign_id=9`);
    await userEvent.click(await screen.findByRole('button', { name: 'ad_group 5' }));
    expect(place()).toBe(`/advertising/group?${days}&level=ad&account_id=7&campaign_id=9&group_id=5`);
  });

  it('of one group appear below its name', async () => {
    show(groupPage, '?campaign_id=9&group_id=5&level=ad');
    await rowOf('ad 21');
    const crumbs = within(screen.getByRole('navigation', { name: 'You are here' }));
    expect(crumbs.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Person',
      'AccountStar US 01',
      'Campaigncampaign 9',
      'Ad setad_group 5',
      'Ad',
    ]);
    expect(requestsBy('ad')[0]).toMatchObject({ filters: { campaign_id: [9], ad_group_id: [5] } });
  });

  it('can be compared, two to four at a time', async () => {
    show(groupPage, '?campaign_id=9&level=ad');
    const row = await rowOf('ad 21');
    await userEvent.click(within(row).getByRole('checkbox'));
    const compare = () => screen.getByRole('button', { name: 'Compare' }) as HTMLButtonElement;
    expect(compare().disabled).toBe(true);
    await userEvent.click(within(await rowOf('ad 22')).getByRole('checkbox'));
    await userEvent.click(compare());
    const dialog = await screen.findByRole('dialog', { name: 'Compare 2 ads' });
    const card = within(dialog).getByRole('region', { name: 'ad 21' });
    expect(card.textContent).toContain('£900.00');
    const kept = within(within(card).getByRole('list', { name: 'Watch retention' })).getAllByRole('listitem');
    expect(kept.map(({ textContent }) => textContent)).toEqual([
      '25% plays45.00%',
      '50% plays28.00%',
      '75% plays19.00%',
      '95% plays12.00%',
      'Completion rate10.00%',
    ]);
  });

  it('are merged by material on demand', async () => {
    show(groupPage, '?campaign_id=9&level=ad');
    await rowOf('ad 21');
    data.queryAdData.mockResolvedValue(
      answer([{ key: '11', dims: { material: { id: 11, label: 'cut 11', cover_url: null } }, m: figures }], figures),
    );
    await userEvent.click(screen.getByRole('checkbox', { name: 'Merge by creative' }));
    await screen.findByText('cut 11');
    expect(data.queryAdData.mock.calls.at(-1)?.[0].group_by).toEqual(['material']);
  });

  it('are empty for a deleted campaign', async () => {
    others.entityDetail.mockRejectedValue(new ApiError('gone', 404, { reason: 'NOT_FOUND' }));
    show(groupPage, '?campaign_id=9');
    expect(await screen.findByText('Not found, or you have no access')).toBeTruthy();
  });

  it('of an empty group offer to copy ads into it', async () => {
    others.entityDetail.mockImplementation(async ({ level, id }: { level: 'campaign' | 'ad_group'; id: number }) => ({
      level,
      [level]: base(level, id, level === 'ad_group' ? { issue: 'EMPTY', ads: 0 } : {}),
      children: [],
      batch_id: null,
    }));
    data.queryAdData.mockResolvedValue(answer([]));
    show(groupPage, '?campaign_id=9&group_id=5&level=ad');
    expect(await screen.findByText('This ad set has no ads')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy ads to this ad set' })).toBeTruthy();
  });

  it('of a campaign that is being published link to its batch', async () => {
    others.entityDetail.mockImplementation(async ({ level, id }: { level: 'campaign' | 'ad_group'; id: number }) => ({
      level,
      [level]: base(level, id, { effective_status: 'IN_PROCESS', sync_state: 'pushing' }),
      children: [],
      batch_id: 44,
    }));
    show(groupPage, '?campaign_id=9');
    expect(await screen.findByText(/still being published/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show progress' })).toBeTruthy();
  });
});
