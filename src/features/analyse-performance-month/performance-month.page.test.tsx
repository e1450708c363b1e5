// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  monthPerformance: vi.fn(),
  queryPerformance: vi.fn(),
  exportMonthPerformance: Object.assign(vi.fn(), { count: vi.fn() }),
  exportPerformance: Object.assign(vi.fn(), { count: vi.fn() }),
}));
vi.mock('#src/services/performance.service.ts', () => calls);
// A view with few columns, because a wide table renders only visible ones and there is no layout here.
const fewColumns = vi.hoisted(() => ({ shown: ['dims', 'uploaded', 'life_days'], density: 'regular' }));
vi.mock('#src/services/prefs.service.ts', () => ({ loadTableView: async () => fewColumns, saveTableView: async () => ({}) }));
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/users.service.ts', () => ({ simpleUsers: async () => ({ list: [], total: 0 }) }));
vi.mock('#src/services/departments.service.ts', () => ({ departmentTree: async () => ({ list: [] }) }));
vi.mock('#src/ui/chart/plot.tsx', () => ({
  default: ({ lines = [], onPoint }: { lines?: { label: string; form: string }[]; onPoint?: (x: string) => void }) => (
    <button type="button" onClick={() => onPoint?.('2025-03')}>
      {lines.map(({ label, form }) => `${form} ${label}`).join(', ')}
    </button>
  ),
}));

const months = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
const inMonth = (month: string, value: number) => months.map((one) => (one === month ? value : 0));
const fresh = { as_of: '2026-11-20T08:00:00Z', newest_at: '2026-11-20T08:00:00Z', provisional_from: '2026-11-18' };
const editor = (id: number, label: string, deleted = false) => ({ creator: { id, label, deleted, department: null } });
const answer = {
  months,
  current: '2026-11',
  list: [
    { key: '3', dims: editor(3, 'Chen'), v: inMonth('2025-10', 1_200), total: 1_200, live: { '2025-10': 1_500 } },
    { key: '4', dims: editor(4, 'Wu', true), v: inMonth('2025-09', 700), total: 700, live: { '2025-10': 0 } },
  ],
  total: 2,
  totals: { v: inMonth('2025-10', 1_200), total: 1_900, live: { '2025-10': 1_500 }, roi_d0: months.map(() => null) },
  settled: { '2025-10': '2025-11-07T16:00:00Z' },
  ...fresh,
};
const rowsOfMonth = {
  list: [{ key: '3', dims: editor(3, 'Chen'), m: { uploaded: 6 } }],
  total: 1,
  totals: { m: { uploaded: 6 } },
  ...fresh,
};

let actor: AnyActorRef;
function show(search = '?year=2025&metric=spend') {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'lead_b', isAdmin: 0, isLeader: true, actions: ['export'], name: '', pages: [] }}>
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}
const matrix = async () => within(await screen.findByRole('table', { name: 'Monthly performance' }));
const searchOf = () => (actor.getSnapshot() as { context: { search: string } }).context.search;
const lastOf = (call: { mock: { calls: unknown[][] } }) => call.mock.calls.at(-1)?.[0];

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.monthPerformance.mockResolvedValue(answer);
  calls.queryPerformance.mockResolvedValue(rowsOfMonth);
});

afterEach(() => {
  actor.stop();
  cleanup();
});

describe('the performance by month', () => {
  it('shows what was settled, with the value as of now on hover, and people who left', async () => {
    show();
    const table = await matrix();
    const settled = (await table.findByText('Chen')).closest('tr') as HTMLElement;
    const [mark] = within(settled).getAllByText('Settled');
    expect(mark?.parentElement?.textContent).toBe('$12.00Settled');
    expect(mark?.parentElement?.title).toBe('Value as of now: $15.00');
    expect(within(settled).getByText('$12.00', { selector: 'strong' })).toBeTruthy();
    expect(within((await table.findByText('Wu')).closest('tr') as HTMLElement).getByText('Deleted')).toBeTruthy();
    expect(calls.monthPerformance.mock.calls[0]?.[0]).toEqual({ year: 2025, metric: 'spend' });
  });

  it('draws the months as bars with the D0 ROI as a line', async () => {
    show();
    expect(await screen.findByText('bar Spend, line D0 ROI')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('group', { name: 'Metric' })).getByRole('button', { name: 'D0 ROI' }));
    expect(await screen.findByText('bar D0 ROI')).toBeTruthy();
    expect(lastOf(calls.monthPerformance)).toEqual({ year: 2025, metric: 'roi_d0' });
  });

  it('shows everything about the chosen month below, without loading the year again', async () => {
    show();
    const table = await matrix();
    await waitFor(() => expect(lastOf(calls.queryPerformance)).toMatchObject({ date_from: '2025-12-01', date_to: '2025-12-31' }));
    const total = table
      .getAllByText('Settled')
      .map((mark) => mark.closest('button'))
      .find((button) => button !== null);
    await userEvent.click(total as HTMLElement);
    await waitFor(() =>
      expect(lastOf(calls.queryPerformance)).toMatchObject({
        date_from: '2025-10-01',
        date_to: '2025-10-31',
        group_by: ['creator'],
        filters: {},
      }),
    );
    expect(searchOf()).toBe('?metric=spend&year=2025&month=10');
    expect(screen.getByRole('combobox', { name: 'Month' }).textContent).toContain('2025-10');
    await userEvent.click(screen.getByText('bar Spend, line D0 ROI'));
    await waitFor(() => expect(lastOf(calls.queryPerformance)).toMatchObject({ date_from: '2025-03-01', date_to: '2025-03-31' }));
    expect(calls.monthPerformance).toHaveBeenCalledTimes(1);
  });

  it('shows the creatives of an editor in both tables', async () => {
    show('?year=2025&metric=spend&month=10&department_id=5');
    await userEvent.click((await matrix()).getByRole('button', { name: 'Chen' }));
    await waitFor(() => expect(lastOf(calls.monthPerformance)).toEqual({ year: 2025, metric: 'spend', department_id: 5, creator_id: 3 }));
    await waitFor(() =>
      expect(lastOf(calls.queryPerformance)).toMatchObject({
        date_from: '2025-10-01',
        group_by: ['material'],
        filters: { creator_department_id: 5, creator_id: [3] },
      }),
    );
  });

  it('marks the month that has not ended, and leaves later months empty', async () => {
    calls.monthPerformance.mockResolvedValue({
      ...answer,
      current: '2025-10',
      settled: {},
      list: answer.list.map((row) => ({ ...row, live: {} })),
    });
    show();
    const table = await matrix();
    expect(await table.findByRole('columnheader', { name: '2025-10 Not ended' })).toBeTruthy();
    const cells = within((await table.findByText('Chen')).closest('tr') as HTMLElement).getAllByRole('cell');
    expect(cells.at(10)?.textContent).toBe('$12.00');
    expect(cells.at(11)?.textContent).toBe('—');
  });

  it('offers the previous year where nothing was uploaded', async () => {
    calls.monthPerformance.mockResolvedValueOnce({ ...answer, list: [], total: 0 });
    show();
    expect(await screen.findByText('No creatives were uploaded in 2025')).toBeTruthy();
    expect(screen.queryByRole('table', { name: /^Figures of creatives in/ })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Previous year' }));
    await waitFor(() => expect(lastOf(calls.monthPerformance)).toEqual({ year: 2024, metric: 'spend' }));
  });

  it('exports the year as it is shown', async () => {
    calls.exportMonthPerformance.count.mockResolvedValue({ count: 2, max: 200_000 });
    show();
    await (await matrix()).findByText('Chen');
    await userEvent.click(screen.getAllByRole('button', { name: 'Export' })[0] as HTMLElement);
    await waitFor(() =>
      expect(lastOf(calls.exportMonthPerformance.count)).toMatchObject({
        year: 2025,
        metric: 'spend',
        columns: ['creator', 'department', ...months.map((month) => month.slice(5)), 'total'],
      }),
    );
  });
});
