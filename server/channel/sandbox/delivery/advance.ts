import { sql } from 'kysely';
import { SLOT, slotStart } from '../found-world.ts';
import { standingOf } from '../incidents.ts';
import type { Operation } from '../operation.ts';
import type { AccountTable, HourTable, Measures } from '../tables.ts';
import { Ledger } from './ledger.ts';
import { type LocalHour, localHour } from './local-time.ts';
import { minorPerUsd } from './model.ts';
import { type LoadedAd, loadAds } from './running.ts';
import { type Budget, deliverSlot } from './slot.ts';

const HOUR = 3_600_000;
const ROWS = 400;

const measureNames = [
  'spend',
  'impressions',
  'clicks',
  'link_clicks',
  'lp_views',
  'video_plays',
  'plays_3s',
  'thruplays',
  'p25',
  'p50',
  'p75',
  'p95',
  'p100',
  'watch_ms',
  'reactions',
  'comments',
  'shares',
  'new_users',
  'reacq_users',
  'view_content',
  'add_to_cart',
  'checkouts',
  'payers',
  'value_usd',
] as const satisfies readonly (keyof Measures)[];

/** The one budget that pays for these ads, at the start of a slot. */
function budgetOf(
  members: readonly [LoadedAd, ...LoadedAd[]],
  ledger: Ledger,
  all: readonly LoadedAd[],
  at: { start: number; date: string; room: number },
): Budget {
  const [{ budget, campaign, campaignCap, endsAt }] = members;
  const idsWhere = (which: (ad: LoadedAd) => boolean) => all.filter(which).map(({ id }) => id);
  const left =
    campaignCap === null
      ? Number.POSITIVE_INFINITY
      : campaignCap -
        ledger.spent(
          idsWhere((ad) => ad.campaign === campaign),
          at.date,
        ).ever;
  return {
    id: budget.id,
    daily: budget.daily,
    lifetime: budget.lifetime === null ? null : { total: budget.lifetime, hoursLeft: (endsAt - at.start) / HOUR },
    spent: ledger.spent(
      idsWhere((ad) => ad.budget.id === budget.id),
      at.date,
    ),
    room: Math.min(at.room, left),
    ads: members.map(({ id, group, traits, bid }) => {
      const { slots, impressions } = ledger.of(id);
      const events = ledger.events(
        idsWhere((ad) => ad.group === group),
        at.date,
      );
      return { id, traits, slots, impressions, events, bid };
    }),
  };
}

/** In the order of their ads. */
function byBudget(ads: readonly LoadedAd[]): Iterable<[LoadedAd, ...LoadedAd[]]> {
  const budgets = new Map<string, [LoadedAd, ...LoadedAd[]]>();
  for (const ad of ads) {
    const members = budgets.get(ad.budget.id);
    if (members === undefined) budgets.set(ad.budget.id, [ad]);
    else members.push(ad);
  }
  return budgets.values();
}

type Hours = Map<string, HourTable>;

function addTo(hours: Hours, account: string, ad: string, { date, hour }: LocalHour, measures: Measures): void {
  const key = `${ad} ${date} ${hour}`;
  const row = hours.get(key);
  if (row === undefined) {
    hours.set(key, { ad_id: ad, stat_date: date, stat_hour: hour, account_id: account, slots: 1, ...measures });
    return;
  }
  row.slots += 1;
  for (const name of measureNames) row[name] += measures[name];
}

async function save({ db }: Operation, hours: Hours): Promise<void> {
  const rows = [...hours.values()];
  for (let from = 0; from < rows.length; from += ROWS) {
    await db
      .insertInto('sbx_hour')
      .values(rows.slice(from, from + ROWS))
      .onConflict((conflict) =>
        conflict
          .columns(['ad_id', 'stat_date', 'stat_hour'])
          .doUpdateSet(
            Object.fromEntries(
              ['slots' as const, ...measureNames].map((name) => [name, sql`sbx_hour.${sql.ref(name)} + excluded.${sql.ref(name)}`]),
            ),
          ),
      )
      .execute();
  }
}

/**
 * Delivers what is due in an account up to the slot that `until` lies in, that one included, and answers the account afterwards. Call it
 * before anything changes there: a slot is computed once, from how everything stood at its start. The account must be held.
 */
export async function deliverUntil(operation: Operation, account: AccountTable, until: Date): Promise<AccountTable> {
  const { db, seed, foundedAt, faults } = operation;
  const end = new Date(slotStart(until).getTime() + SLOT);
  if (account.computed_until >= end) return account;
  const all = await loadAds(db, seed, account.id);
  const on = all.filter(({ isOn, startsAt, endsAt }) => isOn && startsAt < end.getTime() && endsAt > account.computed_until.getTime());
  let { amount_spent, balance } = account;
  if (on.length > 0) {
    const zone = account.timezone_name;
    const ledger = await Ledger.read(db, account.id, localHour(zone, account.computed_until).date);
    const hours: Hours = new Map();
    for (let start = account.computed_until.getTime(); start < end.getTime(); start += SLOT) {
      const running = on.filter(({ startsAt, endsAt }) => startsAt <= start && endsAt > start);
      if (running.length === 0) continue;
      const instant = new Date(start);
      const standing = faults ? standingOf(seed, account, foundedAt, instant) : account;
      if (![1, 8, 9].includes(standing.account_status)) continue;
      const local = localHour(zone, instant);
      const at = { seed, slot: start / SLOT, ...local, minorPerUsd: minorPerUsd(account.currency) };
      for (const members of byBudget(running)) {
        const room = account.spend_cap === null ? Number.POSITIVE_INFINITY : account.spend_cap - amount_spent;
        for (const [ad, measures] of deliverSlot(at, budgetOf(members, ledger, all, { start, date: local.date, room }))) {
          addTo(hours, account.id, ad, local, measures);
          ledger.add(ad, local.date, { ...measures, slots: 1 });
          amount_spent += measures.spend;
          balance += measures.spend;
        }
      }
    }
    await save(operation, hours);
  }
  const changed = { computed_until: end, amount_spent, balance };
  await db.updateTable('sbx_account').set(changed).where('id', '=', account.id).execute();
  return { ...account, ...changed };
}
