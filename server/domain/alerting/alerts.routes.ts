import { sql } from 'kysely';
import { listAlerts, readAlerts } from '#contracts/endpoints/alerts.ts';
import { type CallContext, defineCall } from '../call.ts';
import { refuseField } from '../refusal.ts';
import { toAlertRow } from './alert-row.ts';

const selectOwn = ({ db, caller }: Pick<CallContext, 'db' | 'caller'>) => db.selectFrom('alert').where('user_id', '=', caller.userId);

const isOutsideOpenIncidents = sql<boolean>`not exists (select 1 from incident i where i.id = incident_id and i.closed_at is null)`;

const incidentClosedAt = sql<Date | null>`(select i.closed_at from incident i where i.id = incident_id)`.as('closed_at');

async function countUnread(context: Pick<CallContext, 'db' | 'caller'>): Promise<number> {
  const found = await selectOwn(context)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return found.count;
}

/** Calls on the caller's own alerts. */
export const alertCalls = [
  defineCall({
    endpoint: listAlerts,
    audit: 'read',
    async handle(context, { page = 1, page_size = 20, unread, alone }) {
      const reader = { language: context.language, timezone: context.caller.timezone };
      const wanted = unread ? selectOwn(context).where('read_at', 'is', null) : selectOwn(context);
      const matching = alone ? wanted.where(isOutsideOpenIncidents) : wanted;
      const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const found = await matching
        .selectAll()
        .select(incidentClosedAt)
        .orderBy((of) => of('read_at', 'is not', null))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute();
      return {
        list: found.map((alert) => toAlertRow(alert, reader)),
        total,
        page,
        page_size,
        unread: await countUnread(context),
      };
    },
  }),
  defineCall({
    endpoint: readAlerts,
    audit: 'personal',
    async handle(context, { ids, all }) {
      const { db, caller, now } = context;
      if ((ids === undefined) === (all === undefined)) throw refuseField('ids', 'selection');
      const own = db.updateTable('alert').set({ read_at: now }).where('user_id', '=', caller.userId).where('read_at', 'is', null);
      await (ids === undefined ? own : own.where('id', 'in', ids)).execute();
      return { unread: await countUnread(context) };
    },
  }),
];
