import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, fromPromise, setup } from 'xstate';
import { asking, eavesdrop, noting, settled, stage } from '#tests/support/stage.ts';
import { guardMachine } from '../guard/guard.machine.ts';
import { localeMachine } from '../locale/locale.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { sessionMachine } from '../session/session.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';
import { tabMachine } from '../workspace/tab.machine.ts';
import type { StoredWorkspace } from '../workspace/tab-list.ts';
import { workspaceMachine } from '../workspace/workspace.machine.ts';
import { type ConsoleEvent, consoleMachine } from './console.machine.ts';

const input = {
  session: { serial: 1, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
  isDark: true,
  language: { name: 'en' as const },
  width: 700,
  menu: [],
  isOnline: true,
  release: 'a1',
};

const begin = () => {
  const { notes, effect } = noting();
  return {
    notes,
    ...eavesdrop(
      consoleMachine.provide({
        actions: {
          writeAddress: effect('writeAddress'),
          goHome: effect('goHome'),
          goTo: effect('goTo'),
          runAction: effect('runAction'),
        },
      }),
      input,
    ),
  };
};

/** What the parts hear of a fact. */
const told = (fact: ConsoleEvent) => {
  const { actor, notes, heard } = begin();
  actor.send(fact);
  return { parts: heard(), notes };
};

const rights = [
  { type: 'workspace.began', user: 7, paths: ['/index'] },
  { type: 'pages.permitted', paths: ['/index'] },
];

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
      changePassword: undefined,
      resetPassword: undefined,
      workspace: undefined,
      connection: { isOnline: true },
      errors: undefined,
      release: { current: 'a1' },
      palette: undefined,
      running: undefined,
    });
  });

  it('tells the guard of a new session', () => {
    expect(told({ type: 'session.began' }).parts).toEqual({ guard: [{ type: 'session.began' }] });
  });

  it('tells guard and workspace of the rights', () => {
    expect(told({ type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: false }).parts).toEqual({
      workspace: rights,
      running: [{ type: 'running.began' }],
      guard: [{ type: 'rights.known', paths: ['/index'], fresh: true }],
    });
    expect(told({ type: 'session.userUnknown' }).parts).toEqual({ guard: [{ type: 'rights.unknown' }] });
  });

  it('loads the menu anew with rights that were doubted', () => {
    expect(told({ type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: true }).parts).toEqual({
      workspace: rights,
      running: [{ type: 'running.began' }],
      guard: [{ type: 'rights.known', paths: ['/index'], fresh: true }],
      menu: [{ type: 'menu.reloadRequested' }],
    });
  });

  it('shows and marks the page that the guard opened', () => {
    const arrival = { path: '/index', search: '?page=2', isStep: true, tab: '/index#1' };
    expect(told({ type: 'guard.opened', ...arrival }).parts).toEqual({
      workspace: [{ type: 'page.wanted', ...arrival }],
      menu: [{ type: 'page.opened', path: '/index' }],
    });
  });

  it('dismisses the page where the guard bars the way', () => {
    expect(told({ type: 'guard.barred' }).parts).toEqual({ workspace: [{ type: 'page.dismissed' }] });
  });

  it('loads menu and page anew with a refresh', () => {
    expect(told({ type: 'layout.refreshed' }).parts).toEqual({
      menu: [{ type: 'menu.reloadRequested' }],
      workspace: [{ type: 'page.refreshRequested' }],
    });
  });

  it('writes the address the reader came to stand at, and marks the page in the menu', () => {
    const place = { path: '/index', search: '?page=2', how: 'push' as const, tab: '/index#1' };
    const moved = told({ type: 'workspace.moved', ...place });
    expect(moved.notes).toMatchObject([['writeAddress', place]]);
    expect(moved.parts).toEqual({ menu: [{ type: 'page.opened', path: '/index' }] });
  });

  it('goes where the palette leads, and does what was chosen there', () => {
    const chosen = told({ type: 'palette.chosen', path: '/sys/accounts', search: '?keyword=ada' });
    expect(chosen.notes).toMatchObject([['goTo', { path: '/sys/accounts', search: '?keyword=ada' }]]);
    const done = told({ type: 'palette.actionChosen', key: 'theme' });
    expect(done.notes).toMatchObject([['runAction', { key: 'theme' }]]);
    expect([chosen.parts, done.parts]).toEqual([{}, {}]);
  });

  it('goes to the first page when the last tab is closed, and opens the reset a page asks for', () => {
    expect(told({ type: 'workspace.emptied' }).notes.map(([name]) => name)).toEqual(['goHome']);
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
          workspace: workspaceMachine.provide({
            actors: {
              tab: tabMachine.provide({ actors: { fetchPage: pages.logic } }),
              loadWorkspace: fromPromise<StoredWorkspace | undefined, { user: number }>(async () => undefined),
            },
          }),
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
    await settled();
    await pages.question().answer({ machine: somePage });
    const tab = () => part().workspace?.getSnapshot().context.tabs[0]?.ref.getSnapshot();
    expect(tab()).toMatchObject({ value: { living: 'shown' }, context: { path: '/index', search: '?a=1' } });
    expect(part().menu?.getSnapshot().context.selected).toBe('/index');

    part().resetPassword?.send({ type: 'resetPassword.requested', subject: { id: 5, account: 'li' } });
    part().resetPassword?.send({ type: 'resetPassword.confirmed' });
    const living = tab()?.children.page;
    part().layout?.send({ type: 'layout.refreshRequested' });
    clock.increment(300);
    expect(menu.questions).toHaveLength(2);
    expect(tab()?.children.page).toBe(living);
    await reset.question().answer({ newPassword: 'shown once' });
    expect(notes.at(-1)).toEqual(['announceReset', { account: 'li', newPassword: 'shown once' }]);
    expect(JSON.stringify(part().resetPassword?.getSnapshot().context)).not.toContain('shown once');
  });
});
