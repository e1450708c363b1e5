import { expect, it } from 'vitest';
import { createActor, fromPromise, setup, waitFor } from 'xstate';
import type { PageEvent, PageInput } from '#machines/kernel/page/page-contract.ts';
import { tabMachine } from '#machines/workspace/tab.machine.ts';
import type { StoredWorkspace } from '#machines/workspace/tab-list.ts';
import { workspaceMachine } from '#machines/workspace/workspace.machine.ts';
import { refreshEveryPage } from './every-page.ts';

it('asks anew for every page, also behind the one that is shown: what the server said is in another language', async () => {
  const asked: string[] = [];
  const pageAt = (path: string) =>
    setup({ types: {} as { input: PageInput; events: PageEvent }, actions: { refresh: () => void asked.push(path) } }).createMachine({
      on: { 'page.refreshRequested': { actions: 'refresh' } },
    });
  const tab = tabMachine.provide({ actors: { loadPage: fromPromise(async ({ input }) => ({ machine: pageAt(input.path) })) } });
  const workspace = createActor(
    workspaceMachine.provide({
      actors: {
        tab,
        loadWorkspace: fromPromise<StoredWorkspace | undefined, { user: number }>(async () => undefined),
        saveWorkspace: fromPromise<unknown, { user: number; workspace: StoredWorkspace }>(async () => undefined),
      },
    }),
  ).start();
  const paths = ['/sys/role', '/sys/accounts'];
  workspace.send({ type: 'workspace.started', user: 1, paths });
  for (const path of paths) {
    workspace.send({ type: 'page.requested', path, search: '', isStep: false, tab: undefined });
    const { context } = await waitFor(workspace, (state) => state.context.tabs.some((one) => one.path === path));
    const opened = context.tabs.find((one) => one.path === path);
    if (opened) await waitFor(opened.ref, (state) => state.matches('running'));
  }
  refreshEveryPage(workspace);
  workspace.stop();
  expect(asked.toSorted()).toEqual(paths.toSorted());
});
