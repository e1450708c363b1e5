// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { passwordDigest } from '#src/services/password-digest.ts';
import { newPasswordsStore } from '#src/ui/form/new-passwords.ts';
import { actor, drawer, fillIn, pick, refusal, show, users } from '#tests/support/account-page.tsx';
import { anyIdempotencyKey } from '#tests/support/idempotency-key.ts';
import { readPassword } from './typed-password.ts';

describe('new account', () => {
  it('keeps all typed values when its name is taken, and shows the fault at the field', async () => {
    users.createUser.mockRejectedValueOnce(refusal('ACCOUNT_TAKEN', { field: 'account' })).mockResolvedValueOnce({ id: 9 });
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), 'secret-12');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));

    const account = await drawer().findByRole('textbox', { name: /Account/, description: /said: ACCOUNT_TAKEN/ });
    expect(document.activeElement).toBe(account);
    expect(drawer().getByLabelText<HTMLInputElement>('Password').value).toBe('secret-12');
    expect(drawer().getByLabelText<HTMLInputElement>(/^\*Name/).value).toBe('Li Wei');

    await userEvent.type(account, '2');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(users.createUser).toHaveBeenLastCalledWith({
      account: 'li.wei2',
      name: 'Li Wei',
      department_id: 3,
      role_ids: [1],
      is_admin: 0,
      is_leader: 0,
      platform: 'dj',
      timezone: 'Asia/Shanghai',
      remark: null,
      pwd: passwordDigest('secret-12'),
      ...anyIdempotencyKey,
    });
  });

  it('keeps the password out of machines, and clears it with the form', async () => {
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), 'secret-12');
    expect(JSON.stringify(actor.getSnapshot())).not.toContain('secret');
    expect(JSON.stringify(Object.values(actor.getSnapshot().children).map((child) => (child as AnyActorRef).getSnapshot()))).not.toContain(
      'secret',
    );

    await userEvent.keyboard('{Escape}');
    await userEvent.click(drawer().getByRole('button', { name: 'Discard' }));
    expect(readPassword()).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    expect(drawer().getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it.each([
    ['short-1', /8 to 32/],
    ['onlyletters', /both letters and digits/],
    ['1234567890', /both letters and digits/],
    [`a1${'x'.repeat(31)}`, /8 to 32/],
  ])('is not sent with the password %s', async (password, said) => {
    await show();
    await fillIn('li.wei');
    await userEvent.type(drawer().getByLabelText('Password'), password);
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    expect(drawer().getByLabelText('Password', { selector: '[aria-invalid]' })).toBeDefined();
    expect(drawer().getByText(said, { selector: '[role=alert]' })).toBeDefined();
    expect(users.createUser).not.toHaveBeenCalled();
  });

  it('shows a generated password once, and keeps it out of machines', async () => {
    users.createUser.mockResolvedValue({ id: 9, new_passwd: 'Made-By-1' });
    await show();
    const events: unknown[] = [];
    actor.subscribe((snapshot) => events.push(JSON.stringify(snapshot)));
    await fillIn('li.wei');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(newPasswordsStore.read()?.list).toMatchObject([{ account: 'li.wei', password: 'Made-By-1' }]));
    newPasswordsStore.close();
    expect(users.createUser.mock.calls[0]?.[0]).not.toHaveProperty('pwd');
    expect(events.join()).not.toContain('Made-By-1');
  });

  it('of an admin needs no role', async () => {
    users.createUser.mockResolvedValue({ id: 9 });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    await userEvent.type(drawer().getByLabelText(/^\*Account/), 'boss');
    await userEvent.type(drawer().getByLabelText(/^\*Name/), 'Boss');
    await pick(/Department/, 'Delivery');
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    expect(users.createUser).not.toHaveBeenCalled();
    await userEvent.click(drawer().getByRole('radio', { name: /^Admin/ }));
    await userEvent.click(drawer().getByRole('button', { name: 'Create' }));
    await waitFor(() => expect(users.createUser).toHaveBeenCalledWith(expect.objectContaining({ is_admin: 1, role_ids: [] })));
  });

  it('shows how many users a leader of its department sees', async () => {
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'New account' }));
    await pick(/Department/, 'Delivery');
    expect(drawer().getByText('A leader can see 12 people in the department and below')).toBeDefined();
  });
});
