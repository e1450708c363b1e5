// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { type ChartForm, type ChartLine, TrendChart } from './trend-chart.tsx';

vi.mock('./plot.tsx', () => ({
  default: ({ lines }: { lines: { key: string }[] }) => <p>drawn: {lines.map(({ key }) => key).join(' ')}</p>,
}));

afterEach(cleanup);

const x = ['2026-11-18', '2026-11-19', '2026-11-20'];
const lines: ChartLine[] = [
  { key: 'spend', label: 'Spend', unit: 'money', data: [120_000, null, 9_900], form: 'bar' },
  { key: 'roi', label: 'ROI', unit: 'ratio', data: [1.234, null, 0.5], form: 'line' },
];
const marks = [{ at: '2026-11-19', kind: 'muted' as const, text: 'Closed by Li' }];

type Props = Partial<Parameters<typeof TrendChart>[0]>;

function show(props: Props = {}) {
  function Chart() {
    const [form, setForm] = useState<ChartForm>('chart');
    return <TrendChart label="Spend over time" x={x} step="day" lines={lines} form={form} onForm={setForm} busy={false} {...props} />;
  }
  renderUi(<Chart />);
}
const showTable = () => userEvent.click(screen.getByRole('button', { name: 'Table' }));
const cells = () => screen.getAllByRole('row').map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent));

describe('trend chart', () => {
  it('lists all values in a table, newest first, and keeps gaps', async () => {
    show({ provisionalFrom: '2026-11-20', marks });
    await showTable();
    expect(cells()).toEqual([
      ['Day', 'Spend', 'ROI', 'Events'],
      ['2026-11-20 *', '$99.00', '0.50', ''],
      ['2026-11-19', '—', '—', 'Closed by Li'],
      ['2026-11-18', '$1,200.00', '1.23', ''],
    ]);
    expect(screen.getByTitle('Data of the last 48 hours may still change')).toBeTruthy();
  });

  it('links a date of the table to the narrowed view', async () => {
    const onPoint = vi.fn();
    show({ onPoint });
    await showTable();
    await userEvent.click(screen.getByRole('button', { name: '2026-11-19' }));
    expect(onPoint).toHaveBeenCalledWith('2026-11-19');
  });

  it('hides a line in the plot and in the table', async () => {
    show();
    expect(await screen.findByText('drawn: spend roi')).toBeTruthy();
    await userEvent.click(within(screen.getByRole('list', { name: 'Legend' })).getByRole('button', { name: 'Spend', pressed: true }));
    expect(screen.getByText('drawn: roi')).toBeTruthy();
    await showTable();
    expect(cells()[0]).toEqual(['Day', 'ROI']);
  });

  it('has its final size before the first load', () => {
    show({ x: undefined, lines: [], busy: true, height: 200 });
    const box = screen.getByRole('status', { name: 'Loading' }).parentElement;
    expect(box?.style.height).toBe('200px');
  });

  it('says that there is no data', () => {
    show({ lines: [{ ...(lines[0] as ChartLine), data: [null, null, null] }], empty: 'Nothing was spent' });
    expect(screen.getByText('Nothing was spent')).toBeTruthy();
  });

  it('shows a failure and retries', async () => {
    const onRetry = vi.fn();
    show({ x: undefined, lines: [], failure: { message: 'no network', traceId: '' }, onRetry });
    expect(screen.getByRole('alert').textContent).toContain('no network');
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('keeps the old plot when a refresh fails', async () => {
    const onRetry = vi.fn();
    show({ failure: { message: 'no network', traceId: '' }, onRetry });
    expect(await screen.findByText('drawn: spend roi')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Could not update. Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});
