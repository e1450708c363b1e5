import { fromPromise } from 'xstate';
import * as parts from '#machines/parts/alerts/alerts.machine.ts';
import { listAlerts, readAlerts as markRead } from '#src/services/home.service.ts';

/** The alerts of a home page, provided with their calls. */
export const alerts = parts.homeAlerts.provide({
  actors: {
    loadDetail: fromPromise(async ({ input: { subject }, signal }) => {
      const { list: rows, unread, total } = await listAlerts({ page: subject.page, page_size: subject.pageSize }, signal);
      return { rows, unread, total };
    }),
  },
});

export const readAlerts = parts.readAlerts.provide({
  actors: {
    run: fromPromise(({ input: { subject } }) => markRead('all' in subject ? { all: true } : { ids: subject.ids })),
  },
});
