import type { AnyActorRef, InspectionEvent } from 'xstate';
import { fromElsewhere, isUnsettled, readWorkspace, type StoredWorkspace, toStoredWorkspace } from '#machines/workspace/tab-list.ts';
import type { Workspace } from '#machines/workspace/workspace.machine.ts';
import { forgetWork, readWork, windowName, writeWork } from '#src/platform/window-store.ts';
import { getWorkspace, pollWorkspace, saveWorkspace } from '#src/services/workspaces.service.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** Keeps the open tabs of whoever is signed in: in the window, for a reload; on the server, for another day or another browser. */
export interface WorkspaceKeeper {
  load(user: number, signal: AbortSignal): Promise<StoredWorkspace | undefined>;
  save(user: number, work: StoredWorkspace, signal?: AbortSignal): Promise<void>;
  /** Notes what happens to the tabs and in them. */
  inspect(event: InspectionEvent): void;
  /** The page may be left any moment: the window remembers everything as it is now. */
  keepInWindow(): void;
  /** Everything as it is now, also on the server. */
  keepEverywhere(): Promise<void>;
  /** Whether something typed waits here for the same person. */
  hasWork(): boolean;
  /** For good: the session in this window is over. */
  forget(): void;
}

const isWithin = (actor: AnyActorRef, workspace: AnyActorRef): boolean => {
  for (let at = actor._parent; at; at = at._parent) if (at === workspace) return true;
  return false;
};

export function createWorkspaceKeeper(workspace: () => Workspace | undefined): WorkspaceKeeper {
  let saved = '';
  let scheduled = false;
  let over = false;
  let asked = false;
  const keep = (user: number, work: StoredWorkspace) => !over && writeWork(user, work);

  const touch = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      const root = workspace();
      if (!root) return;
      for (const tab of root.getSnapshot().context.tabs) {
        const unsettled = isUnsettled(tab);
        if (unsettled !== tab.unsettled) root.send({ type: 'tab.unsettledChanged', key: tab.key, unsettled });
      }
      root.send({ type: 'workspace.changed' });
    });
  };

  const open = () => {
    const snapshot = workspace()?.getSnapshot();
    return snapshot?.matches('open') && !snapshot.hasTag('unknown') ? snapshot.context : undefined;
  };

  const keeper: WorkspaceKeeper = {
    async load(user, signal) {
      const kept = readWorkspace(readWork(user));
      if (kept) return kept;
      const ask = asked ? pollWorkspace : getWorkspace;
      asked = true;
      const { state } = await ask({ window: windowName(newRequestKey) }, signal);
      const stored = readWorkspace(state);
      return stored && fromElsewhere(stored);
    },
    async save(user, work, signal) {
      keep(user, work);
      const text = JSON.stringify(work);
      if (text === saved) return;
      // Without a network the window remembers; asking would only bring a notice every time.
      if (!navigator.onLine) throw new Error('offline');
      await saveWorkspace({ window: windowName(newRequestKey), state: JSON.parse(text) }, signal);
      saved = text;
    },
    inspect(event) {
      if (event.type !== '@xstate.snapshot' && event.type !== '@xstate.event') return;
      const root = workspace();
      if (!root) return;
      const actor = event.actorRef as AnyActorRef;
      const isOwn =
        actor === root &&
        event.type === '@xstate.event' &&
        /^(?:tab|page)\./.test(event.event.type) &&
        event.event.type !== 'tab.unsettledChanged';
      const isBelow = event.type === '@xstate.snapshot' && isWithin(actor, root) && !actor.id.endsWith('Workspace');
      if (isOwn || isBelow) touch();
    },
    keepInWindow() {
      const context = open();
      if (context) keep(context.user, toStoredWorkspace(context));
    },
    async keepEverywhere() {
      const context = open();
      if (context) await keeper.save(context.user, toStoredWorkspace(context));
    },
    hasWork() {
      const snapshot = workspace()?.getSnapshot();
      return snapshot !== undefined && !snapshot.hasTag('unknown') && snapshot.context.tabs.some((tab) => isUnsettled(tab));
    },
    forget() {
      over = true;
      forgetWork();
    },
  };
  return keeper;
}
