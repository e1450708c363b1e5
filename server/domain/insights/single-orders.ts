import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { type FactQuestion, matchingFacts } from './base-sums.ts';
import { singleOrders } from './order-facts.ts';

/** Orders as a report counts them in these days, or all orders that ever were, paid or not. */
export interface OrderQuestion extends Pick<FactQuestion, 'caller' | 'now' | 'filter' | 'under'> {
  readonly days: FactQuestion['days'] | undefined;
}

/** Any days, for orders that are not limited to a period. */
const ALL_DAYS = { from: '0001-01-01', to: '9999-12-31', length: 1, isToday: false };

const matchingOrders = ({ days, filter, ...question }: OrderQuestion): RawBuilder<unknown> =>
  matchingFacts(singleOrders(filter.time_basis ?? 'payment', days === undefined ? 'all' : 'paid'), {
    ...question,
    filter,
    days: days ?? ALL_DAYS,
    before: false,
  });

/** Ids of the orders in this order of their columns `f`, as a relation with their `place`. */
export const selectSingleOrders = (
  question: OrderQuestion,
  order: RawBuilder<unknown>,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> =>
  sql`select f.id, row_number() over (order by ${order}) as place ${matchingOrders(question)} order by ${order} ${page}`;

export async function countSingleOrders(db: Kysely<Database>, question: OrderQuestion): Promise<number> {
  const found = await sql<{ total: number }>`select count(*) as total ${matchingOrders(question)}`.execute(db);
  return found.rows[0]?.total ?? 0;
}
