// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { newPasswordsStore, showNewPasswords } from './new-passwords.ts';
import { NewPasswordsDialog } from './new-passwords-dialog.tsx';

afterEach(() => {
  cleanup();
  while (newPasswordsStore.read()) newPasswordsStore.close();
});

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => userEvent.click(dialog().getAllByRole('button', { name }).at(-1) as HTMLElement);
const one = { title: 'Account created', list: [{ account: 'li', name: 'Li', password: 'made-up-1' }] };

function renderDialog() {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  renderUi(<NewPasswordsDialog />);
  return copied;
}

describe('new passwords dialog', () => {
  it('shows the passwords until it is closed, and copies them with their accounts', async () => {
    const copied = renderDialog();
    act(() => showNewPasswords(one));
    expect(dialog().getByText('made-up-1')).toBeTruthy();
    await press('Copy account and password');
    expect(copied).toEqual(['Account: li\nNew password: made-up-1']);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(newPasswordsStore.read()).toBeUndefined();
  });

  it('is not closed by mistake before the passwords were copied or saved', async () => {
    renderDialog();
    act(() => showNewPasswords(one));
    await userEvent.keyboard('{Escape}');
    expect(dialog().getByText(/Not copied yet/)).toBeTruthy();
    await press('Close anyway');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('copies several as rows or saves a file, and names the refused accounts', async () => {
    const copied = renderDialog();
    const save = vi.fn();
    const list = [...one.list, { account: 'wang', name: 'Wang', password: 'made-up-2' }];
    act(() =>
      showNewPasswords({ title: 'Passwords reset', list, refused: [{ account: 'me', why: 'You cannot do this to yourself' }], save }),
    );
    await press('Copy all accounts and passwords');
    expect(copied).toEqual(['Account\tName\tNew password\nli\tLi\tmade-up-1\nwang\tWang\tmade-up-2']);
    await press('Download as spreadsheet');
    expect(save).toHaveBeenCalledOnce();
    expect(dialog().getByText('me: You cannot do this to yourself')).toBeTruthy();
  });

  it('waits for the dialog that is already open', async () => {
    renderDialog();
    act(() => {
      showNewPasswords(one);
      showNewPasswords({ title: 'Second', list: [{ account: 'wang', password: 'made-up-2' }] });
    });
    await press('Copy account and password');
    await press('Close');
    expect(dialog().getByText('made-up-2')).toBeTruthy();
  });
});
