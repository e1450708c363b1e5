// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { localeMachine } from '#machines/locale/locale.machine.ts';
import { sessionMachine } from '#machines/session/session.machine.ts';
import type { Farewell } from '#machines/session/session-end.ts';
import { themeMachine } from '#machines/theme/theme.machine.ts';
import { language } from '#src/locale/en.ts';
import { renderUi } from '#tests/support/ui-frame.tsx';
import Login from './login.page.tsx';

afterEach(cleanup);

function show(farewell?: Farewell, locale: 'en' | 'zh-cn' = 'en') {
  const session = createActor(sessionMachine, { input: { serial: 0, user: undefined, routes: { base: [], admin: [] } } }).start();
  const theme = createActor(themeMachine.provide({ actions: { paint: () => undefined } }), { input: { isDark: false } }).start();
  const spoken = createActor(localeMachine.provide({ actions: { setDocumentLanguage: () => undefined } }), { input: { language } }).start();
  renderUi(<Login session={session} theme={theme} locale={spoken} farewell={farewell} onType={() => undefined} />, locale);
  return {
    session,
    account: screen.getByRole<HTMLInputElement>('textbox', { name: /Account|账号/ }).value,
    told: screen.queryByRole('status')?.textContent,
  };
}

const passwordField = () => document.querySelector<HTMLInputElement>('input[autocomplete="current-password"]') as HTMLInputElement;

describe('login page', () => {
  it('shows no earlier session when none ended here', () => {
    expect(show()).toMatchObject({ account: '', told: undefined });
  });

  it('begins in the account field when no session ended here', () => {
    show();
    const field = screen.getByRole('textbox', { name: 'Account' });
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-required')).toBe('true');
  });

  it('explains why the session ended and that changes were kept, with the account filled in and the password focused', () => {
    const shown = show({ end: 'passwordReset', account: 'opt_01', hasWork: true }, 'zh-cn');
    expect(shown.account).toBe('opt_01');
    expect(shown.told).toBe('登录已失效（密码已被重置）未保存的内容已保留，用同一账号登录后可继续编辑。');
    expect(document.activeElement?.getAttribute('autocomplete')).toBe('current-password');
  });

  it.each([
    ['ab', 'secret-1', /must be 3 to 32/],
    ['a'.repeat(33), 'secret-1', /must be 3 to 32/],
    ['opt_01', 'x'.repeat(33), /must be at most 32/],
  ])('sends nothing for an account like %s and a password like %s', async (account, password, words) => {
    const { session } = show();
    await userEvent.type(screen.getByRole('textbox', { name: 'Account' }), account);
    await userEvent.type(passwordField(), password);
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(screen.getByText(words)).toBeTruthy();
    expect(session.getSnapshot().hasTag('busy')).toBe(false);
  });

  it.each([
    ['expired', 'Your session has expired.'],
    ['endedElsewhere', 'Your session was ended from another device.'],
    ['signedOut', 'You logged out on another device.'],
    ['otherTab', 'You logged out in another tab.'],
    ['disabled', 'Your session has ended: the account is disabled. Contact an administrator.'],
    ['unknown', 'Your session has ended. Please log in again.'],
    ['something newer', 'Your session has ended. Please log in again.'],
  ])('says of the end %s: %s', (end, words) => {
    expect(show({ end, account: 'li', hasWork: false }).told).toBe(words);
  });
});
