import type { Workspace } from '#machines/workspace/workspace.machine.ts';

/** Has every open page ask anew, those behind the one that is shown too: what the server said is in the language it was asked in. */
export function refreshEveryPage(workspace: Workspace | undefined): void {
  for (const { ref } of workspace?.getSnapshot().context.tabs ?? []) ref.send({ type: 'page.refreshRequested' });
}
