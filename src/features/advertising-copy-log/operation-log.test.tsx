// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorRef, createActor } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { FeatureTexts } from '#src/locale/text-provider.tsx';
import { ViewerProvider } from '#src/ui/overlay/viewer.tsx';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { page } from './index.ts';

const calls = vi.hoisted(() => ({ listOpLogs: vi.fn(), exportOpLogs: Object.assign(vi.fn(), { count: vi.fn() }) }));
vi.mock('#src/services/oplogs.service.ts', () => calls);

const entry = (id: number, more: Partial<OpLogRow> = {}): OpLogRow => ({
  id,
  at: '2026-11-20T08:00:00.000Z',
  account: 'wang',
  action: '/sys-roles/edit',
  action_label: { zh: '编辑角色', en: 'Edit a role' },
  target_type: 'role',
  target: { id: 3, label: 'Analyst' },
  summary: 'name',
  ip: '10.0.0.1',
  ok: true,
  code: 0,
  ms: 12,
  currency: null,
  before: { name: 'Old', remark: 'same' },
  after: { name: 'New', remark: 'same' },
  ...more,
});
const answer = (rows: OpLogRow[], next: string | null = null, total = rows.length) => ({
  list: rows,
  next_cursor: next,
  total,
  total_capped: total >= 10_000,
});

let actor: AnyActorRef;

function show({ search = '?tab=operations', actions = ['export'] }: { search?: string; actions?: string[] } = {}) {
  actor = createActor(page.machine, { input: { search } }).start();
  const { View } = page;
  renderUi(
    <ViewerProvider viewer={{ id: 2, account: 'li', name: 'Li', isAdmin: 0, isLeader: false, actions, pages: [] }}>
      <FeatureTexts messages={page.messages}>
        <View page={actor as never} />
      </FeatureTexts>
    </ViewerProvider>,
  );
}

const getLastRequest = () => calls.listOpLogs.mock.calls.at(-1)?.[0];

// The page loads it on demand; here it must be loaded before the fake timers start.
beforeAll(() => import('#src/ui/list/export-dialog.tsx'));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') });
  calls.listOpLogs.mockReset().mockResolvedValue(answer([entry(5)]));
  calls.exportOpLogs.mockReset();
});

afterEach(() => {
  actor.stop();
  cleanup();
  vi.useRealTimers();
});

describe('operation log', () => {
  it('requests the last seven days in the timezone of the user', async () => {
    show();
    await screen.findByText('wang');
    expect(getLastRequest()).toEqual({ date_from: '2026-11-15', date_to: '2026-11-21', page_size: 50 });
    expect(screen.getByRole('button', { name: 'Date Last 7 days' })).toBeTruthy();
  });

  it('names changed fields in its summaries, and shows other summaries as they are', async () => {
    calls.listOpLogs.mockResolvedValue(answer([entry(5, { summary: 'name, role_ids' }), entry(4, { summary: 'NO_PATH' })]));
    show();
    expect(await screen.findByText('Name, Roles')).toBeTruthy();
    expect(screen.getByText('NO_PATH')).toBeTruthy();
  });

  it('shows the changes field by field', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: /^Expand wang/ }));
    const rows = within(screen.getByRole('table', { name: 'Changes' })).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['FieldBeforeAfter', 'NameOldNew']);
  });

  it('expands the entry named by a link, whatever its date, and clears it with another filter', async () => {
    show({ search: '?id=5' });
    expect(await screen.findByRole('table', { name: 'Changes' })).toBeTruthy();
    expect(getLastRequest()).toEqual({ id: 5, page_size: 50 });
    await userEvent.click(screen.getByRole('button', { name: /^Collapse wang/ }));
    expect(screen.queryByRole('table', { name: 'Changes' })).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Account' }), 'li{Enter}');
    expect(getLastRequest()).toEqual({ account: 'li', date_from: '2026-11-15', date_to: '2026-11-21', page_size: 50 });
  });

  it('loads more at the end, and counts the loaded entries', async () => {
    calls.listOpLogs.mockResolvedValueOnce(answer([entry(5)], 'c1', 10_000));
    show();
    await screen.findByText('1 of 10,000+ loaded');
    calls.listOpLogs.mockResolvedValueOnce(answer([entry(4, { account: 'zhao' })], null, 10_000));
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
    await screen.findByText('2 of 10,000+ loaded');
    expect(getLastRequest()).toMatchObject({ cursor: 'c1' });
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('distinguishes an empty period from filters without a match', async () => {
    calls.listOpLogs.mockResolvedValue(answer([]));
    show({ search: '?date_from=2026-01-01&date_to=2026-01-02' });
    await screen.findByText('No operations in this period');
    await userEvent.type(screen.getByRole('textbox', { name: 'Object' }), 'x{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await screen.findByText('No operations in this period');
    expect(getLastRequest()).toEqual({ date_from: '2026-11-15', date_to: '2026-11-21', page_size: 50 });
  });

  it('is exported with the current filters and days, with the permission', async () => {
    calls.exportOpLogs.count.mockResolvedValue({ count: 12, max: 200_000 });
    calls.exportOpLogs.mockReturnValue(new Promise(() => undefined));
    show({ search: '?result=fail' });
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export 12 rows' }));
    const expectedRequest = { result: 'fail', date_from: '2026-11-15', date_to: '2026-11-21' };
    expect(calls.exportOpLogs.count.mock.calls[0]?.[0]).toMatchObject(expectedRequest);
    expect(calls.exportOpLogs.mock.calls[0]?.[0]).toMatchObject({
      ...expectedRequest,
      columns: expect.arrayContaining(['at', 'result', 'ms']),
    });
    expect(await screen.findByRole('progressbar', { name: 'Downloading' })).toBeTruthy();
    cleanup();
    actor.stop();
    show({ actions: [] });
    await screen.findByText('wang');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });
});
