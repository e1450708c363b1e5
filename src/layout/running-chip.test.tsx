// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import type { RunningBatches } from '#machines/running-batches/running-batches.machine.ts';
import { runningPart } from '#src/app/running-part.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { noticeBoard } from '#src/ui/overlay/notices.ts';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { RunningBatch, RunningChip } from './running-chip.tsx';

const calls = vi.hoisted(() => ({
  pollBatches: vi.fn(),
  batchDetail: vi.fn(),
  batchItems: vi.fn(),
  loadBatchResults: vi.fn(),
  cancelBatch: vi.fn(),
  retryBatch: vi.fn(),
  resolveBatchItem: vi.fn(),
  exportBatchItems: vi.fn(),
}));
vi.mock('#src/services/batches.service.ts', () => calls);

const batch = (id: number, change: object = {}) => ({
  id,
  type: 'user_role',
  status: 'running',
  summary: { zh: '添加角色', en: `Add roles ${id}` },
  can: ['cancel'],
  total: 500,
  done: 120,
  ok: 120,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...change,
});
const said = (id: MessageId, values: Record<string, string | number> = {}) => `${id} ${Object.values(values).join(' ')}`.trim();

let running: RunningBatches;

async function begin() {
  running = createActor(runningPart(said, () => 'en')).start();
  renderUi(
    <MemoryRouter>
      <ViewerProvider viewer={{ id: 2, account: 'admin', name: '', isAdmin: 1, isLeader: false, actions: [], pages: [] }}>
        <RunningChip running={running} />
        <RunningBatch running={running} />
      </ViewerProvider>
    </MemoryRouter>,
  );
  running.send({ type: 'running.started' });
  await waitFor(() => expect(calls.pollBatches).toHaveBeenCalled());
}

// Fetched on demand by the page; here it is there before the clock of a question begins.
beforeAll(() => import('#src/ui/batch/batch-progress.tsx'));

beforeEach(() => {
  for (const call of Object.values(calls)) call.mockReset();
  calls.pollBatches.mockResolvedValue({ list: [batch(7), batch(8)], total: 23 });
  calls.batchDetail.mockResolvedValue(batch(8));
  calls.batchItems.mockResolvedValue({ list: [], total: 0 });
});

afterEach(() => {
  running.stop();
  cleanup();
  for (const { id } of noticeBoard.read()) noticeBoard.remove(id);
});

describe('the chip of running batches', () => {
  it('is there only while something runs', async () => {
    calls.pollBatches.mockResolvedValue({ list: [], total: 0 });
    await begin();
    await waitFor(() => expect(running.getSnapshot().matches({ awake: 'silent' })).toBe(true));
    expect(screen.queryByRole('button')).toBeNull();
    expect(calls.pollBatches.mock.calls[0]?.[0]).toEqual({ mine: true, running: true, page: 1, page_size: 20 });
  });

  it('counts them, lists them, and leads to one with its results on any page', async () => {
    await begin();
    await userEvent.click(await screen.findByRole('button', { name: '23 batches running' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Add roles 7 120/500',
      'Add roles 8 120/500',
      '21 more batches running',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Add roles 8 120/500' }));
    await screen.findByRole('dialog', { name: 'Set roles · batch 8' });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.textContent).toContain('23 batches running');
  });

  it('tells what became of one that has ended, all parts of an order as one, politely', async () => {
    await begin();
    await screen.findByRole('button', { name: '23 batches running' });
    const alike = { zh: '添加角色', en: 'Add roles' };
    calls.pollBatches.mockResolvedValue({ list: [], total: 0 });
    calls.batchDetail.mockImplementation(async ({ batch_id }: { batch_id: number }) =>
      batch(batch_id, { status: 'partial', done: 500, ok: 497, fail: 3, summary: alike }),
    );
    running.send({ type: 'batch.started' });
    await waitFor(() => expect(noticeBoard.read()).toHaveLength(1));
    expect(noticeBoard.read()[0]).toMatchObject({ kind: 'toast', tone: 'info' });
    expect(JSON.stringify(noticeBoard.read()[0])).toContain('batch.ended Add roles');
    expect(JSON.stringify(noticeBoard.read()[0])).toContain('994');
    expect(screen.queryByRole('button')).toBeNull();
  });
});
