import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal } from '../../refusal.ts';
import { amountText } from './budget.rules.ts';
import type { LoadedEntity } from './loaded-entity.ts';

export interface SeenAmount {
  id: number;
  /** In the smallest unit of the account's currency. */
  amount: number | null;
}

interface Reading {
  db: Kysely<Database>;
  timezone: string;
}

/** The budget or bid that an object has now. */
export function amountOf({ budget, bid }: Pick<LoadedEntity, 'budget' | 'bid'>, what: 'budget' | 'bid'): number | null {
  if (what === 'bid') return bid;
  return budget.mode === 'lifetime' ? budget.lifetime : budget.daily;
}

interface LastChange {
  id: number;
  at: Date;
  by: string | null;
}

/** Who changed these budgets or bids last, by object. */
async function lastChanges(
  db: Kysely<Database>,
  entities: readonly LoadedEntity[],
  what: 'budget' | 'bid',
): Promise<Map<number, LastChange>> {
  const [level] = entities.map((entity) => entity.level);
  const own = sql.ref(level === 'campaign' ? 'v.campaign_id' : 'v.ad_group_id');
  const { rows } = await sql<LastChange>`
    select distinct on (${own}) ${own} as id, v.at, u.name as by
    from ad_event v left join sys_user u on u.id = v.actor_user_id
    where v.level = ${level} and v.event = ${what} and ${own} = any(${entities.map(({ id }) => id)}::bigint[])
    order by ${own}, v.at desc, v.id desc`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** As many are named in the text; the others are counted. */
const NAMED = 3;

/** AMOUNT_CHANGED, with what each of them has now and who changed it. */
async function amountChanged({ db, timezone }: Reading, entities: readonly LoadedEntity[], what: 'budget' | 'bid'): Promise<Refusal> {
  const last = await lastChanges(db, entities, what);
  const changed = entities.map((entity) => {
    const { by = null, at = null } = last.get(entity.id) ?? {};
    const { currency } = entity.account;
    return { id: entity.id, label: entity.name, currency, amount: amountOf(entity, what), by, at };
  });
  const lines = changed.slice(0, NAMED).map(({ label, currency, amount, by, at }) => {
    const now = amount === null ? '—' : amountText(amount, currency);
    const when = at === null ? '' : formatInstant(at, timezone);
    return {
      zh: `“${label}”已${by === null ? '' : `由 ${by} `}${when && `于 ${when} `}改为 ${now}`,
      en: `“${label}” was changed to ${now}${by === null ? '' : ` by ${by}`}${when && ` at ${when}`}`,
    };
  });
  const more = changed.length - lines.length;
  return new Refusal('AMOUNT_CHANGED', {
    data: { changed: changed.map((one) => ({ ...one, currency: one.currency.code, at: one.at?.toISOString() ?? null })) },
    text: {
      zh: lines.map(({ zh }) => zh).join('；') + (more > 0 ? `；另有 ${more} 个也已改变` : ''),
      en: lines.map(({ en }) => en).join('; ') + (more > 0 ? `; ${more} more changed as well` : ''),
    },
  });
}

/** Refuses an order for what is not as it was seen when the order was written. */
export async function requireSeen(
  reading: Reading,
  { seen, entities, what }: { seen: readonly SeenAmount[]; entities: readonly LoadedEntity[]; what: 'budget' | 'bid' },
): Promise<void> {
  const amounts = new Map(seen.map(({ id, amount }) => [id, amount]));
  const others = entities.filter((entity) => amounts.has(entity.id) && amounts.get(entity.id) !== amountOf(entity, what));
  if (others.length > 0) throw await amountChanged(reading, others, what);
}
