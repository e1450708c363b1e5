// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { LaneTimeline } from './timeline.tsx';

afterEach(cleanup);

const backup = {
  key: 1,
  title: 'Backup',
  runs: [
    { id: 7, from: '2026-11-20T01:00:00Z', to: '2026-11-20T01:30:00Z', kind: 'error' as const, text: 'Failed' },
    { id: 8, from: '2026-11-20T09:00:00Z', to: undefined, kind: 'info' as const, text: 'Running' },
  ],
};

describe('timeline', () => {
  it('has a button for each run with its time and result', async () => {
    const onRun = vi.fn();
    renderUi(<LaneTimeline label="Last 24 hours" lanes={[backup]} to={new Date('2026-11-20T09:30:00Z')} onRun={onRun} />);
    const run = screen.getByRole('button', { name: '2026-11-20 09:00:00 – 2026-11-20 09:30:00 · Failed' });
    await userEvent.click(run);
    expect(onRun).toHaveBeenCalledExactlyOnceWith(backup, backup.runs[0]);
    expect(screen.getByRole('button', { name: /in progress · Running/ })).toBeTruthy();
  });

  it('shows the hours above its lanes', () => {
    const { container } = renderUi(<LaneTimeline label="Last 24 hours" lanes={[backup]} to={new Date('2026-11-20T09:30:00Z')} />);
    const [axis, lane] = [...(container.querySelector('.ads-lanes')?.children ?? [])];
    expect(axis?.textContent).toContain('12:00');
    expect(lane?.textContent).toBe('Backup');
  });

  it('shows a table on demand', async () => {
    renderUi(<LaneTimeline label="Last 24 hours" lanes={[backup]} to={new Date('2026-11-20T09:30:00Z')} />);
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'NameFromToResult',
      'Backup2026-11-20 09:00:002026-11-20 09:30:00Failed',
      'Backup2026-11-20 17:00:00in progressRunning',
    ]);
  });
});
