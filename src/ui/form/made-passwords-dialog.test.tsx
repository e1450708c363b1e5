// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '#tests/support/ui-frame.tsx';
import { madePasswords, showMadePasswords } from './made-passwords.ts';
import { MadePasswordsDialog } from './made-passwords-dialog.tsx';

afterEach(() => {
  cleanup();
  while (madePasswords.read()) madePasswords.close();
});

const dialog = () => within(screen.getByRole('dialog'));
const press = (name: string) => userEvent.click(dialog().getAllByRole('button', { name }).at(-1) as HTMLElement);
const one = { title: 'Account created', list: [{ account: 'li', name: 'Li', password: 'made-up-1' }] };

function begin() {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  renderUi(<MadePasswordsDialog />);
  return copied;
}

describe('new passwords dialog', () => {
  it('shows the passwords until it is closed, and copies them with their accounts', async () => {
    const copied = begin();
    act(() => showMadePasswords(one));
    expect(dialog().getByText('made-up-1')).toBeTruthy();
    await press('Copy account and password');
    expect(copied).toEqual(['Account: li\nNew password: made-up-1']);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(madePasswords.read()).toBeUndefined();
  });

  it('is not closed by mistake before the passwords were copied or saved', async () => {
    begin();
    act(() => showMadePasswords(one));
    await userEvent.keyboard('{Escape}');
    expect(dialog().getByText(/Nothing has been copied yet/)).toBeTruthy();
    await press('Close anyway');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('copies several as rows or saves a file, and names the refused accounts', async () => {
    const copied = begin();
    const save = vi.fn();
    const list = [...one.list, { account: 'wang', name: 'Wang', password: 'made-up-2' }];
    act(() => showMadePasswords({ title: 'Passwords reset', list, refused: [{ account: 'me', why: 'Not on yourself' }], save }));
    await press('Copy all');
    expect(copied).toEqual(['Account\tName\tNew password\nli\tLi\tmade-up-1\nwang\tWang\tmade-up-2']);
    await press('Download as a sheet');
    expect(save).toHaveBeenCalledOnce();
    expect(dialog().getByText('me: Not on yourself')).toBeTruthy();
  });

  it('waits for the dialog that is already open', async () => {
    begin();
    act(() => {
      showMadePasswords(one);
      showMadePasswords({ title: 'Second', list: [{ account: 'wang', password: 'made-up-2' }] });
    });
    await press('Copy account and password');
    await press('Close');
    expect(dialog().getByText('made-up-2')).toBeTruthy();
  });
});
