import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, fromPromise, setup } from 'xstate';
import { asking, noting, observe, settled, stage } from '#tests/support/stage.ts';
import { guardMachine } from '../guard/guard.machine.ts';
import { localeMachine } from '../locale/locale.machine.ts';
import { menuMachine } from '../menu/menu.machine.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { resetPasswordMachine } from '../reset-password/reset-password.machine.ts';
import { type SessionFact, sessionMachine } from '../session/session.machine.ts';
import { themeMachine } from '../theme/theme.machine.ts';
import { tabMachine } from '../workspace/tab.machine.ts';
import type { StoredWorkspace } from '../workspace/tab-list.ts';
import { workspaceMachine } from '../workspace/workspace.machine.ts';
import { type ConsoleEvent, consoleMachine } from './console.machine.ts';
import type { WorkbenchLogic } from './hosted-workbench.ts';
import { type WorkbenchInput, workbenchMachine } from './workbench.machine.ts';

const input = {
  session: { serial: 1, user: undefined, routes: { base: ['/index'], admin: ['/admin/index'] } },
  isDark: true,
  language: { name: 'en' as const },
  isOnline: true,
  release: 'a1',
};
const workbenchInput: WorkbenchInput = { width: 700, menu: [] };

const userKnown: SessionFact = { type: 'session.userKnown', user: 7, paths: ['/index'], fresh: true, doubted: false };
const granted = { type: 'rights.known', paths: ['/index'], fresh: true };
const rightsKnown = { type: 'rights.known', user: 7, paths: ['/index'], doubted: false, newPasswordFor: undefined };

/** A console whose parts only listen. Its workbench comes when the test says so. */
const begin = () => {
  const code = asking<WorkbenchLogic>();
  const { actor, heard, given } = observe(consoleMachine, input, { loadWorkbench: code.logic });
  return { actor, heard, given, code, bringWorkbench: () => code.question().answer({ machine: workbenchMachine, input: workbenchInput }) };
};

/** What the parts hear of a fact once the workbench stands. */
const told = async (fact: ConsoleEvent) => {
  const { actor, heard, bringWorkbench } = begin();
  actor.send({ type: 'session.started' });
  await bringWorkbench();
  const before = new Map(Object.entries(heard()).map(([name, events]) => [name, events.length]));
  actor.send(fact);
  const news = Object.entries(heard()).map(([name, events]) => [name, events.slice(before.get(name) ?? 0)] as const);
  return Object.fromEntries(news.filter(([, events]) => events.length > 0));
};

describe('the console', () => {
  it('starts every part with what belongs to it, and no workbench before a session began', () => {
    const { given, actor } = begin();
    expect(given).toEqual({
      session: input.session,
      guard: { signedIn: true, children: ['/index', '/admin/index'] },
      theme: { isDark: true },
      locale: { language: { name: 'en' } },
      connection: { isOnline: true },
      errors: undefined,
      release: { current: 'a1' },
    });
    expect(actor.getSnapshot().value).toBe('signedOut');
  });

  it('tells the guard of a new session, and starts the workbench as soon as its code is there', async () => {
    const { actor, heard, given, bringWorkbench } = begin();
    actor.send({ type: 'session.started' });
    expect(heard()).toEqual({ guard: [{ type: 'session.started' }] });
    expect(given).not.toHaveProperty('workbench');
    await bringWorkbench();
    expect(given['workbench']).toEqual({ machine: workbenchMachine, input: workbenchInput });
    expect(heard()).not.toHaveProperty('workbench');
  });

  it('tells guard and workbench of the rights', async () => {
    expect(await told(userKnown)).toEqual({ workbench: [rightsKnown], guard: [granted] });
    expect(await told({ ...userKnown, doubted: true, newPasswordFor: 'li' })).toEqual({
      workbench: [{ ...rightsKnown, doubted: true, newPasswordFor: 'li' }],
      guard: [granted],
    });
    expect(await told({ type: 'session.userUnknown' })).toEqual({ guard: [{ type: 'rights.unknown' }] });
  });

  it('keeps the rights until the workbench stands, and an offered change of password with them', async () => {
    const { actor, heard, bringWorkbench } = begin();
    for (const event of [{ type: 'session.started' as const }, { ...userKnown, newPasswordFor: 'li' }, userKnown]) actor.send(event);
    expect(heard()).toEqual({ guard: [{ type: 'session.started' }] });
    await bringWorkbench();
    expect(heard()).toEqual({
      guard: [{ type: 'session.started' }, granted],
      workbench: [{ ...rightsKnown, newPasswordFor: 'li' }],
    });
  });

  it('asks for the code of the workbench again where it did not come, and forgets no rights meanwhile', async () => {
    const { actor, heard, code, bringWorkbench } = begin();
    actor.send({ type: 'session.started' });
    await code.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().value).toBe('missing');
    actor.send(userKnown);
    actor.send({ type: 'workbench.retried' });
    expect(code.questions).toHaveLength(2);
    await bringWorkbench();
    expect(heard()['workbench']).toEqual([rightsKnown]);
  });

  it('shows the page that the guard opened, and dismisses it where the guard bars the way', async () => {
    const arrival = { path: '/index', search: '?page=2', isStep: true, tab: '/index#1' };
    expect(await told({ type: 'guard.opened', ...arrival })).toEqual({ workbench: [{ type: 'page.requested', ...arrival }] });
    expect(await told({ type: 'guard.barred' })).toEqual({ workbench: [{ type: 'page.dismissed' }] });
  });

  it('doubts the rights and tells the workbench when the server can be reached again', async () => {
    expect(await told({ type: 'connection.restored' })).toEqual({
      session: [{ type: 'session.rightsDoubted' }],
      workbench: [{ type: 'connection.restored' }],
    });
  });
});

describe('the console with its real parts', () => {
  it('gets from a token to the open page, and through a refresh during a password reset', async () => {
    const { effect, notes } = noting();
    const menu = asking<MenuEntry[]>();
    const reset = asking<{ newPassword: string }, { id: number }>();
    const user = asking<object>();
    const pages = asking<{ machine: AnyStateMachine }, { path: string }>();
    const somePage = setup({ types: {} as { input: { search: string } } }).createMachine({ id: 'somePage' });
    const workbench = workbenchMachine.provide({
      actors: {
        menu: menuMachine.provide({ actors: { loadMenu: menu.logic } }),
        resetPassword: resetPasswordMachine.provide({
          actors: { resetPassword: reset.logic },
          actions: { announceReset: effect('announceReset') },
        }),
        workspace: workspaceMachine.provide({
          actors: {
            tab: tabMachine.provide({ actors: { loadPage: pages.logic } }),
            loadWorkspace: fromPromise<StoredWorkspace | undefined, { user: number }>(async () => undefined),
          },
        }),
      },
      actions: { writeAddress: effect('writeAddress') },
    });
    const { actor, clock } = stage(
      consoleMachine.provide({
        actors: {
          session: sessionMachine.provide({ actors: { loadUser: user.logic }, actions: { storeUser: effect('storeUser') } }),
          guard: guardMachine.provide({ actions: { goTo: effect('goTo') } }),
          theme: themeMachine.provide({ actions: { paint: effect('paint') } }),
          locale: localeMachine.provide({ actions: { setDocumentLanguage: effect('setDocumentLanguage') } }),
          loadWorkbench: fromPromise<WorkbenchLogic, undefined>(async () => ({ machine: workbench, input: workbenchInput })),
        },
      }),
      input,
    );
    const part = () => ({ ...actor.getSnapshot().children, ...actor.getSnapshot().children.workbench?.getSnapshot().children });
    await settled();
    part().guard?.send({ type: 'location.arrived', place: { pathname: '/index', search: '?a=1', hash: '' } });
    part().menu?.send({ type: 'menu.mounted' });
    await menu.question().answer([]);
    await user.question().answer({ id: 5, account: 'li', is_admin: 1 });
    await settled();
    await pages.question().answer({ machine: somePage });
    const tab = () => part().workspace?.getSnapshot().context.tabs[0]?.ref.getSnapshot();
    expect(tab()).toMatchObject({ value: { running: 'shown' }, context: { path: '/index', search: '?a=1' } });
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
