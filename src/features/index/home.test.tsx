// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ApiError } from '#src/services/api-error.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { type OpenPage, ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const ownOperations = vi.hoisted(() => vi.fn());
const session = vi.hoisted(() => ({ listOwnSessions: vi.fn(), endOtherSessions: vi.fn() }));
vi.mock('#src/services/oplogs.service.ts', () => ({ ownOperations }));
vi.mock('#src/services/session.service.ts', () => session);
const board = vi.hoisted(() => ({
  boardSummary: vi.fn(),
  boardTrend: vi.fn(),
  boardTop: vi.fn(),
  boardTodo: vi.fn(),
  boardMissed: vi.fn(),
  boardPacing: vi.fn(),
}));
vi.mock('#src/services/home.service.ts', () => board);
const calls = vi.hoisted(() => ({ listAlerts: vi.fn(), readAlerts: vi.fn(), listIncidents: vi.fn() }));
vi.mock('#src/services/alerts.service.ts', () => calls);
const prefs = vi.hoisted(() => ({ getPrefs: vi.fn(), savePref: vi.fn() }));
vi.mock('#src/services/prefs.service.ts', () => prefs);
const listBatches = vi.hoisted(() => vi.fn());
vi.mock('#src/services/batches.service.ts', () => ({ listBatches }));

const card = (today: number | null, yesterday_same_hour: number | null, yesterday: number | null) => ({
  today,
  yesterday_same_hour,
  yesterday,
});
const summary = {
  kind: 'launching',
  cards: { spend: card(12_000, 10_000, 40_000), roi: card(1.25, 1, 1.1), ads_running: card(7, null, null), roi_d0: card(null, null, 0.42) },
  hour: 9,
  minute: 30,
  biz_date: '2026-11-22',
  not_started_accounts: 2,
  as_of: '2026-11-22T01:30:00Z',
};
const pace = {
  budget_usd: 19_000,
  budgets: 3,
  lifetime_budgets: 0,
  rateless_budgets: 0,
  spend_usd: 9_700,
  paced_spend_usd: 9_700,
  expected_usd: 8_250,
  pace: 1.1758,
  known_until: '2026-11-22T01:30:00Z',
  month_spend_usd: 10_600,
  month_forecast_usd: 21_833,
};
const pacingOf = (...list: object[]) => ({
  totals: pace,
  list,
  month: '2026-11-01',
  as_of: '2026-11-22T01:30:00Z',
  newest_at: '2026-11-22T01:30:00Z',
});
const alert = (id: number, read_at: string | null) => ({
  id,
  level: 'warn',
  kind: 'batch_done',
  title: `Batch ${id} has ended`,
  body: '3 of 40 failed',
  link: '/advertising/publish?tab=jobs',
  read_at,
  resolved_at: null,
  created_at: '2026-11-22T01:00:00Z',
});

const signedIn = (id: number, current: boolean) => ({
  id,
  issued_at: '2026-11-20T08:00:00Z',
  expires_at: '2026-11-20T20:00:00Z',
  ip: `10.0.0.${id}`,
  ua: 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  current,
});
const operation = {
  id: 7,
  at: '2026-11-20T08:00:00Z',
  action: '/login',
  action_label: { zh: '登录', en: 'Sign in' },
  summary: '',
  ok: true,
};

let actor: AnyActorRef;

function show(pages: OpenPage[] = [], { isLeader = false, search = '' } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'lin', name: 'Lin', isAdmin: 0, isLeader, actions: [], pages }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const block = (name: string) => within(screen.getAllByRole('region', { name })[0] as HTMLElement);

beforeEach(() => {
  for (const call of [
    ownOperations,
    listBatches,
    ...Object.values(session),
    ...Object.values(board),
    ...Object.values(calls),
    ...Object.values(prefs),
  ])
    call.mockReset();
  board.boardSummary.mockResolvedValue(summary);
  // Charts have tests of their own.
  board.boardTrend.mockReturnValue(new Promise(() => undefined));
  board.boardTop.mockResolvedValue({ list: [] });
  board.boardTodo.mockResolvedValue({ list: [], hosting: [], setup: [] });
  board.boardPacing.mockResolvedValue(pacingOf());
  calls.listAlerts.mockResolvedValue({ list: [], total: 0, unread: 0 });
  calls.listIncidents.mockResolvedValue({ list: [], total: 0 });
  prefs.getPrefs.mockResolvedValue({ values: {} });
  prefs.savePref.mockResolvedValue({});
  listBatches.mockResolvedValue({ list: [], total: 0, totals: {} });
  ownOperations.mockResolvedValue({ list: [operation] });
  session.listOwnSessions.mockResolvedValue({ list: [signedIn(1, true), signedIn(2, false), signedIn(3, false)] });
});

afterEach(() => {
  actor.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('home', () => {
  it('greets by name, and links to every other page that may be opened', () => {
    show([
      { path: '/index', title: '首页', titleEn: 'Home' },
      { path: '/sys/role', title: '角色管理', titleEn: 'Roles' },
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Lin');
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([['Roles', '/sys/role']]);
  });

  it('names who to ask when no page may be opened', () => {
    show();
    expect(screen.getByText(/Ask an administrator/)).toBeTruthy();
  });

  it('names the fields that an own operation changed', async () => {
    ownOperations.mockResolvedValue({ list: [{ ...operation, summary: 'status, is_leader' }] });
    show();
    expect(await block('My recent operations').findByText('Status, Leader')).toBeTruthy();
  });

  it('shows the cover beside the name of a top creative, and none beside an account', async () => {
    board.boardTop.mockImplementation(async ({ dim }: { dim: string }) => {
      const row = { id: 7, label: `the ${dim}`, m: { spend: 1_200, roi: 0.5 } };
      return { list: [dim === 'account' ? row : { ...row, cover_url: dim === 'material' ? '/files/cover' : null }] };
    });
    show();
    const cover = await screen.findByRole('img', { name: 'Cover of the material' });
    expect([cover.getAttribute('src'), cover.getAttribute('loading')]).toEqual(['/files/cover', 'lazy']);
    expect(screen.getByRole('img', { name: 'Cover of the drama' }).tagName).toBe('SPAN');
    expect(screen.getByText('the account')).toBeTruthy();
    expect(screen.queryByRole('img', { name: /the account/ })).toBeNull();
  });

  it('keeps one block working when another fails, which has its own retry', async () => {
    ownOperations.mockRejectedValueOnce(new ApiError('no log today', -2, { reason: 'INTERNAL', trace_id: 'trace-1' }));
    show();
    expect(await screen.findAllByText('10.0.0.1')).toHaveLength(1);
    await userEvent.click(await block('My recent operations').findByRole('button', { name: 'Retry' }));
    expect(await block('My recent operations').findByText('Sign in')).toBeTruthy();
    expect(session.listOwnSessions).toHaveBeenCalledTimes(1);
  });
});

describe('last visit', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const visited = (visit: object) => prefs.getPrefs.mockResolvedValue({ values: { 'home.visit': visit } });

  it('says what happened since the visit before, and notes this one', async () => {
    const seenAt = hoursAgo(15);
    visited({ seenAt });
    board.boardMissed.mockResolvedValue({ list: [{ kind: 'turned_off', count: 2, link: null }] });
    show();
    expect(await screen.findByText('2 objects turned off by others')).toBeTruthy();
    expect(board.boardMissed.mock.calls[0]?.[0]).toEqual({ since: seenAt });
    expect(prefs.savePref.mock.calls[0]?.[0]).toMatchObject({ key: 'home.visit', value: { since: seenAt } });
  });

  it('still counts from the visit before while this one lasts', async () => {
    const since = hoursAgo(20);
    visited({ seenAt: hoursAgo(1), since });
    board.boardMissed.mockResolvedValue({ list: [] });
    show();
    await waitFor(() => expect(board.boardMissed.mock.calls[0]?.[0]).toEqual({ since }));
    expect(screen.queryByText(/Since your last visit/)).toBeNull();
  });

  it('asks for nothing on the first visit', async () => {
    show();
    await waitFor(() => expect(prefs.savePref).toHaveBeenCalledOnce());
    expect(board.boardMissed).not.toHaveBeenCalled();
  });
});

describe('board', () => {
  const data = { path: '/advertising/user', title: '广告数据', titleEn: 'Ad data' };

  it("shows the user's own data and business line; leaders see the team, and may switch", async () => {
    show();
    await waitFor(() => expect(board.boardSummary).toHaveBeenCalledOnce());
    expect(board.boardSummary.mock.calls[0]?.[0]).toEqual({ biz: 'dj', scope: 'mine' });
    expect(screen.queryByRole('group', { name: 'Scope' })).toBeNull();
    cleanup();
    show([], { isLeader: true });
    await waitFor(() => expect(board.boardSummary).toHaveBeenCalledTimes(2));
    expect(board.boardSummary.mock.calls[1]?.[0]).toEqual({ biz: 'dj', scope: 'team' });
    await userEvent.click(within(screen.getByRole('group', { name: 'Business line' })).getByRole('button', { name: 'E-commerce' }));
    expect(board.boardSummary.mock.calls.at(-1)?.[0]).toEqual({ biz: 'ec', scope: 'team' });
  });

  it('shows each value with its change, the hour of comparison, and accounts whose day has not begun', async () => {
    show([data]);
    const today = block('Today');
    expect(await today.findByText('$120.00')).toBeTruthy();
    expect(today.getByText('▲ 20.00%')).toBeTruthy();
    expect(
      today.getByText(
        /counts 2026-11-22, each account by its local date · vs\. yesterday at 09:30 business time · 2 accounts have not reached this date/,
      ),
    ).toBeTruthy();
    expect(today.getByText('0.42').getAttribute('href')).toBe('/advertising/user?date_from=2026-11-21&date_to=2026-11-21&biz=dj');
    expect(today.getByText('7').getAttribute('href')).toBeNull();
  });

  it('colours a change by its meaning, but not spend', async () => {
    const cards = { spend: card(90, 100, 200), revenue: card(80, 100, 200), cpi: card(50, 100, 200), roi: card(1.2, 1, 1) };
    board.boardSummary.mockResolvedValue({ ...summary, cards });
    show();
    const toneOf = async (change: string) => (await screen.findByText(change)).className.split(' ')[0];
    expect(await toneOf('▼ 10.00%')).toBe('ads-home-quiet');
    expect(await toneOf('▼ 20.00%')).toBe('ads-home-bad');
    expect(await toneOf('▼ 50.00%')).toBe('ads-home-good');
    expect(await toneOf('▲ 20.00%')).toBe('ads-home-good');
  });

  it('shows the age of the data, and names accounts that lag behind', async () => {
    const refs = [{ id: 8, label: 'Star TH 01', since: '2026-11-18T08:00:00Z' }];
    const warnings = [{ kind: 'stale_account', text: 'An ad account is behind', refs }];
    board.boardSummary.mockResolvedValue({ ...summary, as_of: '2026-11-18T08:00:00Z', newest_at: '2025-11-22T01:20:00Z', warnings });
    show();
    const today = block('Today');
    expect(await today.findByText(/Data as of 2025-11-22 09:20 \(1 account stopped at .*11-18 16:00\)/)).toBeTruthy();
    await userEvent.click(today.getByRole('button', { name: /1 account/ }));
    expect(today.getByText('Star TH 01')).toBeTruthy();
  });

  it('shows the hours of the business day by date, and marks the current one', async () => {
    const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const line = (key: string, data: (number | null)[]) => ({ key, label: key, metric: 'spend', data });
    const today = hours.map((_, hour) => (hour > 9 ? null : 100));
    board.boardTrend.mockResolvedValue({
      x: hours,
      series: [line('today', today), line('yesterday', Array(24).fill(200)), line('mean', Array(24).fill(300))],
      clock: { date: '2026-11-22', timezone: 'Asia/Shanghai', moving_from: 9 },
      as_of: '2026-11-18T08:00:00Z',
      provisional_from: '2026-11-20',
    });
    show();
    const chart = within((await screen.findByRole('heading', { name: 'Spend by hour today' })).parentElement?.parentElement as HTMLElement);
    expect(await chart.findByText('China Standard Time')).toBeTruthy();
    await userEvent.click(chart.getByRole('button', { name: 'Table' }));
    const row = (name: string) => [...chart.getByRole('row', { name }).querySelectorAll('td')].map(({ textContent }) => textContent);
    expect(row('2026-11-22 08:00 $1.00 $2.00 $3.00')).toEqual(['$1.00', '$2.00', '$3.00']);
    expect(row('2026-11-22 09:00 * $1.00 $2.00 $3.00')).toEqual(['$1.00', '$2.00', '$3.00']);
    expect(row('2026-11-22 10:00 — $2.00 $3.00')).toEqual(['—', '$2.00', '$3.00']);
  });

  it('compares minutes in the first hour of a day', async () => {
    board.boardSummary.mockResolvedValue({ ...summary, hour: 0, minute: 10 });
    show();
    expect(await screen.findByText(/the first 10 minutes of yesterday, business time/)).toBeTruthy();
  });

  it('shows other cards to editors', async () => {
    board.boardSummary.mockResolvedValue({
      ...summary,
      kind: 'making',
      cards: { uploaded: card(5, null, null), use_rate: card(0.4, null, null) },
    });
    show();
    expect(await screen.findByText('40.00%')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'My creatives (last 7 days)' })).toBeTruthy();
  });

  it('keeps the other blocks working when one fails, and retries only that block', async () => {
    board.boardSummary.mockRejectedValueOnce(new ApiError('no numbers today', -2, { reason: 'INTERNAL' }));
    show();
    await userEvent.click(await block('Today').findByRole('button', { name: 'Retry' }));
    expect(await block('Today').findByText('$120.00')).toBeTruthy();
    expect(board.boardTodo).toHaveBeenCalledOnce();
  });
});

describe('budget pacing', () => {
  const launches = { path: '/advertising/start', title: '投放管理', titleEn: 'Ads' };
  const cellsOf = (name: RegExp) =>
    [...block('Budget pacing').getByRole('row', { name }).children].map(({ textContent }) => textContent?.trim());

  it('shows each owner with a link to their launches, and the sum of several', async () => {
    board.boardPacing.mockResolvedValue(pacingOf({ id: 3, label: 'Chen', ...pace, pace: null }, { id: 0, label: 'Unassigned', ...pace }));
    show([launches]);
    const link = await screen.findByRole('link', { name: 'Chen' });
    expect(link.getAttribute('href')).toBe('/advertising/start?biz=dj&user_id=3');
    expect(screen.getByRole('link', { name: 'Unassigned' }).getAttribute('href')).toBe('/advertising/start?biz=dj&unowned=true');
    expect(cellsOf(/^All/)).toEqual(['All', '117.58%', '$190.00', '$97.00', '$82.50', '$106.00', '$218.33']);
    expect(cellsOf(/^Chen/)[1]).toBe('—');
    expect(block('Budget pacing').getByRole('columnheader', { name: 'Spent in 2026-11' })).toBeTruthy();
  });

  it('tells what is not counted and which figures are old', async () => {
    const known_until = '2026-11-21T23:00:00Z';
    board.boardPacing.mockResolvedValue(
      pacingOf({ id: 3, label: 'Chen', ...pace, known_until, lifetime_budgets: 2, rateless_budgets: 1, spend_usd: 10_050 }),
    );
    show();
    await waitFor(() => expect(screen.getByText('2 lifetime budgets not counted')).toBeTruthy());
    expect(screen.getByText('1 budget without exchange rate not counted')).toBeTruthy();
    expect(screen.getByText(/^known until .*07:00$/)).toBeTruthy();
    expect(screen.getByText('$100.50 in all')).toBeTruthy();
    expect(block('Budget pacing').queryByRole('row', { name: /^All/ })).toBeNull();
  });

  it('shows the first five owners, and all on request', async () => {
    board.boardPacing.mockResolvedValue(pacingOf(...[1, 2, 3, 4, 5, 6].map((id) => ({ id, label: `Person ${id}`, ...pace }))));
    show([launches]);
    const more = await screen.findByRole('button', { name: 'Show all 6' });
    expect(screen.queryByText('Person 6')).toBeNull();
    await userEvent.click(more);
    expect(screen.getByText('Person 6')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show all 6' })).toBeNull();
  });

  it('says that nothing runs only to those who may launch', async () => {
    show();
    await screen.findByRole('region', { name: 'To do' });
    expect(screen.queryByRole('heading', { name: 'Budget pacing' })).toBeNull();
    cleanup();
    show([launches]);
    expect(await screen.findByText('No daily budgets are running')).toBeTruthy();
  });

  it('has its own retry', async () => {
    board.boardPacing.mockRejectedValueOnce(new ApiError('no budgets today', -2, { reason: 'INTERNAL' }));
    show([launches]);
    await userEvent.click(await block('Budget pacing').findByRole('button', { name: 'Retry' }));
    expect(await block('Budget pacing').findByText('No daily budgets are running')).toBeTruthy();
  });
});

describe('to-dos', () => {
  it('are counted, and link only to pages that may be opened', async () => {
    board.boardTodo.mockResolvedValue({
      list: [
        { kind: 'token_expired', count: 2, link: '/auth/personage?status=expired' },
        { kind: 'batch_failed', count: 1, link: null },
      ],
      hosting: [{ kind: 'suggestion_waiting', count: 3, link: '/operation/account?tab=hits&result=suggested' }],
      setup: [{ step: 'person', done: true, link: null }],
    });
    show([{ path: '/auth/personage', title: '个人账号管理', titleEn: 'Personal accounts' }]);
    const link = await screen.findByRole('link', { name: 'Expired authorisations' });
    expect(link.getAttribute('href')).toBe('/auth/personage?status=expired');
    expect(screen.getByText('Failed batches').tagName).toBe('SPAN');
    const tasks = within(screen.getByRole('region', { name: 'To do' })).getAllByRole('listitem');
    expect(tasks.map(({ textContent }) => textContent)).toEqual([
      'Expired authorisations2',
      'Failed batches1',
      'Suggestions of rules to confirm3',
    ]);
    expect(within(screen.getByRole('region', { name: 'Your first launch' })).getByText('Authorise a personal account')).toBeTruthy();
  });

  it('list alerts, and mark one or all as read', async () => {
    calls.listAlerts.mockResolvedValue({ list: [alert(2, null), alert(1, '2026-11-22T02:00:00Z')], total: 2, unread: 1 });
    calls.readAlerts.mockResolvedValue({ unread: 0 });
    show();
    const alerts = within((await screen.findByRole('heading', { name: 'Alerts (1 unread)' })).closest('section') as HTMLElement);
    await userEvent.click(alerts.getByRole('button', { name: 'Mark as read Batch 2 has ended' }));
    expect(calls.readAlerts.mock.calls[0]?.[0]).toEqual({ ids: [2] });
    expect(alerts.queryByRole('button', { name: 'Mark as read Batch 1 has ended' })).toBeNull();
    await waitFor(() => expect(calls.listAlerts).toHaveBeenCalledTimes(2));
  });

  it('tell alerts whose cause is gone', async () => {
    const resolved = { ...alert(1, null), resolved_at: '2026-11-22T02:00:00Z' };
    calls.listAlerts.mockResolvedValue({ list: [alert(2, null), resolved], total: 2, unread: 2 });
    show();
    const rowOf = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);
    expect((await rowOf('Batch 1 has ended')).getByText('Resolved')).toBeTruthy();
    expect((await rowOf('Batch 2 has ended')).queryByText('Resolved')).toBeNull();
  });

  it('are brought into view by a link to them, which leaves the address', async () => {
    show([], { search: '?biz=ec&do=alerts' });
    const alerts = (await screen.findByRole('heading', { name: 'Alerts' })).closest('section');
    await waitFor(() => expect(document.activeElement).toBe(alerts));
    expect(actor.getSnapshot().context.search).toBe('?biz=ec');
  });

  it('show alerts with one cause as one incident, and mark its members as read', async () => {
    calls.listIncidents.mockResolvedValue({
      list: [
        {
          id: 5,
          title: 'Authorisation of Chen is lost',
          level: 'error',
          opened_at: '2026-11-22T01:00:00Z',
          last_alert_at: '2026-11-22T01:00:00Z',
          closed_at: null,
          count: 2,
          alerts: [alert(3, null), alert(4, null)],
        },
      ],
      total: 1,
    });
    calls.readAlerts.mockResolvedValue({ unread: 0 });
    show();
    const incidents = within(await screen.findByRole('list', { name: 'Incidents' }));
    expect(incidents.getByText('Authorisation of Chen is lost')).toBeTruthy();
    expect(incidents.getByText(/^2 alerts, last/)).toBeTruthy();
    expect(screen.queryByText('No alerts')).toBeNull();
    await userEvent.click(incidents.getByText('Authorisation of Chen is lost'));
    await userEvent.click(incidents.getByRole('button', { name: 'Mark as read Batch 3 has ended' }));
    expect(calls.readAlerts.mock.calls[0]?.[0]).toEqual({ ids: [3] });
    await waitFor(() => expect(calls.listIncidents).toHaveBeenCalledTimes(2));
  });

  it('list alerts page by page', async () => {
    calls.listAlerts.mockResolvedValue({ list: [alert(2, null)], total: 29, unread: 1 });
    show();
    const pages = within(await screen.findByRole('navigation', { name: 'Pages' }));
    expect(calls.listAlerts.mock.calls[0]?.[0]).toEqual({ page: 1, page_size: 20, alone: true });
    await userEvent.click(pages.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(calls.listAlerts.mock.calls.at(-1)?.[0]).toEqual({ page: 2, page_size: 20, alone: true }));
  });
});

describe('own sessions', () => {
  it('end everywhere else after a question with their number', async () => {
    session.endOtherSessions.mockResolvedValue({ ended: 2 });
    show();
    await screen.findByText('10.0.0.3');
    session.listOwnSessions.mockResolvedValue({ list: [signedIn(1, true)] });
    await userEvent.click(screen.getByRole('button', { name: 'Log out elsewhere' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/^2 other sessions will end/)).toBeTruthy();
    expect(session.endOtherSessions).not.toHaveBeenCalled();

    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(screen.queryByText('10.0.0.3')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Log out elsewhere' })).toBeNull();
    expect(noticeBoard.read()).toMatchObject([{ kind: 'toast', tone: 'success', content: 'Log out elsewhere: done' }]);
    expect(screen.getByText('This session')).toBeTruthy();
  });

  it('stay listed when ending them is refused, and the dialog gives the reason', async () => {
    session.endOtherSessions.mockRejectedValue(new ApiError('not now', -2, { reason: 'INTERNAL' }));
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Log out elsewhere' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
    expect(await dialog.findByText('not now')).toBeTruthy();
    expect(screen.getByText('10.0.0.3')).toBeTruthy();
  });
});
