import { fromPromise } from 'xstate';
import { endOthers, homeMachine, ownOperations, ownSessions } from '#machines/home/home.machine.ts';
import { whenVisible } from '#src/platform/browser-window.ts';
import { ownOperations as listOperations } from '#src/services/oplogs.service.ts';
import { endOtherSessions, listOwnSessions } from '#src/services/session.service.ts';

const operations = ownOperations.provide({
  actors: { loadDetail: fromPromise(async ({ signal }) => (await listOperations({}, signal)).list) },
});

const sessions = ownSessions.provide({
  actors: { loadDetail: fromPromise(async ({ signal }) => (await listOwnSessions({}, signal)).list) },
});

/** Home, with everything it needs from the outside world. */
export const home = homeMachine.provide({
  actors: {
    operations,
    sessions,
    awaitReader: fromPromise(({ signal }) => whenVisible(signal)),
    endOthers: endOthers.provide({ actors: { run: fromPromise(() => endOtherSessions({})) } }),
  },
});
