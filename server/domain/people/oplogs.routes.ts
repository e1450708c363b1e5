import * as oplogs from '#contracts/endpoints/oplogs.ts';
import { defineCall } from '../call.ts';
import { refuseField } from '../refusal.ts';
import { decodeCursor, encodeCursor, type Position } from '../searching.ts';
import * as query from './oplogs.query.ts';
import { scopeOf } from './scope.ts';

const MAX_OWN_OPERATIONS = 10;

/** Refuses a range of dates that ends before it begins. */
export function requireDateOrder(filter: query.OpLogFilter): void {
  if (filter.date_from !== undefined && filter.date_to !== undefined && filter.date_from > filter.date_to)
    throw refuseField('date_to', 'range');
}

function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = decodeCursor(cursor);
  if (position === undefined) throw refuseField('cursor', 'cursor');
  return position;
}

export const oplogCalls = [
  defineCall({
    endpoint: oplogs.listOpLogs,
    audit: 'read',
    async handle({ db, caller }, request) {
      requireDateOrder(request);
      const after = parseCursor(request.cursor);
      const limit = request.page_size ?? 50;
      const scope = scopeOf(caller);
      const [counted, rows] = await Promise.all([
        query.countOpLogs(db, request, scope, caller.timezone, query.MAX_COUNT + 1),
        query.loadOpLogPage(db, request, scope, caller.timezone, limit + 1, after),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        list: shown.map(query.toOpLogRow),
        next_cursor: rows.length > limit && last ? encodeCursor(last) : null,
        total: Math.min(counted, query.MAX_COUNT),
        total_capped: counted > query.MAX_COUNT,
      };
    },
  }),
  defineCall({
    endpoint: oplogs.ownOperations,
    audit: 'read',
    handle: async ({ db, caller }) => ({ list: await query.loadOwnOperations(db, caller.userId, MAX_OWN_OPERATIONS) }),
  }),
];
