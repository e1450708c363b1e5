// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { text } from '#machines/kernel/list/list-query.ts';
import { type BranchRequest, createReportMachine, type ReportAnswer } from '#machines/kernel/report/report.machine.ts';
import { defineReportQuery, type ReportQuery } from '#machines/kernel/report/report-query.ts';
import type { Branch, ReportRow } from '#machines/kernel/report/report-tree.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type Dimension, type Metric, ReportTable, useReportColumns } from './report-table.tsx';
import { useReport } from './use-report.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Filters = { keyword?: string | undefined };

const machine = createReportMachine<Filters>({
  id: 'report',
  query: defineReportQuery({
    fields: { keyword: text },
    groups: ['user', 'date'],
    defaultGroups: ['user', 'date'],
    metrics: ['spend', 'roi_d0', 'roi_d7', 'frequency', 'orders'],
  }),
});
const titles: Record<string, string> = { user: 'Person', date: 'Date' };
const metrics: Metric[] = [
  { key: 'spend', title: 'Spend', unit: 'money', totals: 'sum' },
  { key: 'orders', title: 'Orders', unit: 'count', totals: 'sum' },
  { key: 'roi_d0', title: 'D0 ROI', unit: 'ratio', totals: 'ratio', runs: true, target: 1.5 },
  { key: 'roi_d7', title: 'D7 ROI', unit: 'ratio', totals: 'ratio' },
  { key: 'frequency', title: 'Frequency', unit: 'count', totals: 'none' },
];
const row = (id: string, m: ReportRow['m'], more: Partial<ReportRow> = {}): ReportRow => ({
  key: id,
  dims: { user: { id, label: `user ${id}` }, date: { id, label: id } },
  m,
  ...more,
});

function renderReport(search = '') {
  const server = asking<ReportAnswer, ReportQuery<Filters>>();
  const below = asking<Branch<ReportRow>, BranchRequest<Filters, ReportRow>>();
  const { actor } = stage(machine.provide({ actors: { loadRows: server.logic, loadBranch: below.logic } }), { search });
  function Report() {
    const { query, table } = useReport(actor);
    const dimensions: Dimension[] = query.groupBy.map((key) => ({ key, title: titles[key] ?? key }));
    const { onBranchRetry, page } = table;
    const columns = useReportColumns({ dimensions, metrics, onBranchRetry, provisionalFrom: page?.provisionalFrom });
    return <ReportTable {...table} label="Performance" {...{ columns, dimensions, metrics }} />;
  }
  renderUi(<Report />);
  const answer = (rows: ReportRow[], totals: ReportAnswer['totals'] = { m: {} }, more: Partial<ReportAnswer> = {}) =>
    act(() =>
      server.question().answer({ rows, total: rows.length, totals, asOf: '2026-11-20T08:00:00Z', provisionalFrom: '2026-11-19', ...more }),
    );
  return { actor, server, below, answer };
}
const line = (name: string) => screen.getByText(name).closest('tr') as HTMLTableRowElement;
const cells = (tr: HTMLElement) => [...tr.querySelectorAll('td')].map(({ textContent }) => textContent);

describe('report table', () => {
  it('pins the totals of the server on top', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') });
    const { answer } = renderReport('?group_by=user');
    await answer([row('1', { spend: 12_345, orders: 2 }), row('2', { spend: 5, orders: 3 })], { m: { spend: 999_900, orders: 1312 } });
    const [, totals, first] = screen.getAllByRole('row');
    expect(cells(totals as HTMLElement).slice(0, 3)).toEqual(['TotalData as of 16:00', '$9,999.00', '1,312']);
    expect(cells(first as HTMLElement).slice(0, 3)).toEqual(['user 1', '$123.45', '2']);
    expect(totals?.getAttribute('aria-rowindex')).toBe('2');
    expect(first?.getAttribute('aria-rowindex')).toBe('3');
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4');
  });

  it('explains every missing value', async () => {
    const { answer } = renderReport('?group_by=user');
    const none = { spend: null, orders: null, roi_d0: null, roi_d7: null, frequency: null };
    await answer([row('1', none, { mature: { roi_d7: '0/7' } })], { m: none });
    const reasons = (tr: HTMLElement) =>
      [...tr.querySelectorAll('td span[title]')].map((one) => [one.textContent, one.getAttribute('title')]);
    expect(reasons(line('user 1'))).toEqual([
      ['user 1', 'user 1'],
      ['—', 'No data'],
      ['—', 'No data'],
      ['—', 'No data'],
      ['—', 'Not mature yet'],
      ['—', 'No data'],
    ]);
    expect(reasons(line('Total')).at(-1)).toEqual(['—', 'Not additive']);
  });

  it('tells numbers that are not loaded yet from those that do not exist', async () => {
    const { answer } = renderReport('?group_by=user');
    await answer([row('1', { spend: null, orders: 2 })], { m: { spend: null } });
    expect(cells(line('user 1')).slice(1, 4)).toEqual(['—', '2', '…']);
    expect(cells(line('Total')).slice(1, 3)).toEqual(['—', '…']);
  });

  it('marks values that are only partly mature or still running', async () => {
    const { answer } = renderReport('?group_by=user');
    await answer([
      row('1', { roi_d0: 0.414, roi_d7: 0.52 }, { mature: { roi_d7: '12/14' }, running: true }),
      row('2', { roi_d0: 0.41, roi_d7: 0.52 }, { mature: { roi_d7: '14/14' } }),
    ]);
    expect(cells(line('user 1')).slice(3, 5)).toEqual(['0.41~', '0.52*']);
    expect(within(line('user 1')).getByText('0.52*').title).toBe('Mature days 12/14');
    expect(within(line('user 1')).getByText('0.41~').title).toContain('Today is still in progress');
    expect(cells(line('user 2')).slice(3, 5)).toEqual(['0.41', '0.52']);
  });

  it('states the distance from the target in words too', async () => {
    const { answer } = renderReport('?group_by=user');
    await answer([row('1', { roi_d0: 1.5 }), row('2', { roi_d0: 1.4 }), row('3', { roi_d0: 1.3 })]);
    const of = (name: string) => {
      const cell = line(name).querySelector('[class^=ads-metric]');
      return [cell?.className, cell?.getAttribute('title')];
    };
    expect(of('user 1')).toEqual(['ads-metric-met', 'Meets target 1.50']);
    expect(of('user 2')).toEqual(['ads-metric-near', 'Below target 1.50, within 10%']);
    expect(of('user 3')).toEqual(['ads-metric-missed', 'Below target 1.50']);
  });

  it('shows the change against the period before, and nothing without one', async () => {
    const { answer } = renderReport('?group_by=user&compare=prev');
    await answer([
      row('1', { spend: 1500, orders: 8 }, { prev: { spend: 1000, orders: 10 } }),
      row('2', { spend: 5 }, { prev: { spend: 0 } }),
    ]);
    const changes = (name: string) => [...line(name).querySelectorAll('small')].map((one) => [one.textContent, one.title]);
    expect(changes('user 1').slice(0, 2)).toEqual([
      ['▲ 50.00%', 'Previous period: $10.00'],
      ['▼ 20.00%', 'Previous period: 10'],
    ]);
    expect(changes('user 2')[0]).toEqual(['—', 'Previous period: $0.00']);
  });

  it('expands a row, shows that its children load, and how many are left out', async () => {
    const { answer, below } = renderReport();
    await answer([row('1', { spend: 100 })]);
    expect(screen.getByRole('columnheader', { name: 'Person › Date' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Expand user 1' }));
    expect(screen.getByText('Loading')).toBeTruthy();
    await act(() => below.question().answer({ rows: [row('2026-11-18', { spend: 60 }), row('2026-11-19', { spend: 40 })], total: 40 }));
    expect(line('2026-11-18').getAttribute('aria-level')).toBe('2');
    expect(line('2026-11-18').hasAttribute('aria-expanded')).toBe(false);
    expect(screen.getByText('38 more rows are not shown. Narrow the filters')).toBeTruthy();
    expect(screen.getByText('2026-11-19').title).toBe('Data of the last 48 hours may still change');
    expect(screen.getByText('2026-11-18').title).toBe('2026-11-18');
    await userEvent.click(screen.getByRole('button', { name: 'Collapse user 1' }));
    expect(screen.queryByText('2026-11-18')).toBeNull();
  });

  it('shows below a row that its children could not be loaded, and retries', async () => {
    const { answer, below } = renderReport();
    await answer([row('1', {}), row('2', {})]);
    await userEvent.click(screen.getByRole('button', { name: 'Expand user 1' }));
    await act(() => below.question().refuse(new Error('too slow')));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await act(() => below.question().answer({ rows: [row('2026-11-18', {})], total: 1 }));
    expect(line('2026-11-18')).toBeTruthy();
  });

  it('is sorted by its headers on the server', async () => {
    const { answer, server } = renderReport('?group_by=user');
    await answer([row('1', {})]);
    await userEvent.click(within(screen.getByRole('columnheader', { name: 'Spend' })).getByRole('button'));
    expect(server.question().input.sort).toEqual({ field: 'spend', order: 'asc' });
    expect(screen.getByText('user 1')).toBeTruthy();
  });
});
