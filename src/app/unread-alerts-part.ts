import { fromPromise } from 'xstate';
import { unreadAlertsMachine } from '#machines/unread-alerts/unread-alerts.machine.ts';
import { whenVisible } from '#src/platform/browser-window.ts';
import { listAlerts } from '#src/services/alerts.service.ts';

/** The number of unread alerts, counted by the server. */
export const unreadAlertsPart = unreadAlertsMachine.provide({
  actors: {
    countUnread: fromPromise(async ({ signal }) => (await listAlerts({ unread: true }, signal)).unread),
    awaitReader: fromPromise(({ signal }) => whenVisible(signal)),
  },
});
