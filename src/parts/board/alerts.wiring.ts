import { fromPromise } from 'xstate';
import * as parts from '#machines/parts/alerts/alerts.machine.ts';
import { listAlerts, listIncidents, readAlerts as markRead } from '#src/services/alerts.service.ts';

/** The alerts of a home page that belong to no open incident, provided with their calls. */
export const alerts = parts.homeAlerts.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { list: rows, unread, total } = await listAlerts({ page: subject.page, page_size: subject.pageSize, alone: true }, signal);
      return { rows, unread, total };
    }),
  },
});

export const incidents = parts.openIncidents.provide({
  actors: { loadDetail: fromPromise(async ({ signal }) => (await listIncidents({ page_size: 50, open: true }, signal)).list) },
});

export const readAlerts = parts.readAlerts.provide({
  actors: {
    run: fromPromise(({ input: { subject } }) => markRead('all' in subject ? { all: true } : { ids: subject.ids })),
  },
});
