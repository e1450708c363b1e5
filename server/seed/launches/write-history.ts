import { type Kysely, sql } from 'kysely';
import { uniform } from '#server/channel/sandbox/chance.ts';
import { creditConversions, estimateReach, toAccountCurrency } from '#server/channel/sandbox/delivery/insights.ts';
import { dayBefore, localHour } from '#server/channel/sandbox/delivery/local-time.ts';
import { siteOf } from '#server/channel/sandbox/feed/sales.ts';
import { simulateCounts, simulateDirectHour } from '#server/channel/sandbox/feed/visits.ts';
import { type AccountHistory, mergeIntoDays, saveHistory, simulateHistory } from '#server/channel/sandbox/history.ts';
import type { HourTable } from '#server/channel/sandbox/tables.ts';
import type { Database } from '#server/database/schema.ts';
import { channelMeasures, type DayFacts, type HourFacts, type hourMeasures } from '#server/domain/insights/ingest/measures.ts';
import { centsPerUnitSql, loadCentsPerUnit } from '#server/domain/insights/ingest/rates.ts';
import { writeFacts } from '#server/domain/insights/ingest/write-facts.ts';
import { hashAddress } from '#server/domain/orders/visits.ts';
import { insertMany } from './bulk.ts';
import type { LaunchedAd, LaunchedCampaign } from './expand-plan.ts';
import type { InventoryAccount, InventoryLanding } from './inventory.ts';
import type { WrittenIds } from './write-entities.ts';

const HOUR = 3_600_000;
/**
 * Days with hourly data in every time zone: in the console, and on the channel, which is asked for only a few; days of visits that may
 * still grow.
 */
const HOURLY_DAYS = 15;
const CHANNEL_HOURLY_DAYS = 5;
const VISIT_DAYS = 2;
const DAYS = 45;

interface HistoryInput {
  seed: string;
  asOf: Date;
  launched: readonly LaunchedCampaign[];
  ids: WrittenIds;
}

interface WrittenAd {
  id: number;
  ad: LaunchedAd;
}

const daysBefore = (asOf: Date, days: number): string => dayBefore(asOf.toISOString().slice(0, 10), days);
/** First date with hourly facts. */
export const hoursSince = (asOf: Date): string => daysBefore(asOf, HOURLY_DAYS);

type HourRow = Pick<HourFacts, 'ad_id' | 'stat_date' | 'stat_hour' | (typeof hourMeasures)[number]> & { new_users: number };

/** Measures with the same name on both sides. */
const sharedMeasures = channelMeasures.filter((name) => !name.startsWith('plat_')) as Exclude<
  (typeof channelMeasures)[number],
  `plat_${string}`
>[];

interface FactsInput {
  seed: string;
  currency: string;
  today: string;
  ads: ReadonlyMap<string, WrittenAd>;
  /** First date with hourly facts. */
  since: string;
  /** US cents per smallest unit of the account's currency, by date. */
  centsPerUnit: ReadonlyMap<string, number>;
}

/** Converts delivered hours to facts as the channel reports them: days for the whole period, hours since a date. */
function toFacts(hours: readonly HourTable[], { seed, currency, today, ads, since, centsPerUnit }: FactsInput) {
  // The channel reports values in the account's currency, which are converted back when they are pulled.
  const toCents = (units: number, date: string) => Math.round(units * (centsPerUnit.get(date) ?? 0));
  const days = new Map<string, { day: DayFacts; payers: number; value: number; units: number; age: number }>();
  const hourRows: HourRow[] = [];
  for (const hour of hours) {
    const ad_id = ads.get(hour.ad_id)?.id;
    if (ad_id === undefined) continue;
    const { stat_date, stat_hour } = hour;
    const key = `${hour.ad_id} ${stat_date}`;
    let sum = days.get(key);
    if (sum === undefined) {
      const zero = Object.fromEntries(channelMeasures.map((name) => [name, 0])) as Record<(typeof channelMeasures)[number], number>;
      const age = (Date.parse(today) - Date.parse(stat_date)) / (24 * HOUR);
      sum = { day: { ad_id, stat_date, reach: 0, ...zero }, payers: 0, value: 0, units: 0, age };
      days.set(key, sum);
    }
    const { day } = sum;
    for (const name of sharedMeasures) day[name] += hour[name];
    day.plat_view_content += hour.view_content;
    day.plat_add_to_cart += hour.add_to_cart;
    day.plat_checkouts += hour.checkouts;
    sum.payers += hour.payers;
    sum.value += hour.value_usd;
    const { age } = sum;
    const plat_purchases = creditConversions(seed, hour.account_id, sum.payers, age);
    const units = toAccountCurrency(seed, currency, stat_date, creditConversions(seed, hour.account_id, sum.value, age));
    if (stat_date >= since && (hour.impressions > 0 || hour.spend > 0)) {
      const added = {
        plat_purchases: plat_purchases - day.plat_purchases,
        plat_value_usd: toCents(units - sum.units, stat_date),
      };
      const { spend, impressions, clicks, link_clicks, lp_views, plays_3s, thruplays, new_users } = hour;
      const kept = { spend, impressions, clicks, link_clicks, lp_views, plays_3s, thruplays, new_users };
      hourRows.push({ ad_id, stat_date, stat_hour, ...kept, ...added });
    }
    day.plat_purchases = plat_purchases;
    sum.units = units;
    day.plat_value_usd = toCents(units, stat_date);
  }
  for (const [key, { day }] of days) day.reach = estimateReach(seed, `${key} null`, day.impressions, 'day');
  return {
    days: [...days.values()].map(({ day }) => day).filter(({ impressions, spend }) => impressions > 0 || spend > 0),
    hours: hourRows,
  };
}

async function insertHours(db: Kysely<Database>, account: InventoryAccount, hours: readonly HourRow[]): Promise<void> {
  await sql`
    with rate as materialized (
      select d.stat_date, ${centsPerUnitSql(sql`${account.currency}`, sql`d.stat_date`)} as cents
      from unnest(${[...new Set(hours.map(({ stat_date }) => stat_date))]}::date[]) d(stat_date))
    insert into insight_hourly (ad_id, stat_date, stat_hour, ad_account_id, owner_user_id, spend, spend_usd, impressions, clicks, link_clicks,
      lp_views, plays_3s, thruplays, plat_purchases, plat_value_usd, new_users)
    select r.ad_id, r.stat_date, r.stat_hour, ${account.id}::bigint, ${account.owner}::bigint, r.spend, round(r.spend * rate.cents),
      r.impressions, r.clicks, r.link_clicks, r.lp_views, r.plays_3s, r.thruplays, r.plat_purchases, r.plat_value_usd, r.new_users
    from json_to_recordset(${JSON.stringify(hours)}::json) as r(ad_id bigint, stat_date date, stat_hour int, spend bigint, impressions bigint,
      clicks bigint, link_clicks bigint, lp_views bigint, plays_3s bigint, thruplays bigint, plat_purchases bigint, plat_value_usd bigint,
      new_users bigint)
    join rate on rate.stat_date = r.stat_date`.execute(db);
}

interface VisitDay {
  landing: InventoryLanding;
  ad_id: number;
  stat_date: string;
  counts: ReturnType<typeof simulateCounts>;
}

/** Visits as the sites count them: by hour where hours are stored, by day before that. */
function toVisits(seed: string, hours: readonly HourTable[], ads: ReadonlyMap<string, WrittenAd>, since: { hours: string; kept: Date }) {
  const days = new Map<string, VisitDay>();
  const kept: object[] = [];
  for (const hour of hours) {
    const known = ads.get(hour.ad_id);
    if (known === undefined) continue;
    const { landing } = known.ad;
    const { stat_date, stat_hour } = hour;
    const isDay = stat_date < since.hours;
    const counts = simulateCounts(seed, isDay ? [hour.ad_id, stat_date] : [hour.ad_id, stat_date, stat_hour], landing.url, {
      uv: hour.lp_views,
      new_users: hour.new_users,
      reacq_users: hour.reacq_users,
      pay_page_views: hour.checkouts,
    });
    const begun = new Date(Math.floor(hour.last_at.getTime() / HOUR) * HOUR);
    if (!isDay && begun >= since.kept) {
      const address_key = hashAddress({ site: siteOf(landing.url), url: landing.url });
      kept.push({ address_key, landing_page_id: landing.id, ad_id: known.id, hour: begun.toISOString(), stat_date, stat_hour, ...counts });
    }
    const key = `${known.id} ${stat_date}`;
    const day = days.get(key);
    if (day === undefined) days.set(key, { landing, ad_id: known.id, stat_date, counts });
    else for (const name of Object.keys(counts) as (keyof typeof counts)[]) day.counts[name] += counts[name];
  }
  return { days: [...days.values()], kept };
}

async function writeVisits(
  db: Kysely<Database>,
  account: Pick<InventoryAccount, 'id' | 'owner'>,
  { days, kept }: ReturnType<typeof toVisits>,
): Promise<void> {
  await insertMany(db, 'visit_hour', kept);
  const shown = days.filter(({ counts }) => counts.uv > 0 || counts.new_users > 0);
  await insertMany(
    db,
    'landing_daily',
    shown.map(({ landing, ad_id, stat_date, counts: { new_users: _new, reacq_users: _again, reg_users: _reg, ...counts } }) => ({
      landing_page_id: landing.id,
      ad_id,
      stat_date,
      ad_account_id: account.id,
      owner_user_id: account.owner,
      ...counts,
    })),
  );
  const users = shown.map(({ ad_id, stat_date, counts: { new_users, reacq_users, reg_users } }) => ({
    ad_id,
    stat_date,
    new_users,
    reacq_users,
    reg_users,
  }));
  await sql`
    update insight_daily d set new_users = r.new_users, reacq_users = r.reacq_users, reg_users = r.reg_users
    from json_to_recordset(${JSON.stringify(users)}::json)
      as r(ad_id bigint, stat_date date, new_users bigint, reacq_users bigint, reg_users bigint)
    where d.ad_id = r.ad_id and d.stat_date = r.stat_date`.execute(db);
}

/** Writes direct visits. */
async function writeDirect(db: Kysely<Database>, { seed, asOf, launched }: HistoryInput): Promise<void> {
  const first = new Map<string, { landing: InventoryLanding; since: number }>();
  for (const { createdAt, groups } of launched) {
    for (const { landing } of groups.flatMap(({ ads }) => ads)) {
      const known = first.get(landing.url);
      if (known === undefined || known.since > createdAt.getTime()) first.set(landing.url, { landing, since: createdAt.getTime() });
    }
  }
  const sites = await db.selectFrom('site').select(['id', 'timezone_name']).execute();
  const zones = new Map(sites.map(({ id, timezone_name }) => [id, timezone_name]));
  const kept: object[] = [];
  const days = new Map<string, Record<string, number | string | null>>();
  for (const { landing, since } of first.values()) {
    const zone = zones.get(landing.site_id) ?? 'UTC';
    for (let at = Math.ceil(since / HOUR) * HOUR; at < asOf.getTime(); at += HOUR) {
      const { site, url, ad_id: _ad, hour, ...counts } = simulateDirectHour(seed, landing.url, new Date(at));
      const { date: stat_date, hour: stat_hour } = localHour(zone, hour);
      const { new_users: _new, reacq_users: _again, reg_users: _reg, ...seen } = counts;
      if (at >= asOf.getTime() - VISIT_DAYS * 24 * HOUR) {
        const address_key = hashAddress({ site, url });
        kept.push({ address_key, landing_page_id: landing.id, ad_id: 0, hour: hour.toISOString(), stat_date, stat_hour, ...counts });
      }
      const key = `${landing.id} ${stat_date}`;
      const day = days.get(key);
      if (day === undefined)
        days.set(key, { landing_page_id: landing.id, ad_id: 0, stat_date, ad_account_id: null, owner_user_id: null, ...seen });
      else for (const [name, value] of Object.entries(seen)) day[name] = Number(day[name]) + value;
    }
  }
  await insertMany(db, 'visit_hour', kept);
  await insertMany(db, 'landing_daily', [...days.values()]);
}

/**
 * Delivers the launches on the simulated channel and writes the facts of the console as if they had been pulled all along. Returns the
 * delivered history by account, with past and future orders.
 */
export async function writeHistory(
  db: Kysely<Database>,
  input: HistoryInput,
  accounts: readonly InventoryAccount[],
): Promise<AccountHistory[]> {
  const { seed, asOf, launched, ids } = input;
  const all = launched.flatMap((campaign) => campaign.groups.flatMap((group) => group.ads));
  const ads = new Map(all.map((ad): [string, WrittenAd] => [ad.platformId, { id: ids.ads.get(ad.tag) ?? 0, ad }]));
  const spans = new Map(all.flatMap(({ platformId, span }) => (span === undefined ? [] : [[platformId, span] as const])));
  const since = {
    hours: hoursSince(asOf),
    told: daysBefore(asOf, CHANNEL_HOURLY_DAYS),
    kept: new Date(asOf.getTime() - VISIT_DAYS * 24 * HOUR),
  };
  const remotes = accounts.map(({ platform_account_id: id, timezone_name, currency }) => ({ id, timezone_name, currency }));
  const histories: AccountHistory[] = [];
  const write = async (account: InventoryAccount, history: AccountHistory) => {
    const isOld = ({ stat_date }: HourTable) => stat_date < since.hours;
    const keptHours = [...mergeIntoDays(history.hours.filter(isOld)), ...history.hours.filter((hour) => !isOld(hour))];
    await saveHistory(db, { ...history, hours: keptHours }, since.told);
    const today = localHour(account.timezone_name, asOf).date;
    const { currency } = account;
    const centsPerUnit = await loadCentsPerUnit(db, currency, [...new Set(keptHours.map(({ stat_date }) => stat_date))]);
    const { days, hours } = toFacts(keptHours, { seed, currency, today, ads, since: since.hours, centsPerUnit });
    const dates = [...new Set(days.map(({ stat_date }) => stat_date))];
    await insertHours(db, account, hours);
    await writeFacts(db, { accountId: account.id, currency, dates, now: asOf }, { hours: null, days });
    await writeVisits(db, account, toVisits(seed, keptHours, ads, since));
    await sql`update ad_account a set amount_spent = s.amount_spent, spend_cap = s.spend_cap from sbx_account s
      where a.platform_account_id = s.id and a.id = ${account.id}`.execute(db);
  };
  // The database writes one account while the next is simulated.
  let written = Promise.resolve();
  for await (const history of simulateHistory(db, { accounts: remotes, spans, seed })) {
    const account = accounts.find(({ platform_account_id }) => platform_account_id === history.account);
    if (account === undefined || history.hours.length === 0) continue;
    histories.push(history);
    written = written.then(() => write(account, history));
    // Awaited below, where a failure is thrown.
    written.catch(() => undefined);
  }
  await written;
  await writeDirect(db, input);
  return histories;
}

/** Writes the exchange rates of every day of the history. */
export async function writeRates(db: Kysely<Database>, asOf: Date, rateOf: (currency: string, date: string) => number): Promise<void> {
  const currencies = await db.selectFrom('currency').select('code').execute();
  const today = asOf.toISOString().slice(0, 10);
  await insertMany(
    db,
    'exchange_rate',
    currencies.flatMap(({ code }) =>
      Array.from({ length: DAYS + 5 }, (_, days) => {
        const rate_date = dayBefore(today, days);
        return { currency: code, rate_date, usd_per_unit: rateOf(code, rate_date) };
      }),
    ),
  );
}

/** Writes the state of the last pull of each account. */
export async function writeSyncs(db: Kysely<Database>, asOf: Date, accounts: readonly InventoryAccount[], seed: string): Promise<void> {
  const DAY = 24 * HOUR;
  await insertMany(
    db,
    'fact_sync',
    accounts.map(({ id, person_status }) => {
      const isLost = person_status === 'expired';
      const pulled = asOf.getTime() - (isLost ? 4 * DAY : Math.floor((4 + 8 * uniform(seed, id, 'pulled')) * 60_000));
      return {
        ad_account_id: id,
        pulled_at: new Date(pulled).toISOString(),
        entities_since: new Date(pulled).toISOString(),
        failed_since: isLost ? new Date(asOf.getTime() - 4 * DAY + 15 * 60_000).toISOString() : null,
        error: isLost ? 'The access token has expired.' : null,
        updated_at: asOf.toISOString(),
      };
    }),
  );
}
