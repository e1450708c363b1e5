// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { TransportError } from '#src/services/api-error.ts';
import { ADMIN, actor, batches, drawer, pick, refusal, show, users } from '#tests/support/account-page.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';

const run = (status: string, counts: object) => ({
  id: 70,
  type: 'user_role',
  level: null,
  origin: '/sys/accounts',
  origin_label: { zh: '账号管理', en: 'Accounts' },
  user: { id: ADMIN, label: 'admin' },
  status,
  summary: { zh: '移除角色:优化师', en: 'Remove roles: Optimizer' },
  created_at: '2026-11-20T08:00:00Z',
  started_at: '2026-11-20T08:00:00Z',
  finished_at: '2026-11-20T08:00:02Z',
  can: status === 'partial' ? ['retry'] : [],
  total: 2,
  done: 2,
  ok: 2,
  fail: 0,
  skip: 0,
  unknown: 0,
  canceled: 0,
  removed: 0,
  ...counts,
});
const result = (id: number, label: string, status: string, text: string | null = null) => ({
  id: id * 10,
  seq: id,
  parent_seq: null,
  target_type: 'user',
  target_id: id,
  label,
  status,
  attempt: 1,
  code: null,
  reason: null,
  text,
  platform_code: null,
  platform_subcode: null,
  before: null,
  after: null,
  started_at: null,
  finished_at: null,
  account: null,
  undone: false,
  retryable: status === 'failed',
  resolvable: false,
});

describe('several accounts', () => {
  const choose = async (...accounts: string[]) => {
    for (const account of accounts) await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${account}` }));
  };
  const begun = { batch_id: 70, status: 'partial', total: 2, done: 2, ok: 1, fail: 1, skip: 0, unknown: 0, canceled: 0, items: [] };

  beforeEach(() => {
    const rows = [result(5, 'li.wei', 'succeeded'), result(6, 'wang', 'failed', 'Choose at least one role')];
    const found = async ({ status }: { status?: string }) => {
      const list = rows.filter((one) => !status || one.status === status);
      return { list, total: list.length };
    };
    batches.batchDetail.mockResolvedValue(run('partial', { ok: 1, fail: 1 }));
    batches.batchItems.mockImplementation(found);
    batches.loadBatchResults.mockImplementation(found);
  });

  it('are given roles; failed ones are listed with their reasons and stay chosen', async () => {
    users.saveUserRoles.mockResolvedValue(begun);
    await show();
    await choose('li.wei', 'wang');
    await userEvent.click(screen.getByRole('button', { name: 'Set roles' }));
    await screen.findByRole('dialog', { name: 'Set roles in bulk' });
    await pick(/Roles/, 'Optimizer');
    await userEvent.click(drawer().getByRole('radio', { name: /^Remove/ }));
    const listed = users.listUsers.mock.calls.length;
    await userEvent.click(drawer().getByRole('button', { name: 'Update 2 accounts' }));
    await waitFor(() =>
      expect(users.saveUserRoles).toHaveBeenCalledExactlyOnceWith({
        user_ids: [5, 6],
        role_ids: [1],
        mode: 'remove',
        ...anyIdempotencyKey,
      }),
    );

    const outcome = within(await screen.findByRole('dialog', { name: 'Set roles · batch 70' }));
    expect(await outcome.findByText('Choose at least one role')).toBeDefined();
    expect(outcome.getByRole('button', { name: 'Failed 1' })).toBeDefined();
    await waitFor(() => expect(users.listUsers.mock.calls.length).toBe(listed + 1));
    await userEvent.click(outcome.getByText('Close'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select wang' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select li.wei' }).checked).toBe(false);
  });

  it('are deleted only with a reason and their number typed', async () => {
    users.deleteUsers.mockResolvedValue(begun);
    await show();
    await choose('li.wei', 'wang');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete accounts' }));
    await userEvent.click(question.getByRole('button', { name: 'Delete 2 accounts' }));
    expect(users.deleteUsers).not.toHaveBeenCalled();
    const reason = question.getByRole('textbox', { name: /Reason/ });
    await waitFor(() => expect(document.activeElement).toBe(reason));
    await userEvent.type(reason, 'left');
    await userEvent.type(question.getByRole('textbox', { name: /Type 2 to confirm/ }), '2');
    await userEvent.click(question.getByRole('combobox', { name: /Transfer to/ }));
    expect(screen.queryByRole('option', { name: /Wang/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(question.getByRole('button', { name: 'Delete 2 accounts' }));
    await waitFor(() => expect(users.deleteUsers).toHaveBeenCalledExactlyOnceWith({ ids: [5, 6], reason: 'left', ...anyIdempotencyKey }));
  });

  it('that match the filters are sent as filters and a number', async () => {
    users.setUserStatuses.mockResolvedValue(begun);
    await show('?status=enabled');
    await choose('li.wei');
    actor.getSnapshot().children.list.send({ type: 'list.allMatchingChosen' });
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await screen.findByText('All 3 objects that match the filters');
    await userEvent.click(drawer().getByRole('button', { name: 'Disable 3 accounts' }));
    await waitFor(() =>
      expect(users.setUserStatuses).toHaveBeenCalledExactlyOnceWith({
        filter: { status: 'enabled' },
        expected_total: 3,
        status: 'disabled',
        ...anyIdempotencyKey,
      }),
    );
  });

  it('are counted again when their number has changed, and nothing starts before confirmation', async () => {
    users.setUserStatuses.mockRejectedValueOnce(refusal('SELECTION_CHANGED', { total: 4 })).mockResolvedValueOnce(begun);
    await show('?status=enabled');
    await choose('li.wei');
    actor.getSnapshot().children.list.send({ type: 'list.allMatchingChosen' });
    await userEvent.click(await screen.findByRole('button', { name: 'Disable' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Disable 3 accounts' }));
    await screen.findByText('The number of matches is now 4. Check it and submit again.');
    await userEvent.click(drawer().getByRole('button', { name: 'Disable 4 accounts' }));
    await waitFor(() => expect(users.setUserStatuses).toHaveBeenCalledTimes(2));
    const [first, second] = users.setUserStatuses.mock.calls.map(([request]) => request);
    expect(second).toEqual({ ...first, expected_total: 4 });
  });

  it('are sent once more with the same key when no answer came', async () => {
    users.saveUserRoles.mockRejectedValueOnce(new TransportError('Network Error', true)).mockResolvedValueOnce(begun);
    await show();
    await choose('wang');
    await userEvent.click(screen.getByRole('button', { name: 'Set roles' }));
    await screen.findByRole('dialog', { name: 'Set roles in bulk' });
    await pick(/Roles/, 'Optimizer');
    await userEvent.click(drawer().getByRole('button', { name: 'Update 1 account' }));
    await screen.findByRole('dialog', { name: 'No response' });
    await userEvent.click(drawer().getByRole('button', { name: 'Check again' }));
    await screen.findByRole('dialog', { name: 'Set roles · batch 70' });
    const [first, second] = users.saveUserRoles.mock.calls;
    expect(second).toEqual(first);
  });
});
