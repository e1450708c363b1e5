import type { BreakdownKind, BreakdownQuery, BreakdownRow, Tok } from '../../ad-platform.ts';
import { uniform } from '../chance.ts';
import { missingObject } from '../failures.ts';
import type { Operation, Run } from '../operation.ts';
import { insights } from './insights.ts';

/** Shares of the parts before an ad differs from others. */
const AGES: Readonly<Record<string, number>> = { '18-24': 0.1, '25-34': 0.17, '35-44': 0.23, '45-54': 0.23, '55-64': 0.17, '65+': 0.1 };
const GENDERS: Readonly<Record<string, number>> = { female: 0.7, male: 0.28, unknown: 0.02 };
const PLACEMENTS: Readonly<Record<string, number>> = {
  facebook_feed: 0.34,
  facebook_reels: 0.2,
  instagram_reels: 0.14,
  instagram_stream: 0.1,
  instagram_story: 0.08,
  facebook_video_feeds: 0.05,
  facebook_story: 0.04,
  audience_network: 0.03,
};

const DEVICES: Readonly<Record<string, number>> = {
  android_smartphone: 0.48,
  iphone: 0.41,
  android_tablet: 0.04,
  ipad: 0.04,
  desktop: 0.03,
};

type Targeting = Readonly<Record<string, unknown>>;

const isWithinAges = (value: string, targeting: Targeting): boolean => {
  const [from = 0, to = 65] = value.split(/[-+]/).filter(Boolean).map(Number);
  const { age_min = 18, age_max = 65 } = targeting;
  return to >= Number(age_min) && from <= Number(age_max);
};

/** The parts that an ad with this audience reaches, with their shares. */
function sharesOf(by: BreakdownKind, targeting: Targeting): [string, number][] {
  if (by === 'age') return Object.entries(AGES).filter(([value]) => isWithinAges(value, targeting));
  if (by === 'gender') {
    const { genders } = targeting;
    return Object.entries(GENDERS).filter(([value]) => (genders !== 'male' && genders !== 'female' ? true : value === genders));
  }
  if (by === 'device') return Object.entries(DEVICES);
  // The simulated world counts all figures of an audience to its first country, in every report.
  if (by === 'country') return [[String(targeting['country']), 1]];
  const chosen =
    targeting['placement_mode'] === 'manual' && Array.isArray(targeting['placements']) ? targeting['placements'].map(String) : undefined;
  return (chosen ?? Object.keys(PLACEMENTS)).map((one) => [one, PLACEMENTS[one] ?? 0.02]);
}

/** Divides a whole number by weights without losing any of it: what is left goes to the largest remainders. */
export function divideWhole(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, each) => all + each, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((each) => (total * each) / sum);
  const parts = exact.map(Math.floor);
  let left = total - parts.reduce((all, each) => all + each, 0);
  const byRemainder = exact.map((each, at) => ({ at, rest: each - Math.floor(each) })).toSorted((one, other) => other.rest - one.rest);
  for (const { at } of byRemainder) {
    if (left <= 0) break;
    parts[at] = (parts[at] ?? 0) + 1;
    left -= 1;
  }
  return parts;
}

const MEASURES = ['spend', 'impressions', 'clicks', 'link_clicks', 'plat_purchases', 'plat_value'] as const;

const AD_COLUMNS = { campaign: 'a.campaign_id', ad_group: 'a.group_id', ad: 'a.id' } as const;

async function loadAds({ db }: Operation, account: string, { level, id }: BreakdownQuery): Promise<Map<string, Targeting>> {
  const rows = await db
    .selectFrom('sbx_ad as a')
    .innerJoin('sbx_group as g', 'g.id', 'a.group_id')
    .select(['a.id', 'g.targeting', 'g.country'])
    .where('a.account_id', '=', account)
    .where(AD_COLUMNS[level], '=', id)
    .execute();
  return new Map(rows.map(({ id: ad, targeting, country }) => [ad, { ...(targeting as Targeting), country }]));
}

async function isKnown({ db }: Operation, account: string, { level, id }: BreakdownQuery): Promise<boolean> {
  const table = ({ campaign: 'sbx_campaign', ad_group: 'sbx_group', ad: 'sbx_ad' } as const)[level];
  return (await db.selectFrom(table).select('id').where('id', '=', id).where('account_id', '=', account).executeTakeFirst()) !== undefined;
}

/** The figures of an object's ads, divided by shares that differ a little from ad to ad. Their sums are those of the ads. */
export async function breakdown(run: Run, t: Tok, account: string, query: BreakdownQuery): Promise<BreakdownRow[]> {
  const { seed, ads } = await run(async (operation) => {
    if (!(await isKnown(operation, account, query))) throw missingObject(query.level);
    return { seed: operation.seed, ads: await loadAds(operation, account, query) };
  });
  const sums = new Map<string, BreakdownRow>();
  const { from, to, by } = query;
  for await (const row of insights(run, t, account, { from, to, by: 'day' })) {
    const targeting = ads.get(row.ad_id);
    if (targeting === undefined) continue;
    const shares = sharesOf(by, targeting);
    for (const measure of MEASURES) {
      const weights = shares.map(([value, share]) => share * (0.75 + 0.5 * uniform(seed, row.ad_id, by, value, measure)));
      const parts = divideWhole(row[measure] ?? 0, weights);
      for (const [at, [value]] of shares.entries()) {
        const sum = sums.get(value) ?? { value, spend: 0, impressions: 0, clicks: 0, link_clicks: 0, plat_purchases: 0, plat_value: 0 };
        sum[measure] += parts[at] ?? 0;
        sums.set(value, sum);
      }
    }
  }
  return [...sums.values()].filter(({ impressions }) => impressions > 0).toSorted((one, other) => other.spend - one.spend);
}
