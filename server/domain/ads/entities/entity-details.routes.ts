import * as details from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { type CallContext, defineCall } from '../../call.ts';
import { refuse } from '../../refusal.ts';
import { loadEntityEvents } from '../events/index.ts';
import { loadBreakdown } from './entity-breakdown.ts';
import * as query from './entity-details.query.ts';
import { loadEntityTrend, requireVisible } from './entity-trend.ts';
import { loadLaunch, parseLaunchDays, toLaunchRow } from './launches.query.ts';

async function loadDetail(context: CallContext, { level, id, ...dates }: RequestOf<typeof details.entityDetail>) {
  const { db, caller, now, limits } = context;
  const days = parseLaunchDays(dates, now, limits);
  const row = await loadLaunch(db, { caller, now, level, days }, toLaunchRow(level, context), id);
  if (row === undefined) throw refuse('NOT_FOUND');
  return { level, [level]: row, ...(await query.loadRelated(db, context, level, id)) } as ReplyOf<typeof details.entityDetail>;
}

export const entityDetailCalls = [
  defineCall({ endpoint: details.entityDetail, audit: 'read', handle: loadDetail }),
  defineCall({ endpoint: details.entityTrend, audit: 'read', handle: loadEntityTrend }),
  defineCall({ endpoint: details.entityBreakdown, audit: 'read', handle: loadBreakdown }),
  defineCall({
    endpoint: details.entityEvents,
    audit: 'read',
    async handle(context, { level, id, ...request }) {
      await requireVisible(context, level, id);
      return await loadEntityEvents(context, { level, id, ...request });
    },
  }),
  defineCall({
    endpoint: details.entitySchedules,
    audit: 'read',
    async handle(context, { level, id }) {
      await requireVisible(context, level, id);
      return { list: await query.loadSchedules(context.db, context.caller, level, id) };
    },
  }),
];
