import { type Kysely, sql } from 'kysely';
import type { entityBreakdown } from '#contracts/endpoints/ad-entity-details.ts';
import type { ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import { breakdownMetrics } from '#contracts/rules/breakdowns.ts';
import { metricFrom, metricOf } from '#contracts/rules/metrics.ts';
import type { BreakdownRow } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import type { CallContext } from '../../call.ts';
import { toChannelRefusal } from '../../channel-refusal.ts';
import { parseReportDays } from '../../insights/index.ts';
import { refuse } from '../../refusal.ts';
import { openAccount } from './account-grant.ts';
import { requireVisible } from './entity-trend.ts';
import { type EntityLevel, platformColumn } from './levels.ts';

type Parts = Omit<BreakdownRow, 'value'>;

interface Place {
  platform_id: string | null;
  platform_account_id: string;
  personal_account_id: number;
  person: string;
  currency: string;
}

async function loadPlace(db: Kysely<Database>, level: EntityLevel, id: number): Promise<Place> {
  const { rows } = await sql<Place>`
    select ${sql.ref(`e.${platformColumn[level]}`)} as platform_id, a.platform_account_id, a.personal_account_id, p.name as person, a.currency
    from ${sql.table(level)} e join ad_account a on a.id = e.ad_account_id join personal_account p on p.id = a.personal_account_id
    where e.id = ${id}`.execute(db);
  const [place] = rows;
  if (place === undefined) throw refuse('NOT_FOUND');
  return place;
}

/** Amounts stay in the currency of the account: everything is of one account. */
const toFigures = ({ spend, plat_value, ...counts }: Parts): Record<string, number | null> => {
  const sums = { ...counts, spend_usd: spend, plat_value_usd: plat_value };
  return Object.fromEntries(breakdownMetrics.map((key) => [key, metricFrom(metricOf(key), sums)]));
};

const NOTHING: Parts = { spend: 0, impressions: 0, clicks: 0, link_clicks: 0, plat_purchases: 0, plat_value: 0 };
const addParts = (rows: readonly Parts[]): Parts =>
  rows.reduce(
    (sum, row) => ({
      spend: sum.spend + row.spend,
      impressions: sum.impressions + row.impressions,
      clicks: sum.clicks + row.clicks,
      link_clicks: sum.link_clicks + row.link_clicks,
      plat_purchases: sum.plat_purchases + row.plat_purchases,
      plat_value: sum.plat_value + row.plat_value,
    }),
    NOTHING,
  );

/**
 * Figures of one object by age, gender, country, placement or device. They are read from the channel each time and never stored: they are what the channel
 * counts, without users and orders of our own.
 */
export async function loadBreakdown(
  context: CallContext,
  { level, id, by, ...dates }: RequestOf<typeof entityBreakdown>,
): Promise<ReplyOf<typeof entityBreakdown>> {
  const { db, now, limits, caller } = context;
  await requireVisible(context, level, id);
  const { from, to } = parseReportDays(dates, now, limits, 'day');
  const place = await loadPlace(db, level, id);
  const { platform_id, platform_account_id, personal_account_id, person, currency } = place;
  // An object that the channel does not have yet delivered nothing.
  if (platform_id === null) return { currency, parts: [], totals: { m: toFigures(NOTHING) } };
  try {
    const { platform, tok, account } = await openAccount(context, {
      personalAccountId: personal_account_id,
      platformId: platform_account_id,
    });
    const rows = await platform.breakdown(tok, account, { level, id: platform_id, from, to, by });
    return {
      currency,
      parts: rows.map(({ value, ...row }) => ({ value, m: toFigures(row) })),
      totals: { m: toFigures(addParts(rows)) },
    };
  } catch (error) {
    throw toChannelRefusal(error, { name: person, personalAccountId: personal_account_id, isReading: true, timezone: caller.timezone });
  }
}
