import { expect, it } from 'vitest';
import { nothingElse, signedInAs, workspaceSaved } from '#contracts/states/states.ts';
import { getWorkspace, saveWorkspace } from '#src/services/workspaces.service.ts';
import { describePact, success } from './exchange.ts';
import { instant } from './matching.ts';
import { askWrongly, expectQuiet } from './refused.ts';

const window = '0d4d1f3a-6d3c-4b57-9f8e-0c2a5b7d9e11';
const state = { tabs: [{ path: '/index', search: '' }], shown: 0 };

describePact('workspaces', (ask) => {
  it('returns nothing when no window was saved', () =>
    ask(
      {
        given: [signedInAs('staff'), nothingElse()],
        path: '/api/sys-workspaces/get',
        body: { window },
        reply: success({ state: null, saved_at: null }),
      },
      async (heard) => {
        expect(await getWorkspace({ window })).toEqual({ state: null, saved_at: null });
        expectQuiet(heard);
      },
    ));

  it('returns the saved state of a window', () =>
    ask(
      {
        given: [signedInAs('staff'), workspaceSaved({ by: 'staff', window, state })],
        path: '/api/sys-workspaces/get',
        body: { window },
        reply: success({ state, saved_at: instant('2026-11-20T08:00:00.000Z') }),
      },
      async () => expect(await getWorkspace({ window })).toEqual({ state, saved_at: '2026-11-20T08:00:00.000Z' }),
    ));

  it('returns the state of the last window to a new window', () =>
    ask(
      {
        given: [signedInAs('staff'), workspaceSaved({ by: 'staff', window, state })],
        path: '/api/sys-workspaces/get',
        body: { window: '5a9c7e21-1b3d-4f5a-8c6e-2d4f6a8b0c12' },
        reply: success({ state, saved_at: instant('2026-11-20T08:00:00.000Z') }),
      },
      async () => {
        const answer = await getWorkspace({ window: '5a9c7e21-1b3d-4f5a-8c6e-2d4f6a8b0c12' });
        expect(answer).toEqual({ state, saved_at: '2026-11-20T08:00:00.000Z' });
      },
    ));

  it('saves a window', () =>
    ask(
      {
        given: [signedInAs('staff')],
        path: '/api/sys-workspaces/save',
        body: { window, state },
        reply: success({ saved_at: instant('2026-11-20T08:00:00.000Z') }),
      },
      async () => expect(await saveWorkspace({ window, state })).toEqual({ saved_at: '2026-11-20T08:00:00.000Z' }),
    ));

  it('refuses to save a window without a name', () =>
    askWrongly(ask, {
      given: [signedInAs('staff')],
      path: '/api/sys-workspaces/save',
      body: { window: 'one', state },
      field: 'window',
      rule: 'format',
      message: 'window格式不正确',
      quiet: true,
      call: () => saveWorkspace({ window: 'one', state }),
    }));
});
