import { createHash } from 'node:crypto';
import { digits } from '#server/channel/sandbox/chance.ts';
import { minorPerUsd } from '#server/channel/sandbox/delivery/model.ts';
import type { DeliverySpan } from '#server/channel/sandbox/history.ts';
import { pickPolicy, planReview } from '#server/channel/sandbox/review.ts';
import type { SeededScheme } from './demo-schemes.ts';
import { headlines, primaryTexts } from './demo-schemes.ts';
import type {
  Inventory,
  InventoryAccount,
  InventoryContent,
  InventoryLanding,
  InventoryMaterial,
  InventoryPage,
  InventoryPixel,
} from './inventory.ts';
import type { PlannedAd, PlannedCampaign, PlannedGroup, PlannedLaunch } from './launch-plan.ts';

/* Expands the plan to one object per campaign, ad group and ad, from which both sides are written. */

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

type Status = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

interface LaunchedObject {
  tag: string;
  platformId: string;
  name: string;
  status: Status;
  createdAt: Date;
  /** Instants in milliseconds when it was closed, and archived or removed; null when it was not. */
  closedAt: number | null;
  goneAt: number | null;
}

export interface LaunchedCampaign extends LaunchedObject {
  launch: number;
  account: InventoryAccount;
  content: InventoryContent;
  scheme: { id: number; version: number } | undefined;
  isCapped: boolean;
  /** In minor units of the account; null when the budget is on its groups. */
  daily: number | null;
  groups: LaunchedGroup[];
}

export interface LaunchedGroup extends LaunchedObject {
  countries: readonly string[];
  daily: number | null;
  bid: number | null;
  pixel: InventoryPixel | undefined;
  ads: LaunchedAd[];
}

export interface LaunchedAd extends LaunchedObject {
  material: InventoryMaterial;
  landing: InventoryLanding;
  page: InventoryPage;
  text: string;
  headline: string;
  review: { at: Date; feedback: Record<string, string> | null };
  /** Delivery period; undefined when it was never delivered. */
  span: DeliverySpan | undefined;
}

export function uuidOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const pickCyclic = <T>(list: readonly T[], place: number): T => {
  const one = list[place % list.length];
  if (one === undefined) throw new Error('the demo company has nothing to launch with');
  return one;
};

export interface LaunchInput {
  seed: string;
  asOf: Date;
  inventory: Inventory;
  schemes: readonly SeededScheme[];
}

const padTwo = (number: number): string => String(number).padStart(2, '0');
/** Instant of a launch; the plan counts from the start of the last day. */
export const launchedAt = ({ hoursAgo }: Pick<PlannedLaunch, 'hoursAgo'>, asOf: Date): number =>
  Math.floor(asOf.getTime() / DAY) * DAY - hoursAgo * HOUR;

const toCompactDate = (date: Date): string => date.toISOString().slice(0, 10).replaceAll('-', '');

/** All campaigns in the order of their launch. */
export function expandPlan(input: LaunchInput, plan: readonly PlannedLaunch[]): LaunchedCampaign[] {
  return plan.flatMap((launch, number) =>
    launch.campaigns.map((campaign, index) => createCampaign(input, { launch, number, index }, campaign)),
  );
}

interface Place {
  launch: PlannedLaunch;
  number: number;
  index: number;
}

function createCampaign(input: LaunchInput, place: Place, planned: PlannedCampaign): LaunchedCampaign {
  const { seed, asOf, inventory, schemes } = input;
  const { launch, number, index } = place;
  const account = pickCyclic(inventory.accounts, planned.account);
  const created = launchedAt(launch, asOf);
  const content = chooseContent(input, account, planned, created);
  const tag = uuidOf(seed, 'campaign', number, index);
  const end = planned.closedAfter === null ? null : Math.min(created + planned.closedAfter * HOUR, asOf.getTime() - HOUR);
  const isGone = planned.fate === 'archived' || planned.fate === 'removed';
  const minor = Math.ceil((planned.budget / 100) * minorPerUsd(account.currency));
  const first = planned.groups[0]?.country ?? 'US';
  const suited = schemes.filter(({ biz }) => biz === account.biz);
  const base = {
    tag,
    platformId: digits(17, seed, 'sbx_campaign', account.platform_account_id, tag, 0),
    name: `${content.code}_${first}_${account.name}_${toCompactDate(new Date(created))}_${padTwo(index + 1)}`,
    status: ({ running: 'ACTIVE', paused: 'PAUSED', archived: 'ARCHIVED', removed: 'DELETED' } as const)[planned.fate],
    createdAt: new Date(created + index * 2 * MINUTE),
    closedAt: end,
    goneAt: isGone && end !== null ? Math.min(end + 5 * HOUR, asOf.getTime() - HOUR / 2) : null,
  };
  const campaign: LaunchedCampaign = {
    ...base,
    launch: number,
    account,
    content,
    scheme: account.owner === null ? undefined : toLaunchedScheme(pickCyclic(suited, launch.scheme), created),
    isCapped: planned.isCapped,
    daily: planned.isShared ? minor : null,
    groups: [],
  };
  campaign.groups = planned.groups.map((group, which) => createGroup(input, campaign, planned, group, which, minor));
  return campaign;
}

/** The version that was the current one at the launch. */
const toLaunchedScheme = ({ id, versions }: SeededScheme, launched: number) => ({
  id,
  version: Math.max(1, versions.filter((writtenAt) => writtenAt.getTime() <= launched).length),
});

/** Chooses content that was online: first a drama that has just come online, then content whose pages report to a pixel of the account. */
function chooseContent(
  { inventory }: LaunchInput,
  account: InventoryAccount,
  { content }: PlannedCampaign,
  created: number,
): InventoryContent {
  const online = inventory.contents[account.biz].filter(({ onlineAt }) => onlineAt <= created);
  const [fresh] = online.filter(({ onlineAt }) => onlineAt > created - 24 * HOUR);
  const suited = online.filter(({ landings }) => landings.some((landing) => inventory.pixelOf(account, landing) !== undefined));
  return fresh ?? pickCyclic(suited.length > 0 ? suited : online, content);
}

/** Landing pages of the content on one site, preferably one that reports to a pixel of the account. */
function chooseLandings(
  { inventory }: LaunchInput,
  { account, content }: Pick<LaunchedCampaign, 'account' | 'content'>,
  wanted: number,
): readonly InventoryLanding[] {
  const suited = content.landings.filter((landing) => inventory.pixelOf(account, landing) !== undefined);
  const { site_id } = pickCyclic(suited.length > 0 ? suited : content.landings, wanted);
  return content.landings.filter((landing) => landing.site_id === site_id);
}

/** Everything below a removed object was removed with it. */
const statusBelow = (above: Status, closedAt: number | null): Status =>
  above === 'DELETED' ? 'DELETED' : closedAt === null ? 'ACTIVE' : 'PAUSED';

const earliest = (...instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((each) => each !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** Instant at which an object was closed on its own; null when it was closed with its parent. */
function findOwnEnd(created: number, closedAfter: number | null, above: number | null, asOf: Date): number | null {
  if (closedAfter === null) return null;
  const own = created + closedAfter * HOUR;
  return own < Math.min(above ?? Number.POSITIVE_INFINITY, asOf.getTime()) ? own : null;
}

function createGroup(
  input: LaunchInput,
  campaign: LaunchedCampaign,
  planned: PlannedCampaign,
  group: PlannedGroup,
  which: number,
  minor: number,
): LaunchedGroup {
  const { seed, asOf, inventory } = input;
  const { account, createdAt } = campaign;
  const start = createdAt.getTime() - (createdAt.getTime() % HOUR);
  const tag = uuidOf(campaign.tag, 'group', which);
  const end = findOwnEnd(start, group.closedAfter, campaign.closedAt, asOf);
  const landings = chooseLandings(input, campaign, group.ads[0]?.landing ?? 0);
  const made: LaunchedGroup = {
    tag,
    platformId: digits(17, seed, 'sbx_group', account.platform_account_id, tag, 0),
    name: `${group.country}${group.others.length > 0 ? `+${group.others.length}` : ''}_${padTwo(which + 1)}`,
    status: statusBelow(campaign.status, end),
    createdAt: new Date(createdAt.getTime() + (which + 1) * 4_000),
    closedAt: end,
    goneAt: campaign.status === 'DELETED' ? campaign.goneAt : null,
    countries: [group.country, ...group.others],
    daily: campaign.daily === null ? minor : null,
    bid: planned.isCapped ? Math.ceil(36 * minorPerUsd(account.currency)) : null,
    pixel: inventory.pixelOf(account, pickCyclic(landings, 0)),
    ads: [],
  };
  made.ads = group.ads.map((ad, place) => createAd(input, campaign, made, { ...ad, landings }, place));
  return made;
}

function createAd(
  { seed, asOf, inventory }: LaunchInput,
  campaign: LaunchedCampaign,
  group: LaunchedGroup,
  planned: PlannedAd & { landings: readonly InventoryLanding[] },
  place: number,
): LaunchedAd {
  const { account, content } = campaign;
  const page = inventory.pageOf(account);
  if (page === undefined) throw new Error(`${account.name} has no page to advertise with`);
  const tag = uuidOf(group.tag, 'ad', place);
  const platformId = digits(17, seed, 'sbx_ad', account.platform_account_id, tag, 0);
  const material = pickCyclic(content.materials, planned.material);
  const landing = pickCyclic(planned.landings, planned.landing);
  const name = `${material.title}_${padTwo(place + 1)}`.slice(0, 380);
  const createdAt = new Date(group.createdAt.getTime() + (place + 1) * 3_000);
  const { review_at } = planReview(seed, { id: platformId, name }, createdAt, false);
  const isRejected = planned.isRejected && review_at < asOf;
  const policy = pickPolicy(seed, platformId);
  const above = earliest(campaign.closedAt, group.closedAt);
  const hour = createdAt.getTime() - (createdAt.getTime() % HOUR);
  const end = isRejected ? null : findOwnEnd(hour, planned.closedAfter, above, asOf);
  const from = Math.ceil(review_at.getTime() / HOUR) * HOUR;
  const until = Math.min(earliest(above, end) ?? asOf.getTime(), asOf.getTime());
  return {
    tag,
    platformId,
    name,
    status: statusBelow(group.status === 'DELETED' ? 'DELETED' : campaign.status, end),
    createdAt,
    closedAt: end,
    goneAt: group.goneAt,
    material,
    landing,
    page,
    text: pickCyclic(primaryTexts[account.biz], planned.text),
    headline: pickCyclic(headlines[account.biz], planned.text),
    review: { at: review_at, feedback: isRejected ? { [policy.name]: policy.text } : null },
    span: !isRejected && from < until ? { from, until } : undefined,
  };
}
