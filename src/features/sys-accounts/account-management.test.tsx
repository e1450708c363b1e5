// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { drawer, li, prefs, refusal, row, show, tableRow, users } from '#tests/support/account-page.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';

describe('edit', () => {
  const openLiWei = async () => userEvent.click((await tableRow('li.wei')).getByRole('button', { name: 'li.wei' }));
  const rename = async (name: string) => {
    const field = drawer().getByLabelText(/^\*Name/);
    await userEvent.clear(field);
    await userEvent.type(field, name);
    await userEvent.click(drawer().getByRole('button', { name: 'Save' }));
  };

  it('sends the version and only the changes', async () => {
    users.editUser.mockResolvedValue(li);
    await show();
    await openLiWei();
    await rename('Li');
    await waitFor(() => expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, name: 'Li', ...anyIdempotencyKey }));
  });

  it('without changes is not sent', async () => {
    await show();
    await openLiWei();
    await userEvent.click(drawer().getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(users.editUser).not.toHaveBeenCalled();
  });

  it('with a conflict shows who changed what and when, and overwrites only what was changed here', async () => {
    const latest = row(5, 'li.wei', { version: 7, name: 'Theirs', is_leader: 1 });
    users.editUser
      .mockRejectedValueOnce(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest }))
      .mockResolvedValueOnce(latest);
    await show();
    await openLiWei();
    await rename('Mine');
    expect(await drawer().findByText('Lin changed this at 2026-11-20 16:30. Your changes are not saved yet')).toBeDefined();
    const changes = within(drawer().getByRole('table'));
    expect(changes.getByRole('row', { name: 'Name changed by both Name of li.wei Theirs Mine' })).toBeDefined();
    expect(changes.getByRole('row', { name: 'Leader No Yes unchanged' })).toBeDefined();
    await userEvent.click(drawer().getByRole('button', { name: 'Overwrite' }));
    await waitFor(() => expect(users.editUser).toHaveBeenLastCalledWith({ id: 5, version: 7, name: 'Mine', ...anyIdempotencyKey }));
  });

  it('with a conflict can load the latest values instead', async () => {
    const latest = row(5, 'li.wei', { version: 7, name: 'Theirs' });
    users.editUser.mockRejectedValueOnce(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest }));
    await show();
    await openLiWei();
    await rename('Mine');
    await userEvent.click(await drawer().findByRole('button', { name: 'Load latest' }));
    expect(drawer().getByLabelText<HTMLInputElement>(/^\*Name/).value).toBe('Theirs');
  });
});

describe("the user's own row", () => {
  it('cannot be disabled, deleted or demoted, and explains why', async () => {
    await show();
    const mine = await tableRow('admin');
    const status = mine.getByRole('switch', { name: 'Status of admin', description: 'You cannot do this to yourself' });
    expect(status.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(status);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(users.editUser).not.toHaveBeenCalled();
    await userEvent.click(mine.getByRole('button', { name: 'More actions for admin' }));
    const remove = screen.getByRole('menuitem', { name: /Delete/ });
    expect(remove.textContent).toContain('You cannot do this to yourself');
    await userEvent.click(remove);
    expect(users.ownedByUser).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(mine.getByRole('button', { name: 'admin' }));
    const ordinary = drawer().getByRole<HTMLInputElement>('radio', { name: /^Standard/ });
    expect(ordinary.disabled).toBe(true);
    expect(drawer().getByText('You cannot do this to yourself')).toBeDefined();
  });
});

describe('status', () => {
  it('asks before an account is disabled', async () => {
    users.editUser.mockResolvedValue({ ...li, version: 5, status: 'disabled' });
    await show();
    await userEvent.click((await tableRow('li.wei')).getByRole('switch'));
    expect(users.editUser).not.toHaveBeenCalled();
    const question = within(screen.getByRole('alertdialog', { name: 'Disable account li.wei' }));
    await userEvent.click(question.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, status: 'disabled' }));
    await waitFor(async () => expect((await tableRow('li.wei')).getByText('Disabled')).toBeDefined());
  });

  it('is enabled at once, and shows a refusal in words', async () => {
    users.listUsers.mockResolvedValue({ list: [{ ...li, status: 'disabled' }], total: 1 });
    users.editUser.mockRejectedValue(refusal('VERSION_CONFLICT', { by: 'Lin', at: '2026-11-20T08:30:00Z', latest: li }));
    await show();
    await userEvent.click((await tableRow('li.wei')).getByRole('switch'));
    expect(users.editUser).toHaveBeenCalledExactlyOnceWith({ id: 5, version: 4, status: 'enabled' });
    expect((await screen.findByRole('dialog')).textContent).toContain('said: VERSION_CONFLICT');
    const before = users.listUsers.mock.calls.length;
    await userEvent.click(drawer().getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(users.listUsers.mock.calls.length).toBe(before + 1));
  });
});

describe('deleting an account', () => {
  const ask = async () => {
    await userEvent.click((await tableRow('li.wei')).getByRole('button', { name: 'More actions for li.wei' }));
    await userEvent.click(screen.getByRole('menuitem', { name: /Delete/ }));
    return within(await screen.findByRole('alertdialog'));
  };

  it('that owns something requires a successor and its typed name', async () => {
    users.ownedByUser.mockResolvedValue({ counts: { campaigns: 1200, new_kind: 2 } });
    users.deleteUser.mockResolvedValue({});
    await show();
    const question = await ask();
    expect(question.getByText('Campaigns: 1,200')).toBeDefined();
    expect(question.getByText('new_kind: 2')).toBeDefined();
    const remove = question.getByRole<HTMLButtonElement>('button', { name: 'Delete' });
    await userEvent.type(question.getByLabelText('Type li.wei to confirm'), 'li.wei');
    expect(remove.disabled).toBe(true);
    await userEvent.click(question.getByRole('combobox', { name: /Transfer to/ }));
    await userEvent.click(await screen.findByRole('option', { name: /Wang/ }));
    expect(remove.disabled).toBe(false);
    await userEvent.click(remove);
    await waitFor(() => expect(users.deleteUser).toHaveBeenCalledExactlyOnceWith({ id: 5, handover_user_id: 6, ...anyIdempotencyKey }));
  });

  it('asks for a successor when it came to own something in the meantime', async () => {
    users.ownedByUser.mockResolvedValue({ counts: {} });
    users.deleteUser.mockRejectedValueOnce(refusal('HANDOVER_REQUIRED', { counts: { campaigns: 1 } }));
    await show();
    const question = await ask();
    expect(question.queryByRole('combobox')).toBeNull();
    await userEvent.type(question.getByLabelText('Type li.wei to confirm'), 'li.wei{Enter}');
    expect(await question.findByText('said: HANDOVER_REQUIRED')).toBeDefined();
    expect(question.getByRole('combobox', { name: /Transfer to/ })).toBeDefined();
  });
});

describe('list', () => {
  it('shows the filters of its address and requests with them', async () => {
    await show('?department_id=3&role_id=1&is_leader=1');
    expect(users.listUsers.mock.calls[0]?.[0]).toMatchObject({ department_id: 3, role_id: 1, is_leader: 1 });
    expect(await screen.findByRole('button', { name: 'Remove filter Department: Delivery' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Remove filter Role: Optimizer' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'More filters (1)' })).toBeDefined();
  });

  it('of a department without members offers to create an account in it', async () => {
    users.listUsers.mockResolvedValue({ list: [], total: 0 });
    await show('?department_id=3');
    const empty = within((await screen.findByText('Department “Delivery” has no members yet')).closest('div') as HTMLElement);
    await userEvent.click(empty.getByRole('button', { name: 'New account' }));
    await waitFor(() => expect(drawer().getByRole('combobox', { name: /Department/ }).textContent).toContain('Delivery'));
  });

  it('shows and exports the saved columns, and saves every change', async () => {
    const shown = ['account', 'remark', 'do'];
    prefs.loadTableView.mockResolvedValue({ shown, density: 'compact' });
    users.exportUsers.count.mockResolvedValue({ count: 300_000, max: 200_000 });
    await show();
    expect(await screen.findByRole('columnheader', { name: 'Remark' })).toBeDefined();
    expect(screen.queryByRole('columnheader', { name: 'Name' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Export' }));
    expect(users.exportUsers.count.mock.calls[0]?.[0].columns).toEqual(['account', 'remark']);
    await screen.findByText('300,000 rows exceed the limit of 200,000 per file');
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Name' }));
    expect(prefs.saveTableView.mock.calls[0]?.slice(0, 2)).toEqual([
      '/sys/accounts',
      { shown: ['account', 'remark', 'do', 'name'], density: 'compact' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Restore defaults' }));
    expect(prefs.saveTableView.mock.calls[1]?.slice(0, 2)).toEqual(['/sys/accounts', null]);
    expect(screen.queryByRole('columnheader', { name: 'Remark' })).toBeNull();
  });

  it('is exported with its filters and the shown columns', async () => {
    users.exportUsers.count.mockResolvedValue({ count: 2, max: 200_000 });
    users.exportUsers.mockRejectedValue(refusal('EXPORT_TOO_LARGE'));
    await show('?status=enabled');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Export 2 rows' }));
    const request = users.exportUsers.mock.calls[0]?.[0];
    expect(request).toMatchObject({ status: 'enabled', locale: 'zh-cn' });
    expect(request.columns).toEqual([
      'account',
      'name',
      'department',
      'roles',
      'is_admin',
      'is_leader',
      'platform',
      'status',
      'login_at',
      'created_at',
    ]);
  });
});
