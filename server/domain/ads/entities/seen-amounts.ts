import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { formatInstant } from '../../instants.ts';
import { Refusal } from '../../refusal.ts';
import { formatAmount } from './budget.rules.ts';
import type { LoadedEntity } from './loaded-entity.ts';

export interface SeenAmount {
  id: number;
  /** In the smallest unit of the account's currency. */
  amount: number | null;
}

interface SeenContext {
  db: Kysely<Database>;
  timezone: string;
}

/** The current budget or bid of an object. */
export function getAmount({ budget, bid }: Pick<LoadedEntity, 'budget' | 'bid'>, what: 'budget' | 'bid'): number | null {
  if (what === 'bid') return bid;
  return budget.mode === 'lifetime' ? budget.lifetime : budget.daily;
}

interface LastChange {
  id: number;
  at: Date;
  by: string | null;
}

/** The last change of each budget or bid, by object. */
async function loadLastChanges(
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

/** The text names this many objects and counts the others. */
const MAX_NAMED = 3;

/** AMOUNT_CHANGED with the current amount of each object and who changed it. */
async function createAmountChangedRefusal(
  { db, timezone }: SeenContext,
  entities: readonly LoadedEntity[],
  what: 'budget' | 'bid',
): Promise<Refusal> {
  const last = await loadLastChanges(db, entities, what);
  const changed = entities.map((entity) => {
    const { by = null, at = null } = last.get(entity.id) ?? {};
    const { currency } = entity.account;
    return { id: entity.id, label: entity.name, currency, amount: getAmount(entity, what), by, at };
  });
  const lines = changed.slice(0, MAX_NAMED).map(({ label, currency, amount, by, at }) => {
    const now = amount === null ? '—' : formatAmount(amount, currency);
    const when = at === null ? '' : formatInstant(at, timezone);
    return {
      zh: `“${label}”已${by === null ? '' : `由 ${by} `}${when && `于 ${when} `}改为 ${now}`,
      en: `“${label}” was changed to ${now}${by === null ? '' : ` by ${by}`}${when && ` at ${when}`}`,
    };
  });
  const more = changed.length - lines.length;
  return new Refusal('AMOUNT_CHANGED', {
    data: { changed: changed.map((entry) => ({ ...entry, currency: entry.currency.code, at: entry.at?.toISOString() ?? null })) },
    text: {
      zh: lines.map(({ zh }) => zh).join('；') + (more > 0 ? `；另有 ${more} 个也已改变` : ''),
      en: lines.map(({ en }) => en).join('; ') + (more > 0 ? `; ${more} more changed as well` : ''),
    },
  });
}

/** Refuses an order when an amount differs from the one the user saw. */
export async function requireSeenAmounts(
  context: SeenContext,
  { seen, entities, what }: { seen: readonly SeenAmount[]; entities: readonly LoadedEntity[]; what: 'budget' | 'bid' },
): Promise<void> {
  const amounts = new Map(seen.map(({ id, amount }) => [id, amount]));
  const changed = entities.filter((entity) => amounts.has(entity.id) && amounts.get(entity.id) !== getAmount(entity, what));
  if (changed.length > 0) throw await createAmountChangedRefusal(context, changed, what);
}
