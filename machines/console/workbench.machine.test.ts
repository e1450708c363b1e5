import { describe, expect, it } from 'vitest';
import { noting, observe } from '#tests/support/stage.ts';
import { type WorkbenchEvent, workbenchMachine } from './workbench.machine.ts';

const begin = () => {
  const { notes, effect } = noting();
  const actions = {
    writeAddress: effect('writeAddress'),
    goHome: effect('goHome'),
    goTo: effect('goTo'),
    runAction: effect('runAction'),
    refreshFailedPages: effect('refreshFailedPages'),
  };
  return { notes, ...observe(workbenchMachine.provide({ actions }), { width: 700, menu: [] }) };
};

/** What the parts hear of an event. */
const told = (event: WorkbenchEvent) => {
  const { actor, notes, heard } = begin();
  actor.send(event);
  return { parts: heard(), notes };
};

const rights: WorkbenchEvent = { type: 'rights.known', user: 7, paths: ['/index'], doubted: false };
const began = {
  workspace: [
    { type: 'workspace.started', user: 7, paths: ['/index'] },
    { type: 'pages.permitted', paths: ['/index'] },
  ],
  running: [{ type: 'running.started' }],
  unreadAlerts: [{ type: 'alerts.permitted', paths: ['/index'] }],
};

describe('the workbench', () => {
  it('starts every part with what belongs to it', () => {
    expect(begin().given).toEqual({
      sidebar: { width: 700 },
      menu: { own: [] },
      layout: undefined,
      changePassword: undefined,
      resetPassword: undefined,
      workspace: undefined,
      palette: undefined,
      running: undefined,
      unreadAlerts: undefined,
    });
  });

  it('tells workspace, running batches and the count of alerts of the rights', () => {
    expect(told(rights).parts).toEqual(began);
  });

  it('loads the menu anew with rights that were doubted', () => {
    expect(told({ ...rights, doubted: true }).parts).toEqual({ ...began, menu: [{ type: 'menu.reloadRequested' }] });
  });

  it('offers a change of a password that others made', () => {
    expect(told({ ...rights, newPasswordFor: 'li' }).parts).toMatchObject({
      ...began,
      changePassword: [{ type: 'form.opened', draft: { subject: { account: 'li', isOffered: true } } }],
    });
  });

  it('shows and marks the page that is wanted, and dismisses it again', () => {
    const arrival = { path: '/index', search: '?page=2', isStep: true, tab: '/index#1' };
    expect(told({ type: 'page.requested', ...arrival }).parts).toEqual({
      workspace: [{ type: 'page.requested', ...arrival }],
      menu: [{ type: 'page.opened', path: '/index' }],
    });
    expect(told({ type: 'page.dismissed' }).parts).toEqual({ workspace: [{ type: 'page.dismissed' }] });
  });

  it('loads menu and page anew with a refresh, and failed pages when the server can be reached again', () => {
    expect(told({ type: 'layout.refreshed' }).parts).toEqual({
      menu: [{ type: 'menu.reloadRequested' }],
      workspace: [{ type: 'page.refreshRequested' }],
    });
    expect(told({ type: 'connection.restored' }).notes.map(([name]) => name)).toEqual(['refreshFailedPages']);
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

  it('passes the number of unread alerts on after alerts were read', () => {
    expect(told({ type: 'page.alertsRead', unread: 2 }).parts).toEqual({ unreadAlerts: [{ type: 'alerts.read', unread: 2 }] });
  });

  it('goes to the first page when the last tab is closed, and opens the reset a page asks for', () => {
    expect(told({ type: 'workspace.emptied' }).notes.map(([name]) => name)).toEqual(['goHome']);
    expect(told({ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li' } }).parts).toEqual({
      resetPassword: [{ type: 'resetPassword.requested', subject: { id: 5, account: 'li' } }],
    });
  });
});
