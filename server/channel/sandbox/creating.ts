import type { AdGroupSpec, AdSpec, CampaignSpec, Tok } from '../ad-platform.ts';
import { adsOn } from './assets.ts';
import { isInvalid, isMissing, lacksTask, noCreative } from './failures.ts';
import { newId } from './identity.ts';
import { heedMarks } from './marks.ts';
import { assetStateOf, requireOpen } from './media.ts';
import { hasBudget, requireBid, requireBudget, requireStrategy } from './money-rules.ts';
import type { Operation } from './operation.ts';
import { type Entered, enterAccount } from './permission.ts';
import { postStateOf } from './posts.ts';
import { reviewOf } from './review.ts';
import type { CampaignTable, GroupTable } from './tables.ts';
import { WRITE } from './throttle.ts';

const GROUPS_PER_CAMPAIGN = 200;
const ADS_PER_GROUP = 50;

const objectives = new Set(
  ['SALES', 'APP_PROMOTION', 'TRAFFIC', 'LEADS', 'ENGAGEMENT', 'AWARENESS'].map((objective) => `OUTCOME_${objective}`),
);

export function requireName(name: string): void {
  if (name.trim() === '') throw isInvalid('A name is needed.');
  if (name.length > 400) throw isInvalid('The name is longer than 400 characters.');
}

function requireTimes(start: Date | null, end: Date | null, budgets: { lifetime_budget: number | null }, now: Date): void {
  if (end !== null && end <= (start ?? now)) throw isInvalid('The end lies before the start.');
  if (budgets.lifetime_budget !== null && end === null) throw isInvalid('A lifetime budget needs an end.');
}

async function openAccount(operation: Operation, t: Tok, id: string): Promise<Entered> {
  const account = await enterAccount(operation, t, id, { cost: WRITE, scopes: ['ads_management'] });
  requireOpen(account);
  return account;
}

/** What every object begins with. */
const begun = ({ now }: Operation, account: string, id: string, tag: string) => ({
  id,
  account_id: account,
  tag,
  created_at: now,
  updated_at: now,
});

export async function createCampaign(
  operation: Operation,
  t: Tok,
  accountId: string,
  spec: CampaignSpec,
  tag: string,
): Promise<{ id: string }> {
  const account = await openAccount(operation, t, accountId);
  const { name, objective, bid_strategy, start_at, stop_at } = spec;
  requireName(name);
  if (!objectives.has(objective)) throw isInvalid(`There is no objective ${objective}.`);
  requireStrategy(bid_strategy);
  requireBudget(spec, bid_strategy, account.min_daily_budget);
  requireTimes(start_at, stop_at, { lifetime_budget: null }, operation.now);
  await heedMarks(operation, `campaign ${accountId}`, name);
  const id = await newId(operation, 'sbx_campaign', accountId, tag);
  await operation.db
    .insertInto('sbx_campaign')
    .values({ ...begun(operation, accountId, id, tag), ...spec })
    .execute();
  return { id };
}

const isGone = (status: string): boolean => status === 'ARCHIVED' || status === 'DELETED';

async function livingCampaign({ db }: Operation, account: string, id: string): Promise<CampaignTable> {
  const campaign = await db
    .selectFrom('sbx_campaign')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (campaign === undefined) throw isMissing('campaign');
  if (isGone(campaign.status)) throw isInvalid('The campaign was archived or deleted.');
  return campaign;
}

async function requirePixel(
  { db }: Operation,
  account: string,
  { optimization_goal, pixel_id, custom_event_type }: AdGroupSpec,
): Promise<void> {
  const needsOne = optimization_goal === 'OFFSITE_CONVERSIONS' || optimization_goal === 'VALUE';
  if (needsOne && (pixel_id === null || custom_event_type === null)) throw isInvalid('This goal needs a pixel and an event.', 1815430);
  if (pixel_id === null) return;
  const pixel = await db
    .selectFrom('sbx_pixel as p')
    .leftJoin('sbx_pixel_share as s', (join) => join.onRef('s.pixel_id', '=', 'p.id').on('s.account_id', '=', account))
    .select(['p.owner_account', 'p.status', 's.account_id as shared_with'])
    .where('p.id', '=', pixel_id)
    .executeTakeFirst();
  const mayUse = pixel !== undefined && (pixel.owner_account === account || pixel.shared_with !== null);
  if (!mayUse) throw isInvalid('The pixel is not shared with this ad account.', 1815430);
  if (pixel.status !== 'active') throw isInvalid('The pixel is not available.', 1815430);
}

export async function createAdGroup(
  operation: Operation,
  t: Tok,
  accountId: string,
  spec: AdGroupSpec,
  tag: string,
): Promise<{ id: string }> {
  const account = await openAccount(operation, t, accountId);
  const campaign = await livingCampaign(operation, accountId, spec.campaign_id);
  const { name, bid_amount, roas_floor_bp, targeting, start_at, end_at } = spec;
  requireName(name);
  const [country] = targeting.countries;
  if (country === undefined || !targeting.countries.every((each) => /^[A-Z]{2}$/.test(each)) || targeting.countries.length > 25) {
    throw isInvalid('An ad group needs 1 to 25 countries.');
  }
  if (hasBudget(campaign) === hasBudget(spec)) throw isInvalid('Either the campaign has the budget, or each of its ad groups.');
  requireBid(campaign.bid_strategy, bid_amount, roas_floor_bp);
  requireBudget(spec, campaign.bid_strategy, account.min_daily_budget);
  requireTimes(start_at, end_at, { lifetime_budget: spec.lifetime_budget ?? campaign.lifetime_budget }, operation.now);
  await requirePixel(operation, accountId, spec);
  const { count } = await operation.db
    .selectFrom('sbx_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campaign_id', '=', campaign.id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow();
  if (count >= GROUPS_PER_CAMPAIGN) throw isInvalid(`A campaign takes ${GROUPS_PER_CAMPAIGN} ad groups.`);
  await heedMarks(operation, `group ${accountId}`, name);
  const id = await newId(operation, 'sbx_group', accountId, tag);
  await operation.db
    .insertInto('sbx_group')
    .values({ ...begun(operation, accountId, id, tag), ...spec, country, targeting: JSON.stringify(targeting) })
    .execute();
  return { id };
}

async function livingGroup({ db }: Operation, account: string, id: string): Promise<GroupTable> {
  const group = await db.selectFrom('sbx_group').selectAll().where('id', '=', id).where('account_id', '=', account).executeTakeFirst();
  if (group === undefined) throw isMissing('ad group');
  if (isGone(group.status)) throw isInvalid('The ad group was archived or deleted.');
  return group;
}

/** The page must let this person advertise, and have room for one more ad. Held until the end, so that two calls never share the last place. */
async function requirePage(operation: Operation, person: string, id: string) {
  const page = await operation.db.selectFrom('sbx_page').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (page === undefined || !page.people.includes(person)) throw isMissing('page');
  if (!page.tasks.includes('ADVERTISE')) throw lacksTask('ADVERTISE', page.name);
  if (page.status !== 'active') throw noCreative(`The page ${page.name} is ${page.status}.`);
  const ads = (await adsOn(operation, [id])).get(id) ?? 0;
  if (page.ads_elsewhere + ads >= page.ad_limit)
    throw isInvalid(`The page ${page.name} runs ${page.ad_limit} ads already, as many as it may.`);
  return page;
}

async function requireCreative(operation: Operation, account: string, ad: AdSpec, page: Parameters<typeof postStateOf>[2]): Promise<void> {
  const { post_id, asset_id, page_id, link, call_to_action } = ad;
  const { db, now } = operation;
  if ((post_id === null) === (asset_id === null)) throw noCreative('An ad is made of a post or of a file.');
  if (post_id !== null) {
    const post = await db.selectFrom('sbx_post').selectAll().where('id', '=', post_id).where('deleted_at', 'is', null).executeTakeFirst();
    if (post === undefined || post.page_id !== page_id) throw isMissing('post');
    if (!postStateOf(now, post, page).eligible) throw noCreative('The post cannot be promoted.');
    return;
  }
  const asset = await db
    .selectFrom('sbx_asset')
    .selectAll()
    .where('id', '=', asset_id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (asset === undefined) throw isMissing('asset');
  if (assetStateOf(operation, asset) !== 'ready') throw noCreative('The file is not ready.');
  if (call_to_action !== 'NO_BUTTON' && link === null) throw noCreative('A button needs a link.');
  if (link !== null && !link.startsWith('https://')) throw noCreative('The link must be an address that begins with https.');
}

export async function createAd(operation: Operation, t: Tok, accountId: string, spec: AdSpec, tag: string): Promise<{ id: string }> {
  const account = await openAccount(operation, t, accountId);
  const group = await livingGroup(operation, accountId, spec.ad_group_id);
  const { ad_group_id, traits, ...rest } = spec;
  requireName(spec.name);
  const { count } = await operation.db
    .selectFrom('sbx_ad')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', ad_group_id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow();
  if (count >= ADS_PER_GROUP) throw isInvalid(`An ad group takes ${ADS_PER_GROUP} ads.`);
  const page = await requirePage(operation, account.speaker, spec.page_id);
  await requireCreative(operation, accountId, spec, page);
  await heedMarks(operation, `ad ${accountId}`, spec.name);
  const id = await newId(operation, 'sbx_ad', accountId, tag);
  const { review_at, review_feedback } = reviewOf(operation.seed, { id, name: spec.name }, operation.now, operation.faults);
  await operation.db
    .insertInto('sbx_ad')
    .values({
      ...begun(operation, accountId, id, tag),
      ...rest,
      campaign_id: group.campaign_id,
      group_id: ad_group_id,
      traits: JSON.stringify(traits),
      review_at,
      review_feedback: review_feedback === null ? null : JSON.stringify(review_feedback),
    })
    .execute();
  return { id };
}
