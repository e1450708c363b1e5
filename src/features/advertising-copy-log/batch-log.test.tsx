// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { BatchRow } from '#contracts/endpoints/batches.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({
  listBatches: vi.fn(),
  batchDetail: vi.fn(),
  batchItems: vi.fn(),
  loadBatchResults: vi.fn(),
  pollBatches: vi.fn(),
  cancelBatch: vi.fn(),
  retryBatch: vi.fn(),
  undoBatches: vi.fn(),
  resolveBatchItem: vi.fn(),
  exportBatches: Object.assign(vi.fn(), { count: vi.fn() }),
  exportBatchItems: vi.fn(),
}));
vi.mock('#src/services/batches.service.ts', async (original) => ({ ...(await original<object>()), ...calls }));
const logs = vi.hoisted(() => ({ listOpLogs: vi.fn(), exportOpLogs: Object.assign(vi.fn(), { count: vi.fn() }) }));
vi.mock('#src/services/oplogs.service.ts', () => logs);
const prefs = vi.hoisted(() => ({
  loadTableView: vi.fn(async (): Promise<object | undefined> => undefined),
  saveTableView: async () => ({}),
}));
vi.mock('#src/services/prefs.service.ts', () => prefs);
vi.mock('#src/services/views.service.ts', () => ({ listViews: async () => ({ list: [] }) }));
vi.mock('#src/services/ad-accounts.service.ts', () => ({
  simpleAdAccounts: async () => ({ list: [{ id: 4, label: 'US 01', sub: '', status: '1' }], total: 1 }),
}));
vi.mock('#src/services/users.service.ts', () => ({
  simpleUsers: async () => ({ list: [{ id: 5, account: 'li', name: 'Li Wei', department_name: 'Delivery' }] }),
}));

const batch = (id: number, change: Partial<BatchRow> = {}): BatchRow => ({
  id,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: 5, label: 'Li Wei' },
  status: 'partial',
  summary: { zh: '添加角色:优化师', en: 'Add roles: Optimizer' },
  created_at: '2026-11-20T08:00:00.000Z',
  started_at: '2026-11-20T08:00:00.000Z',
  finished_at: '2026-11-20T08:00:12.300Z',
  can: ['retry'],
  total: 500,
  done: 500,
  ok: 497,
  fail: 3,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...change,
});
const running = batch(8, { status: 'running', can: ['cancel'], done: 120, ok: 120, fail: 0, finished_at: null });
const failed = {
  id: 71,
  seq: 4,
  parent_seq: null,
  target_type: 'user',
  target_id: 9,
  label: 'wang',
  status: 'failed',
  attempt: 2,
  code: 422,
  reason: 'LAST_ADMIN',
  text: 'At least one administrator must remain',
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: null,
  finished_at: '2026-11-20T08:00:05.000Z',
  account: null,
  undone: false,
  retryable: true,
  resolvable: false,
};

let actor: AnyActorRef;
const events: unknown[] = [];

/** The current address. */
function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="where">{pathname + search}</output>;
}

function show(search = '', more: string[] = [], isAdmin = 1) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <MemoryRouter>
      <ViewerProvider
        viewer={{
          id: 2,
          account: 'admin',
          name: '',
          isAdmin,
          isLeader: false,
          actions: ['export'],
          pages: ['/sys/accounts', ...more].map((path) => ({ path, title: path, titleEn: path })),
        }}
      >
        <FeatureTexts messages={page.messages}>
          <View page={actor as never} />
          <Address />
        </FeatureTexts>
      </ViewerProvider>
    </MemoryRouter>,
  );
}

const answer = (...list: BatchRow[]) => ({
  list,
  total: list.length,
  totals: { total: 12_345, ok: 12_000, fail: 300, skip: 40, unknown: 5 },
});
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
  for (const call of Object.values(calls)) call.mockReset();
  events.length = 0;
  calls.listBatches.mockResolvedValue(answer(batch(7)));
  calls.batchDetail.mockImplementation(async ({ batch_id }: { batch_id: number }) => (batch_id === 8 ? running : batch(batch_id)));
  calls.batchItems.mockResolvedValue({ list: [failed], total: 1 });
  calls.loadBatchResults.mockResolvedValue({ list: [], total: 0 });
  logs.listOpLogs.mockResolvedValue({ list: [], next_cursor: null, total: 0, total_capped: false });
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
});

describe('batch log', () => {
  it('is the first view, requests the last seven days, and sums up all pages', async () => {
    show();
    const seven = await row(/Add roles/);
    expect(seven.getByText('Partially succeeded')).toBeTruthy();
    expect(seven.getByText('12.3 s')).toBeTruthy();
    expect(calls.listBatches.mock.calls[0]?.[0]).toEqual({
      date_from: '2026-11-15',
      date_to: '2026-11-21',
      type: ['publish', 'copy', 'status', 'budget', 'bid', 'rename', 'transfer', 'remove'],
      page: 1,
      page_size: 20,
    });
    const totals = await row(/^Total/);
    for (const sum of ['12,345', '12,000', '300', '40', '5']) expect(totals.getByText(sum)).toBeTruthy();
    expect(logs.listOpLogs).not.toHaveBeenCalled();
  });

  it('is filtered by type, status, user and keyword', async () => {
    show('?type=user_role,user_delete&status=partial&user_id=5&keyword=wang');
    await waitFor(() =>
      expect(calls.listBatches.mock.calls[0]?.[0]).toMatchObject({
        type: ['user_role', 'user_delete'],
        status: 'partial',
        user_id: 5,
        keyword: 'wang',
      }),
    );
    expect(await screen.findByRole('button', { name: 'Remove filter By: Li Wei' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Type: Set roles, Delete accounts' }));
    expect(calls.listBatches.mock.calls.at(-1)?.[0].type).toBeUndefined();
  });

  it('lists what was done to ads unless all types are asked for', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Show all types' }));
    await waitFor(() => expect(calls.listBatches.mock.calls.at(-1)?.[0].type).toContain('user_role'));
    expect(screen.queryByRole('button', { name: 'Show all types' })).toBeNull();
  });

  it('is filtered by ad account and origin', async () => {
    show('?ad_account_id=4&origin=cron');
    await waitFor(() => expect(calls.listBatches.mock.calls[0]?.[0]).toMatchObject({ ad_account_id: 4, origin: 'cron' }));
    expect(await screen.findByRole('button', { name: 'Remove filter Ad account: US 01' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Remove filter Origin: Scheduled tasks' })).toBeTruthy();
  });

  it('names the level of ads in words', async () => {
    prefs.loadTableView.mockResolvedValueOnce({ shown: ['id', 'level'], density: 'regular' });
    calls.listBatches.mockResolvedValue(answer(batch(7, { type: 'budget', level: 'ad_group' })));
    show();
    expect(await screen.findByText('Ad set')).toBeTruthy();
  });

  it('shows a batch of an unknown type from a newer server', async () => {
    calls.listBatches.mockResolvedValue(answer(batch(7, { type: 'from_a_newer_server' as never })));
    show();
    expect(await (await row(/Add roles: Optimizer/)).findByText('Other')).toBeTruthy();
  });

  it('shows the items of a batch with their results, and links to the objects', async () => {
    show();
    await userEvent.click((await row(/Add roles/)).getByRole('button', { name: /^Expand 7/ }));
    const items = within(await screen.findByRole('table', { name: 'Batch results' }));
    expect(await items.findByText('At least one administrator must remain')).toBeTruthy();
    expect(items.getByRole('link', { name: 'wang' }).getAttribute('href')).toBe('/sys/accounts?keyword=wang');
    expect(calls.batchItems.mock.calls[0]?.[0]).toEqual({ batch_id: 7, page: 1, page_size: 50 });
    await userEvent.click(screen.getByRole('button', { name: 'Failed 3' }));
    await waitFor(() => expect(calls.batchItems.mock.calls.at(-1)?.[0]).toMatchObject({ batch_id: 7, status: 'failed' }));
    await userEvent.click(screen.getByRole('button', { name: /^Collapse 7/ }));
    expect(screen.queryByRole('table', { name: 'Batch results' })).toBeNull();
  });

  it('keeps running batches on top with their current progress, and asks before cancelling the rest', async () => {
    calls.listBatches.mockResolvedValue(answer(batch(9), { ...running, done: 0, ok: 0 }));
    calls.cancelBatch.mockResolvedValue({ ...running, status: 'canceled', done: 500, canceled: 380, can: [] });
    show();
    const runningRow = await row(/^.*8 .*Running/);
    expect(await runningRow.findByText('120')).toBeTruthy();
    const order = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(order.findIndex((text) => text?.includes('Running'))).toBeLessThan(order.findIndex((text) => text?.includes('Partially')));
    await userEvent.click(runningRow.getByRole('button', { name: 'Cancel the rest 8' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Cancel the remaining 380 objects' }));
    expect(calls.cancelBatch).not.toHaveBeenCalled();
    await userEvent.click(question.getByRole('button', { name: 'Cancel the rest' }));
    await waitFor(() => expect(calls.cancelBatch).toHaveBeenCalledExactlyOnceWith({ batch_id: 8, ...anyIdempotencyKey }));
    expect(await screen.findByRole('button', { name: 'Cancelled 380' })).toBeTruthy();
  });

  it('retries only what failed', async () => {
    calls.retryBatch.mockResolvedValue({});
    show();
    await userEvent.click((await row(/Add roles/)).getByRole('button', { name: 'Retry failed 7' }));
    await waitFor(() => expect(calls.retryBatch).toHaveBeenCalledExactlyOnceWith({ batch_id: 7, ...anyIdempotencyKey }));
  });

  it('asks before it undoes a batch', async () => {
    calls.listBatches.mockResolvedValue({
      list: [batch(7, { status: 'succeeded', ok: 500, fail: 0, can: [], undoable: true })],
      total: 1,
      totals: { total: 500, ok: 500, fail: 0, skip: 0, unknown: 0 },
    });
    calls.batchDetail.mockResolvedValue(batch(7, { status: 'succeeded', ok: 500, fail: 0, can: [], undoable: true }));
    calls.undoBatches.mockResolvedValue({ batch_id: 9 });
    show();
    await userEvent.click((await row(/Add roles/)).getByRole('button', { name: 'Undo 7' }));
    const question = within(await screen.findByRole('dialog', { name: 'Undo the changes to 500 objects?' }));
    await userEvent.click(question.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.undoBatches).toHaveBeenCalledExactlyOnceWith({ batch_ids: [7], ...anyIdempotencyKey }));
  });

  describe('ordering again', () => {
    const launched = (id: number, type: BatchRow['type'], level: string | null, change: Partial<BatchRow> = {}) =>
      batch(id, { type, level, status: 'succeeded', can: [], fail: 0, summary: { zh: '', en: `${type} ${id}` }, ...change });
    const pages = ['/advertising/start', '/advertising/publish'];

    it.each([
      ['budget', 'ad_group', '/advertising/start?tab=group&again=21'],
      ['remove', 'ad', '/advertising/start?tab=ad&again=21'],
      ['publish', null, '/advertising/publish?tab=publish&again=21'],
    ] as const)('leads from %s of %s to the page where it is reviewed first', async (type, level, place) => {
      calls.listBatches.mockResolvedValue(answer(launched(21, type, level)));
      show('', pages);
      await userEvent.click((await row(new RegExp(`${type} 21`))).getByRole('button', { name: 'Run again 21' }));
      expect(screen.getByRole('status', { name: 'where' }).textContent).toBe(place);
    });

    it('is offered for finished batches of launches with the permission', async () => {
      calls.listBatches.mockResolvedValue(
        answer(
          launched(21, 'status', 'ad', { status: 'running', finished_at: null }),
          launched(22, 'user_role', null),
          launched(23, 'copy', 'ad'),
        ),
      );
      show('', pages);
      await row(/copy 23/);
      expect(screen.getAllByRole('button', { name: /^Run again/ }).map((one) => one.getAttribute('aria-label'))).toEqual(['Run again 23']);
    });

    it('is not offered without the permission', async () => {
      calls.listBatches.mockResolvedValue(
        answer(launched(21, 'status', 'ad'), launched(22, 'transfer', 'campaign'), launched(23, 'publish', null)),
      );
      show('', pages, 0);
      await row(/publish 23/);
      expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull();
    });
  });

  it('links to the logs of closings and deletions that the user may open', async () => {
    show('', ['/advertising/close-log']);
    expect((await screen.findByRole('link', { name: 'Close log' })).getAttribute('href')).toBe('/advertising/close-log');
    expect(screen.queryByRole('link', { name: 'Delete log' })).toBeNull();
  });

  it('switches to the operation log and back, keeping both addresses', async () => {
    show('?status=partial');
    await row(/Add roles/);
    await userEvent.click(screen.getByRole('tab', { name: 'Operation log' }));
    await waitFor(() => expect(logs.listOpLogs).toHaveBeenCalledOnce());
    await userEvent.click(screen.getByRole('tab', { name: 'Batch log' }));
    await row(/Add roles/);
    expect(screen.getByRole('button', { name: 'Remove filter Status: Partially succeeded' })).toBeTruthy();
    expect(calls.listBatches).toHaveBeenCalledOnce();
  });
});
