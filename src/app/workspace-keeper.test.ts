// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Memo } from '#machines/workspace/memo.ts';
import type { StoredWorkspace } from '#machines/workspace/tab-list.ts';
import { type Workspace, workspaceMachine } from '#machines/workspace/workspace.machine.ts';
import { getWorkspace, pollWorkspace, saveWorkspace } from '#src/services/workspaces.service.ts';
import { createWorkspaceKeeper } from './workspace-keeper.ts';

vi.mock('#src/services/workspaces.service.ts', () => ({
  getWorkspace: vi.fn(),
  pollWorkspace: vi.fn(),
  saveWorkspace: vi.fn(),
}));

const asked = vi.mocked(getWorkspace);
const sent = vi.mocked(saveWorkspace);
const AT = '2026-11-20T08:00:00.000Z';
const answer = (state: Record<string, unknown> | null) => ({ state, saved_at: state && AT });
const signal = new AbortController().signal;
const workOn = (path: string): StoredWorkspace => ({
  version: 1,
  active: 0,
  tabs: [{ path, search: '', pinned: false, scroll: 0, unsettled: false, memo: undefined }],
});
const pathsIn = (work: StoredWorkspace | undefined) => work?.tabs.map(({ path }) => path);
/** A page that was loaded just now. */
const keeper = () => createWorkspaceKeeper(() => undefined);

beforeEach(() => {
  sessionStorage.clear();
  asked.mockReset().mockResolvedValue(answer(null));
  sent.mockReset().mockResolvedValue({ saved_at: AT });
});
afterEach(() => vi.restoreAllMocks());

describe('the open tabs', () => {
  it('come from the window after a reload, without a question to the server', async () => {
    await keeper().save(7, workOn('/sys/role'), signal);
    expect(pathsIn(await keeper().load(7, signal))).toEqual(['/sys/role']);
    expect(asked).not.toHaveBeenCalled();
  });

  it('come from the server in a window that knows nothing', async () => {
    asked.mockResolvedValue(answer(JSON.parse(JSON.stringify(workOn('/index')))));
    expect(pathsIn(await keeper().load(7, signal))).toEqual(['/index']);
  });

  it('are marked as those of another window only if they come from the server', async () => {
    const memo: Memo = { shape: 's', snapshot: { status: 'active', output: undefined, error: undefined } };
    const work = { ...workOn('/index'), tabs: workOn('/index').tabs.map((tab) => ({ ...tab, memo })) };
    const marks = (loaded: StoredWorkspace | undefined) => loaded?.tabs.map((tab) => tab.memo?.isFromElsewhere);
    asked.mockResolvedValue(answer(JSON.parse(JSON.stringify(work))));
    expect(marks(await keeper().load(7, signal))).toEqual([true]);
    await keeper().save(7, work, signal);
    expect(marks(await keeper().load(7, signal))).toEqual([false]);
  });

  it('are asked for aloud once, and quietly after it failed', async () => {
    asked.mockRejectedValue(new Error('no answer'));
    vi.mocked(pollWorkspace).mockResolvedValue(answer(JSON.parse(JSON.stringify(workOn('/index')))));
    const one = keeper();
    await expect(one.load(7, signal)).rejects.toThrow('no answer');
    expect(pathsIn(await one.load(7, signal))).toEqual(['/index']);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('are kept nowhere before those of the last visit are known', async () => {
    const load = new Promise<StoredWorkspace | undefined>(() => undefined);
    const machine = workspaceMachine.provide({ actors: { loadWorkspace: fromPromise(() => load) } });
    const actor = createActor(machine).start();
    actor.send({ type: 'workspace.started', user: 7, paths: ['/index'] });
    const one = createWorkspaceKeeper(() => actor as Workspace);
    one.keepInWindow();
    await one.keepEverywhere();
    expect(sent).not.toHaveBeenCalled();
    expect(sessionStorage.getItem('workspace')).toBeNull();
    actor.stop();
  });

  it('are none where neither has anything that can be read', async () => {
    asked.mockResolvedValue(answer({ version: 99, tabs: 'many' }));
    expect(await keeper().load(7, signal)).toBeUndefined();
  });

  it('of somebody whose session ended are not those of the next who signs in here, and stay on the server', async () => {
    await keeper().save(7, workOn('/sys/accounts'), signal);
    // The session expired: nobody signed out, the page was loaded again, and another person came.
    expect(await keeper().load(8, signal)).toBeUndefined();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('/sys/accounts');
    await keeper().load(7, signal);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('are sent once as long as they are the same', async () => {
    const one = keeper();
    await one.save(7, workOn('/index'), signal);
    await one.save(7, workOn('/index'), signal);
    await one.save(7, workOn('/sys/role'), signal);
    expect(sent.mock.calls.map(([request]) => (request.state as unknown as StoredWorkspace).tabs[0]?.path)).toEqual([
      '/index',
      '/sys/role',
    ]);
  });

  it('are kept in the window alone while there is no network, and sent when there is', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const one = keeper();
    await expect(one.save(7, workOn('/index'), signal)).rejects.toThrow('offline');
    expect(sent).not.toHaveBeenCalled();
    expect(pathsIn(await keeper().load(7, signal))).toEqual(['/index']);
    online.mockReturnValue(true);
    await one.save(7, workOn('/index'), signal);
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('are sent again when the server did not take them', async () => {
    sent.mockRejectedValueOnce(new Error('no answer'));
    const one = keeper();
    await expect(one.save(7, workOn('/index'), signal)).rejects.toThrow('no answer');
    await one.save(7, workOn('/index'), signal);
    expect(sent).toHaveBeenCalledTimes(2);
  });

  it('leave nothing in the window once the session is over, whatever is still on its way', async () => {
    const one = keeper();
    await one.save(7, workOn('/index'), signal);
    one.forget();
    await one.save(7, workOn('/sys/role'), signal);
    expect(sessionStorage.getItem('workspace')).toBeNull();
  });
});
