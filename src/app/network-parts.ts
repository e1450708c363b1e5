import { fromPromise } from 'xstate';
import { connectionMachine } from '#machines/connection/connection.machine.ts';
import { releaseMachine } from '#machines/release/release.machine.ts';
import type { MessageId } from '#src/locale/locales.ts';
import { whenVisible } from '#src/platform/browser-window.ts';
import { findRelease, reachServer } from '#src/platform/release.ts';
import { announce } from '#src/ui/overlay/announcer.tsx';
import { noteReconnection } from '#src/ui/page/reconnection.ts';

type Text = (id: MessageId) => string;

/** Whether the server can be reached, with a browser around it. */
export const connectionPart = (text: Text) =>
  connectionMachine.provide({
    actors: { reachServer: fromPromise<void, undefined>(({ signal }) => reachServer(signal)) },
    actions: {
      announceLost: () => announce(text('shell.offline')),
      announceRestored: () => {
        noteReconnection();
        announce(text('shell.backOnline'));
      },
    },
  });

/** Which release runs, with a browser around it. A page that nobody looks at waits with its question. */
export const releasePart = (text: Text, reload: () => void) =>
  releaseMachine.provide({
    actors: {
      findRelease: fromPromise<{ release: string }, undefined>(async ({ signal }) => {
        await whenVisible(signal);
        return await findRelease(signal);
      }),
    },
    actions: { announceRelease: () => announce(text('ui.newVersion')), reload },
  });
