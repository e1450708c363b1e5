import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, setup } from 'xstate';
import { asking, eavesdrop, noting, stage } from '#tests/support/stage.ts';
import { guardMachine } from '../guard/guard.machine.ts';
import { localeMachine } from '../locale/locale.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { pageHostMachine } from '../page-host/page-host.machine.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';
import { type ConsoleEvent, consoleMachine } from './console.machine.ts';

const input = {
  session: { serial: 1, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
  isDark: true,
  language: { name: 'en' as const },
  width: 700,
  menu: [],
};

const begin = () => {
  const { notes, effect } = noting();
  return { notes, ...eavesdrop(consoleMachine.provide({ actions: { writeAddress: effect('writeAddress') } }), input) };
};

/** What the parts hear of a fact. */
const told = (fact: ConsoleEvent) => {
  const { actor, notes, heard } = begin();
  actor.send(fact);
  return { parts: heard(), notes };
};

describe('the console', () => {
  it('starts every part with what belongs to it', () => {
    const { given } = begin();
    expect(given).toEqual({
      session: input.session,
      guard: { signedIn: true, children: ['/index', '/admin/index'] },
      theme: { isDark: true },
      locale: { language: { name: 'en' } },
      sidebar: { width: 700 },
      menu: { own: [] },
      layout: undefined,
      resetPassword: undefined,
      page: undefined,
    });
  });

  it('tells the guard of a new session', () => {
    expect(told({ type: 'session.began' }).parts).toEqual({ guard: [{ type: 'session.began' }] });
  });

  it('tells the guard of the rights', () => {
    expect(told({ type: 'session.userKnown', paths: ['/index'], fresh: true, doubted: false }).parts).toEqual({
      guard: [{ type: 'rights.known', paths: ['/index'], doubted: false }],
    });
    expect(told({ type: 'session.userUnknown' }).parts).toEqual({ guard: [{ type: 'rights.unknown' }] });
  });

  it('loads the menu anew with rights that were doubted', () => {
    expect(told({ type: 'session.userKnown', paths: ['/index'], fresh: true, doubted: true }).parts).toEqual({
      guard: [{ type: 'rights.known', paths: ['/index'], doubted: true }],
      menu: [{ type: 'menu.reloadRequested' }],
    });
  });

  it('shows and marks the page that the guard opened', () => {
    expect(told({ type: 'guard.opened', path: '/index', search: '?page=2' }).parts).toEqual({
      page: [{ type: 'page.wanted', path: '/index', search: '?page=2' }],
      menu: [{ type: 'page.opened', path: '/index' }],
    });
  });

  it('dismisses the page where the guard bars the way', () => {
    expect(told({ type: 'guard.barred' }).parts).toEqual({ page: [{ type: 'page.dismissed' }] });
  });

  it('loads menu and page anew with a refresh', () => {
    expect(told({ type: 'layout.refreshed' }).parts).toEqual({
      menu: [{ type: 'menu.reloadRequested' }],
      page: [{ type: 'page.refreshRequested' }],
    });
  });

  it('writes the address a page moved to, and opens the reset a page asks for', () => {
    const moved = told({ type: 'page.moved', search: '?page=2', how: 'push' });
    expect(moved.notes).toMatchObject([['writeAddress', { search: '?page=2', how: 'push' }]]);
    expect(moved.parts).toEqual({});
    expect(told({ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li' } }).parts).toEqual({
      resetPassword: [{ type: 'resetPassword.requested', subject: { id: 5, account: 'li' } }],
    });
  });
});

describe('the console with its real parts', () => {
  it('goes from a token to the open page, and through a refresh, while a reset goes on', async () => {
    const { effect, notes } = noting();
    const menu = asking<MenuEntry[]>();
    const reset = asking<{ newPassword: string }, { id: number }>();
    const user = asking<object>();
    const pages = asking<{ machine: AnyStateMachine }, { path: string }>();
    const somePage = setup({ types: {} as { input: { search: string } } }).createMachine({ id: 'somePage' });
    const { actor, clock } = stage(
      consoleMachine.provide({
        actors: {
          session: sessionMachine.provide({ actors: { loadUser: user.logic }, actions: { storeUser: effect('storeUser') } }),
          guard: guardMachine.provide({ actions: { goTo: effect('goTo') } }),
          theme: themeMachine.provide({ actions: { paint: effect('paint') } }),
          locale: localeMachine.provide({ actions: { nameLanguage: effect('nameLanguage') } }),
          menu: menuMachine.provide({ actors: { loadMenu: menu.logic } }),
          resetPassword: resetPasswordMachine.provide({
            actors: { resetPassword: reset.logic },
            actions: { announceReset: effect('announceReset') },
          }),
          page: pageHostMachine.provide({ actors: { fetchPage: pages.logic } }),
        },
        actions: { writeAddress: effect('writeAddress') },
      }),
      input,
    );
    const part = () => actor.getSnapshot().children;
    part().guard?.send({ type: 'location.arrived', place: { pathname: '/index', search: '?a=1', hash: '' } });
    part().menu?.send({ type: 'menu.mounted' });
    await menu.question().answer([]);
    await user.question().answer({ id: 5, account: 'li', is_admin: 1 });
    await pages.question().answer({ machine: somePage });
    expect(part().page?.getSnapshot()).toMatchObject({ value: 'living', context: { path: '/index', search: '?a=1' } });
    expect(part().menu?.getSnapshot().context.selected).toBe('/index');

    part().resetPassword?.send({ type: 'resetPassword.requested', subject: { id: 5, account: 'li' } });
    part().resetPassword?.send({ type: 'resetPassword.confirmed' });
    const living = part().page?.getSnapshot().children.page;
    part().layout?.send({ type: 'layout.refreshRequested' });
    clock.increment(300);
    expect(menu.questions).toHaveLength(2);
    expect(part().page?.getSnapshot().children.page).toBe(living);
    await reset.question().answer({ newPassword: 'shown once' });
    expect(notes.at(-1)).toEqual(['announceReset', { account: 'li', newPassword: 'shown once' }]);
    expect(JSON.stringify(part().resetPassword?.getSnapshot().context)).not.toContain('shown once');
  });
});
