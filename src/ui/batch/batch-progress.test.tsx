// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { BatchProgress } from '#machines/kernel/batch/batch-progress.machine.ts';
import { batchProgressWith } from '#machines/kernel/batch/batch-progress-with.ts';
import type { BatchItemRow, BatchRow } from '#machines/kernel/batch/order-status.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { Announcer } from '../overlay/announcer.tsx';
import { Notices } from '../overlay/notice-stack.tsx';
import { ViewerProvider } from '../overlay/viewer.tsx';
import { BatchDialog } from './batch-dialog.tsx';

const batch = (id: number, change: Partial<BatchRow> = {}): BatchRow => ({
  id,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: 2, label: 'admin' },
  status: 'running',
  summary: { zh: '添加角色:优化师', en: 'Add roles: Optimizer' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: null,
  can: ['cancel'],
  total: 500,
  done: 0,
  ok: 0,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...change,
});
const item = (seq: number, change: Partial<BatchItemRow> = {}): BatchItemRow => ({
  id: seq * 10,
  seq,
  parent_seq: null,
  target_type: 'user',
  target_id: seq,
  label: `many_${seq}`,
  status: 'succeeded',
  attempt: 1,
  code: null,
  reason: null,
  text: null,
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: null,
  finished_at: null,
  account: null,
  undone: false,
  retryable: false,
  resolvable: false,
  ...change,
});

const server = {
  look: vi.fn<(ids: number[]) => BatchRow[]>(),
  items: vi.fn<(filters: object) => BatchItemRow[]>(),
  results: vi.fn(),
  cancel: vi.fn(),
  retry: vi.fn(),
  undo: vi.fn(),
  settle: vi.fn(),
};
let finishPause: (() => void) | undefined;
let progress: BatchProgress;
const events: { type: string }[] = [];

/** Shows the batches of one order with their results. */
function show(ids: number[], { canChooseFailed = true, pages = ['/sys/accounts'], isNoticed = false, isUndoable = false } = {}) {
  progress = createActor(
    batchProgressWith({
      loadBatches: fromPromise(async ({ input }) => ({
        batches: server.look(input.batchIds).filter(({ id }) => input.batchIds.includes(id)),
        gone: [],
      })),
      collectResults: fromPromise(async () => server.results()),
      pause: fromPromise<void, { ms: number }>(
        () =>
          new Promise((resolve) => {
            finishPause = resolve;
          }),
      ),
      loadItems: fromPromise(async ({ input }) => {
        const rows = server.items(input.filters);
        return { rows, total: rows.length };
      }),
      cancel: fromPromise(async ({ input }) => server.cancel(input.subject)),
      retry: fromPromise(async ({ input }) => server.retry(input.subject)),
      undo: fromPromise(async ({ input }) => server.undo(input.subject)),
      resolve: async (found) => server.settle(found),
      download: fromPromise(async (): Promise<unknown> => undefined),
    }),
    { inspect: (event) => void (event.type === '@xstate.event' && event.actorRef === progress && events.push(event.event)) },
  );
  progress.start();
  progress.send({
    type: 'progress.followed',
    batchIds: ids,
    show: !isNoticed,
    ...(isNoticed && { isNoticed }),
    ...(isUndoable && { isUndoable }),
  });
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{
          id: 2,
          account: 'admin',
          name: '',
          isAdmin: 1,
          isLeader: false,
          actions: [],
          pages: pages.map((path) => ({ path, title: path, titleEn: path })),
        }}
      >
        <button type="button">behind</button>
        <BatchDialog progress={progress} canChooseFailed={canChooseFailed} />
        <Notices />
        <Announcer />
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const dialog = async () => within(await screen.findByRole('dialog'));
const partial = (change: Partial<BatchRow> = {}) => batch(7, { status: 'partial', done: 500, ok: 497, fail: 3, can: ['retry'], ...change });

// The page loads it on demand; here it must be loaded before the fake timers start.
beforeAll(() => import('./batch-progress.tsx'));

beforeEach(() => {
  for (const call of Object.values(server)) call.mockReset();
  events.length = 0;
  finishPause = undefined;
  server.look.mockReturnValue([batch(7, { done: 120, ok: 118, fail: 2 })]);
  server.items.mockReturnValue([
    item(1),
    item(2, { status: 'failed', text: 'At least one administrator must remain', reason: 'LAST_ADMIN', retryable: true }),
  ]);
  server.results.mockReturnValue({ okIds: [1], failedIds: [2] });
});

afterEach(() => {
  progress.stop();
  cleanup();
});

describe('batch dialog', () => {
  it('undoes the whole order after a question, and shows the new batch', async () => {
    const done = { status: 'succeeded', done: 500, ok: 500, can: [], undoable: true } as const;
    server.look.mockReturnValue([
      batch(7, { ...done, can: [], undoable: true }),
      batch(8, { ...done, can: [], undoable: true }),
      batch(9, { status: 'succeeded', done: 500, ok: 498, skip: 2, can: [] }),
    ]);
    server.undo.mockResolvedValue([9]);
    show([7, 8]);
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Undo' }));
    const question = within(await screen.findByRole('dialog', { name: 'Undo the changes to 1,000 objects?' }));
    expect(question.getByText(/changed again since then are skipped/)).toBeTruthy();
    expect(server.undo).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Undo' }));
    expect(server.undo).toHaveBeenCalledExactlyOnceWith({ batchIds: [7, 8] });
    const next = within(await screen.findByRole('dialog', { name: 'Set roles · batch 9' }));
    expect(await next.findByRole('button', { name: 'Skipped 2' })).toBeTruthy();
    expect(next.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('shows progress, counts and each result with its reason in words', async () => {
    show([7]);
    const dialogQueries = await dialog();
    const bar = await dialogQueries.findByRole('progressbar', { name: '120 of 500 processed' });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['120', '500']);
    expect(dialogQueries.getByRole('heading', { name: 'Set roles · batch 7' })).toBeTruthy();
    for (const name of ['All 500', 'Succeeded 118', 'Failed 2']) expect(dialogQueries.getByRole('button', { name })).toBeTruthy();
    const failed = within(await dialogQueries.findByRole('row', { name: /many_2/ }));
    expect(failed.getByText('Failed')).toBeTruthy();
    expect(failed.getByText('At least one administrator must remain')).toBeTruthy();
  });

  it('links an object only where its page may be opened', async () => {
    show([7]);
    expect((await (await dialog()).findByRole('link', { name: 'many_1' })).getAttribute('href')).toBe('/sys/accounts?keyword=many_1');
    progress.stop();
    cleanup();
    show([7], { pages: [] });
    await (await dialog()).findByText('many_1');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('closes with Escape while the batch goes on, and later progress is announced outside the dialog', async () => {
    show([7]);
    await (await dialog()).findByText('many_1');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    server.look.mockReturnValue([partial()]);
    finishPause?.();
    await waitFor(() => expect(server.results).toHaveBeenCalledOnce());
  });

  it('reports a small success by a notice that leads to the results', async () => {
    server.look.mockReturnValue([batch(7, { status: 'succeeded', total: 2, done: 2, ok: 2 })]);
    show([7], { isNoticed: true });
    const notice = within((await screen.findByText(/Add roles: Optimizer: Succeeded 2/)).closest('.ads-notice') as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(notice.getByRole('button', { name: 'Details' }));
    expect((await dialog()).getByRole('heading', { name: 'Set roles · batch 7' })).toBeTruthy();
    expect(screen.queryByText(/Add roles: Optimizer: Succeeded 2/)).toBeNull();
  });

  it('offers to undo a small success where the page can', async () => {
    server.look.mockReturnValue([batch(7, { status: 'succeeded', total: 2, done: 2, ok: 2 })]);
    show([7], { isNoticed: true, isUndoable: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(events).toContainEqual({ type: 'progress.undoRequested', batchIds: [7], key: expect.any(String) });
  });

  it('offers to undo a small success that the server can undo, and shows the new batch', async () => {
    server.look.mockReturnValue([batch(7, { status: 'succeeded', total: 2, done: 2, ok: 2, undoable: true })]);
    server.undo.mockResolvedValue([9]);
    show([7], { isNoticed: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(server.undo).toHaveBeenCalledExactlyOnceWith({ batchIds: [7] });
    expect(await screen.findByRole('dialog')).toBeTruthy();
  });

  it('shows only the items with the chosen result', async () => {
    show([7]);
    const dialogQueries = await dialog();
    const failed = await dialogQueries.findByRole('button', { name: 'Failed 2' });
    await userEvent.click(failed);
    expect(failed.getAttribute('aria-pressed')).toBe('true');
    expect(server.items).toHaveBeenLastCalledWith({ batch_id: 7, status: 'failed' });
    await userEvent.click(dialogQueries.getByRole('button', { name: 'All 500' }));
    expect(server.items).toHaveBeenLastCalledWith({ batch_id: 7 });
  });

  it('announces progress in steps, and all counts at the end', async () => {
    show([7]);
    await (await dialog()).findByText('many_1');
    server.look.mockReturnValue([batch(7, { done: 260, ok: 260 })]);
    finishPause?.();
    expect(await screen.findByText('50% processed')).toBeTruthy();
    server.look.mockReturnValue([partial()]);
    finishPause?.();
    expect(await screen.findByText('Partially succeeded Succeeded 497 · Failed 3')).toBeTruthy();
  });

  it('asks before cancelling the rest, naming the number', async () => {
    server.cancel.mockReturnValue([batch(7, { status: 'canceled', done: 500, ok: 118, fail: 2, canceled: 380, can: [] })]);
    show([7]);
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Cancel the rest' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel the remaining 380 objects' }));
    await userEvent.click(question.getByRole('button', { name: 'Cancel the rest' }));
    await screen.findByRole('button', { name: 'Cancelled 380' });
    expect(server.cancel).toHaveBeenCalledExactlyOnceWith({ batchIds: [7] });
  });

  it('shows in words what was created and removed again, in its row and above all rows', async () => {
    server.look.mockReturnValue([partial({ removed: 1 })]);
    const text = 'None of its ads could be created, so it was removed automatically';
    const account = { id: 12, label: 'Tokyo 1' };
    server.items.mockReturnValue([item(1, { target_type: 'campaign', status: 'succeeded', undone: true, text, account })]);
    show([7]);
    const dialogQueries = await dialog();
    expect(await dialogQueries.findByText('Removed automatically')).toBeTruthy();
    expect(dialogQueries.getByText(text)).toBeTruthy();
    expect(dialogQueries.getByText('Tokyo 1')).toBeTruthy();
    expect(
      dialogQueries.getByText(
        '1 object was created and then removed automatically because none of the ads in it could be created. Nothing will be spent.',
      ),
    ).toBeTruthy();
  });

  it('retries failed items, all of them or one', async () => {
    server.look.mockReturnValue([partial()]);
    show([7]);
    const dialogQueries = await dialog();
    await userEvent.click(await dialogQueries.findByRole('button', { name: 'Retry many_2' }));
    await waitFor(() => expect(server.retry).toHaveBeenLastCalledWith({ batchIds: [7], itemIds: [20] }));
    await userEvent.click(await dialogQueries.findByRole('button', { name: 'Retry failed' }));
    await waitFor(() => expect(server.retry).toHaveBeenLastCalledWith({ batchIds: [7] }));
  });

  it('passes the failed objects to a page with selectable rows', async () => {
    server.look.mockReturnValue([partial()]);
    show([7]);
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Select failed rows only' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(events).toContainEqual({ type: 'progress.failedChosen', ids: [2] });
    progress.stop();
    cleanup();
    show([7], { canChooseFailed: false });
    await (await dialog()).findByRole('button', { name: 'Retry failed' });
    expect(screen.queryByRole('button', { name: 'Select failed rows only' })).toBeNull();
  });

  it('sums up several parts, and shows the items of one part at a time', async () => {
    server.look.mockReturnValue([batch(7, { done: 500, ok: 500, status: 'succeeded', can: [] }), batch(8, { done: 100, ok: 100 })]);
    show([7, 8]);
    const dialogQueries = await dialog();
    await dialogQueries.findByRole('progressbar', { name: '600 of 1,000 processed' });
    await userEvent.click(dialogQueries.getByRole('combobox', { name: 'Batch' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Part 2 (8)' }));
    expect(server.items).toHaveBeenLastCalledWith({ batch_id: 8 });
  });

  it('resolves an unknown result by hand, with its id when it was created', async () => {
    server.look.mockReturnValue([partial({ fail: 2, unknown: 1 })]);
    const unknown = item(3, { status: 'unknown', resolvable: true });
    server.items.mockReturnValue([unknown]);
    server.settle.mockResolvedValue({ ...unknown, status: 'succeeded', resolvable: false });
    show([7]);
    const dialogQueries = await dialog();
    expect(await dialogQueries.findByText('Confirming result')).toBeTruthy();
    await userEvent.click(dialogQueries.getByRole('button', { name: 'Resolve manually many_3' }));
    const question = within(await screen.findByRole('dialog', { name: 'Resolve many_3 manually' }));
    await userEvent.click(question.getByRole('radio', { name: 'Created' }));
    await userEvent.click(question.getByRole('button', { name: 'Resolve manually' }));
    expect(server.settle).not.toHaveBeenCalled();
    await userEvent.type(question.getByRole('textbox', { name: /Platform ID/ }), '1203005559');
    await userEvent.click(question.getByRole('button', { name: 'Resolve manually' }));
    await waitFor(() =>
      expect(server.settle).toHaveBeenCalledExactlyOnceWith({
        itemId: 30,
        outcome: 'created',
        platformId: '1203005559',
        key: expect.any(String),
      }),
    );
    await waitFor(() => expect(screen.queryByText('Confirming result')).toBeNull());
  });

  it('keeps the last known state when polling fails, and says so', async () => {
    show([7]);
    await (await dialog()).findByText('many_1');
    server.look.mockImplementation(() => {
      throw new Error('no network');
    });
    finishPause?.();
    expect(await screen.findByText(/no network/)).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '120 of 500 processed' })).toBeTruthy();
  });
});
