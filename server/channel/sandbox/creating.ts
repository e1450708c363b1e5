import { needsBeneficiary } from '#contracts/rules/beneficiaries.ts';
import type { AdGroupSpec, AdSpec, CampaignSpec, NewObject, QuotaEstimate, Tok } from '../ad-platform.ts';
import { countAds } from './assets.ts';
import { requireAudiences } from './audiences.ts';
import { invalidCreative, invalidParameter, missingObject, missingTask } from './failures.ts';
import { createId } from './identity.ts';
import { applyMarks, requireValidMark } from './marks.ts';
import { assetStateOf, requireOpen } from './media.ts';
import { hasBudget, requireBid, requireBudget, requireStrategy } from './money-rules.ts';
import type { Operation } from './operation.ts';
import { type EnteredAccount, enterAccount } from './permission.ts';
import { postStateOf } from './posts.ts';
import { planReview } from './review.ts';
import type { CampaignTable, GroupTable } from './tables.ts';
import { estimatePace, READ, WRITE } from './throttle.ts';

const MAX_GROUPS_PER_CAMPAIGN = 200;
const MAX_ADS_PER_GROUP = 50;

const objectives = new Set(
  ['SALES', 'APP_PROMOTION', 'TRAFFIC', 'LEADS', 'ENGAGEMENT', 'AWARENESS'].map((objective) => `OUTCOME_${objective}`),
);

export function requireName(name: string): void {
  if (name.trim() === '') throw invalidParameter('A name is needed.', undefined, ['name']);
  if (name.length > 400) throw invalidParameter('The name is longer than 400 characters.', undefined, ['name']);
}

function requireTimes(
  { start_at, end_at, lifetime_budget }: { start_at: Date | null; end_at: Date | null; lifetime_budget: number | null },
  field: 'end_at' | 'stop_at',
  now: Date,
): void {
  if (end_at !== null && end_at <= (start_at ?? now)) throw invalidParameter('The end lies before the start.', undefined, [field]);
  if (lifetime_budget !== null && end_at === null) throw invalidParameter('A lifetime budget needs an end.', undefined, [field]);
}

async function enterOpenAccount(operation: Operation, t: Tok, id: string): Promise<EnteredAccount> {
  const account = await enterAccount(operation, t, id, { cost: WRITE, scopes: ['ads_management'] });
  requireOpen(account);
  return account;
}

/** Columns common to all new objects. */
const newObject = ({ now }: Operation, account: string, id: string, tag: string) => ({
  id,
  account_id: account,
  tag,
  created_at: now,
  updated_at: now,
});

/** Refuses a campaign that cannot be created; the same holds for the other levels below. */
async function checkCampaign(operation: Operation, t: Tok, accountId: string, spec: CampaignSpec): Promise<void> {
  const account = await enterOpenAccount(operation, t, accountId);
  const { name, objective, bid_strategy, start_at, stop_at } = spec;
  requireName(name);
  if (!objectives.has(objective)) throw invalidParameter(`There is no objective ${objective}.`, undefined, ['objective']);
  if (spec.special_ad_categories.length > 0 && spec.special_ad_countries.length === 0)
    throw invalidParameter('A special category is declared for countries.', undefined, ['special_ad_countries']);
  requireStrategy(bid_strategy);
  requireBudget(spec, bid_strategy, account.min_daily_budget);
  requireTimes({ start_at, end_at: stop_at, lifetime_budget: null }, 'stop_at', operation.now);
  requireValidMark(name);
}

export async function createCampaign(
  operation: Operation,
  t: Tok,
  accountId: string,
  spec: CampaignSpec,
  tag: string,
): Promise<{ id: string }> {
  await checkCampaign(operation, t, accountId, spec);
  await applyMarks(operation, `campaign ${accountId}`, spec.name);
  const id = await createId(operation, 'sbx_campaign', accountId, tag);
  const { special_ad_countries, special_ad_categories, ...columns } = spec;
  await operation.db
    .insertInto('sbx_campaign')
    .values({
      ...newObject(operation, accountId, id, tag),
      ...columns,
      special_ad_categories: [...special_ad_categories],
      special_ad_countries: [...special_ad_countries],
    })
    .execute();
  return { id };
}

const isGone = (status: string): boolean => status === 'ARCHIVED' || status === 'DELETED';

async function requireCampaign({ db }: Operation, account: string, id: string): Promise<CampaignTable> {
  const campaign = await db
    .selectFrom('sbx_campaign')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (campaign === undefined) throw missingObject('campaign');
  if (isGone(campaign.status)) throw invalidParameter('The campaign was archived or deleted.');
  return campaign;
}

/** Subjects whose ads must be open to every age, gender and interest. */
const OPEN_AUDIENCE = new Set(['HOUSING', 'EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES', 'CREDIT']);

function requireAudience(
  { special_ad_categories }: Pick<CampaignSpec, 'special_ad_categories'>,
  targeting: AdGroupSpec['targeting'],
): void {
  if (!special_ad_categories.some((category) => OPEN_AUDIENCE.has(category))) return;
  const { age_min = 18, age_max = 65, genders = 'all', interests = [] } = targeting;
  const faults = [
    ...(age_min === 18 ? [] : ['targeting.age_min']),
    ...(age_max === 65 ? [] : ['targeting.age_max']),
    ...(genders === 'all' ? [] : ['targeting.genders']),
    ...(Array.isArray(interests) && interests.length === 0 ? [] : ['targeting.interests']),
  ];
  if (faults.length > 0)
    throw invalidParameter('Ads of this special category are open to every age, gender and interest.', undefined, faults);
}

/** In the European Union, ads say who benefits from them; the account may say it for all of its ads. */
function requireParties({ default_beneficiary }: EnteredAccount, { targeting, beneficiary }: AdGroupSpec): void {
  if (beneficiary === null && default_beneficiary === null && needsBeneficiary(targeting.countries))
    throw invalidParameter('Ads in the European Union name who benefits from them.', undefined, ['beneficiary']);
}

/** Apps are promoted by their objective, and pages by awareness. */
function requirePromoted({ objective }: CampaignTable, { app, page_id }: AdGroupSpec): void {
  if (objective === 'OUTCOME_APP_PROMOTION' && app === null) throw invalidParameter('An app is missing.', 1815430, ['app_id']);
  if (objective === 'OUTCOME_AWARENESS' && page_id === null) throw invalidParameter('A page is missing.', 1815430, ['page_id']);
}

async function requirePixel(
  { db }: Operation,
  account: string,
  { optimization_goal, pixel_id, custom_event_type, app }: AdGroupSpec,
): Promise<void> {
  const needsPixel = app === null && (optimization_goal === 'OFFSITE_CONVERSIONS' || optimization_goal === 'VALUE');
  if (needsPixel && (pixel_id === null || custom_event_type === null))
    throw invalidParameter('This goal needs a pixel and an event.', 1815430, [pixel_id === null ? 'pixel_id' : 'custom_event_type']);
  if (pixel_id === null) return;
  const pixel = await db
    .selectFrom('sbx_pixel as p')
    .leftJoin('sbx_pixel_share as s', (join) => join.onRef('s.pixel_id', '=', 'p.id').on('s.account_id', '=', account))
    .select(['p.owner_account', 'p.status', 's.account_id as shared_with'])
    .where('p.id', '=', pixel_id)
    .executeTakeFirst();
  const isUsable = pixel !== undefined && (pixel.owner_account === account || pixel.shared_with !== null);
  if (!isUsable) throw invalidParameter('The pixel is not shared with this ad account.', 1815430, ['pixel_id']);
  if (pixel.status !== 'active') throw invalidParameter('The pixel is not available.', 1815430, ['pixel_id']);
}

/** The first of 1 to 25 countries, to which the figures are counted. */
export function requireCountries({ countries }: AdGroupSpec['targeting']): string {
  const [first] = countries;
  if (first === undefined || !countries.every((each) => /^[A-Z]{2}$/.test(each)) || countries.length > 25) {
    throw invalidParameter('An ad group needs 1 to 25 countries.', undefined, ['targeting.countries']);
  }
  return first;
}

/** Returns the country to which its figures are counted. */
async function checkAdGroup(operation: Operation, t: Tok, accountId: string, spec: AdGroupSpec): Promise<string> {
  const account = await enterOpenAccount(operation, t, accountId);
  const campaign = await requireCampaign(operation, accountId, spec.campaign_id);
  const { name, bid_amount, roas_floor_bp, targeting, start_at, end_at } = spec;
  requireName(name);
  const country = requireCountries(targeting);
  requireAudiences(operation, account, targeting);
  if (hasBudget(campaign) === hasBudget(spec)) throw invalidParameter('Either the campaign has the budget, or each of its ad groups.');
  requireBid(campaign.bid_strategy, bid_amount, roas_floor_bp);
  requireBudget(spec, campaign.bid_strategy, account.min_daily_budget);
  requireTimes({ start_at, end_at, lifetime_budget: spec.lifetime_budget ?? campaign.lifetime_budget }, 'end_at', operation.now);
  requireAudience(campaign, targeting);
  requirePromoted(campaign, spec);
  requireParties(account, spec);
  await requirePixel(operation, accountId, spec);
  const { count } = await operation.db
    .selectFrom('sbx_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campaign_id', '=', campaign.id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow();
  if (count >= MAX_GROUPS_PER_CAMPAIGN) throw invalidParameter(`A campaign takes ${MAX_GROUPS_PER_CAMPAIGN} ad groups.`);
  requireValidMark(name);
  return country;
}

export async function createAdGroup(
  operation: Operation,
  t: Tok,
  accountId: string,
  spec: AdGroupSpec,
  tag: string,
): Promise<{ id: string }> {
  const country = await checkAdGroup(operation, t, accountId, spec);
  await applyMarks(operation, `group ${accountId}`, spec.name);
  const id = await createId(operation, 'sbx_group', accountId, tag);
  const { bid_strategy: _strategy, app: _app, page_id: _page, ...columns } = spec;
  await operation.db
    .insertInto('sbx_group')
    .values({ ...newObject(operation, accountId, id, tag), ...columns, country, targeting: JSON.stringify(spec.targeting) })
    .execute();
  return { id };
}

async function requireGroup({ db }: Operation, account: string, id: string): Promise<GroupTable> {
  const group = await db.selectFrom('sbx_group').selectAll().where('id', '=', id).where('account_id', '=', account).executeTakeFirst();
  if (group === undefined) throw missingObject('ad group');
  if (isGone(group.status)) throw invalidParameter('The ad group was archived or deleted.');
  return group;
}

/**
 * Refuses a page that this person may not advertise with, or that has no room for another ad. The page stays locked, so that two calls
 * never share the last place.
 */
async function requirePage(operation: Operation, person: string, id: string) {
  const page = await operation.db.selectFrom('sbx_page').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (page === undefined || !page.people.includes(person)) throw missingObject('page');
  if (!page.tasks.includes('ADVERTISE')) throw missingTask('ADVERTISE', page.name);
  if (page.status !== 'active') throw invalidCreative(`The page ${page.name} is ${page.status}.`, ['page_id']);
  const ads = (await countAds(operation, [id])).get(id) ?? 0;
  if (page.ads_elsewhere + ads >= page.ad_limit)
    throw invalidParameter(`The page ${page.name} runs ${page.ad_limit} ads already, as many as it may.`, undefined, ['page_id']);
  return page;
}

async function requireCreative(operation: Operation, account: string, ad: AdSpec, page: Parameters<typeof postStateOf>[2]): Promise<void> {
  const { post_id, asset_id, page_id, link, call_to_action } = ad;
  const { db, now } = operation;
  if ((post_id === null) === (asset_id === null)) throw invalidCreative('An ad is made of a post or of a file.', ['asset_id']);
  if (post_id !== null) {
    const post = await db.selectFrom('sbx_post').selectAll().where('id', '=', post_id).where('deleted_at', 'is', null).executeTakeFirst();
    if (post === undefined || post.page_id !== page_id) throw missingObject('post');
    if (!postStateOf(now, post, page).eligible) throw invalidCreative('The post cannot be promoted.', ['post_id']);
    return;
  }
  const asset = await db
    .selectFrom('sbx_asset')
    .selectAll()
    .where('id', '=', asset_id)
    .where('account_id', '=', account)
    .executeTakeFirst();
  if (asset === undefined) throw missingObject('asset');
  if (assetStateOf(operation, asset) !== 'ready') throw invalidCreative('The file is not ready.', ['asset_id']);
  if (call_to_action !== 'NO_BUTTON' && link === null) throw invalidCreative('A button needs a link.', ['link']);
  if (link !== null && !link.startsWith('https://')) throw invalidCreative('The link must be an address that begins with https.', ['link']);
}

/** Subjects that each ad declares as its campaign does. */
const DECLARED_BY_ADS = 'ISSUES_ELECTIONS_POLITICS';

async function requireDeclaration({ db }: Operation, campaign: string, { special_ad_categories }: AdSpec): Promise<void> {
  const { special_ad_categories: declared } = await db
    .selectFrom('sbx_campaign')
    .select('special_ad_categories')
    .where('id', '=', campaign)
    .executeTakeFirstOrThrow();
  if (declared.includes(DECLARED_BY_ADS) !== special_ad_categories.includes(DECLARED_BY_ADS))
    throw invalidCreative('An ad declares social issues, elections or politics when its campaign does.', ['special_ad_categories']);
}

async function checkAd(operation: Operation, t: Tok, accountId: string, spec: AdSpec): Promise<GroupTable> {
  const account = await enterOpenAccount(operation, t, accountId);
  const group = await requireGroup(operation, accountId, spec.ad_group_id);
  requireName(spec.name);
  await requireDeclaration(operation, group.campaign_id, spec);
  const { count } = await operation.db
    .selectFrom('sbx_ad')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('group_id', '=', spec.ad_group_id)
    .where('status', '<>', 'DELETED')
    .executeTakeFirstOrThrow();
  if (count >= MAX_ADS_PER_GROUP) throw invalidParameter(`An ad group takes ${MAX_ADS_PER_GROUP} ads.`);
  const page = await requirePage(operation, account.personId, spec.page_id);
  await requireCreative(operation, accountId, spec, page);
  requireValidMark(spec.name);
  return group;
}

export async function createAd(operation: Operation, t: Tok, accountId: string, spec: AdSpec, tag: string): Promise<{ id: string }> {
  const group = await checkAd(operation, t, accountId, spec);
  const { ad_group_id, special_ad_categories: _categories, traits, ...rest } = spec;
  await applyMarks(operation, `ad ${accountId}`, spec.name);
  const id = await createId(operation, 'sbx_ad', accountId, tag);
  const { review_at, review_feedback } = planReview(operation.seed, { id, name: spec.name }, operation.now, operation.faults);
  await operation.db
    .insertInto('sbx_ad')
    .values({
      ...newObject(operation, accountId, id, tag),
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

/** Asks whether an object could be created. It counts as a call, but nothing is created. */
export async function validate(operation: Operation, t: Tok, account: string, object: NewObject): Promise<void> {
  switch (object.level) {
    case 'campaign':
      return await checkCampaign(operation, t, account, object.spec);
    case 'ad_group':
      return void (await checkAdGroup(operation, t, account, object.spec));
    case 'ad':
      return void (await checkAd(operation, t, account, object.spec));
  }
}

export async function estimateEnd(operation: Operation, t: Tok, accountId: string, writes: number): Promise<QuotaEstimate> {
  const account = await enterAccount(operation, t, accountId, { cost: READ, scopes: ['ads_management'] });
  return { tier: 'full', ends_at: estimatePace(account, writes * WRITE, operation.now) };
}
