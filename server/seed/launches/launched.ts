import { createHash } from 'node:crypto';
import { digits } from '#server/channel/sandbox/chance.ts';
import { minorPerUsd } from '#server/channel/sandbox/delivery/model.ts';
import type { DeliverySpan } from '#server/channel/sandbox/history.ts';
import { pickPolicy, planReview } from '#server/channel/sandbox/review.ts';
import type { MadeScheme } from './demo-schemes.ts';
import { headlines, primaryTexts } from './demo-schemes.ts';
import type { Ground, GroundAccount, GroundContent, GroundLanding, GroundMaterial, GroundPage, GroundPixel } from './ground.ts';
import type { PlannedAd, PlannedCampaign, PlannedGroup, PlannedLaunch } from './launch-plan.ts';

/*
 * The plan with everything that follows from it, one object per campaign, ad group and ad; what is written on both sides is made of them.
 */

const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

type Status = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

interface Launched {
  tag: string;
  platformId: string;
  name: string;
  status: Status;
  createdAt: Date;
  /** Milliseconds at which it was closed, archived and removed; null: it was not. */
  closedAt: number | null;
  goneAt: number | null;
}

export interface LaunchedCampaign extends Launched {
  launch: number;
  account: GroundAccount;
  content: GroundContent;
  scheme: MadeScheme | undefined;
  isCapped: boolean;
  /** Smallest unit of the account; null: on its groups. */
  daily: number | null;
  groups: LaunchedGroup[];
}

export interface LaunchedGroup extends Launched {
  countries: readonly string[];
  daily: number | null;
  bid: number | null;
  pixel: GroundPixel | undefined;
  ads: LaunchedAd[];
}

export interface LaunchedAd extends Launched {
  material: GroundMaterial;
  landing: GroundLanding;
  page: GroundPage;
  text: string;
  headline: string;
  review: { at: Date; feedback: Record<string, string> | null };
  /** When it was delivered; undefined: never. */
  span: DeliverySpan | undefined;
}

export function uuidOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(parts.join(' ')).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-4${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const at = <T>(list: readonly T[], place: number): T => {
  const one = list[place % list.length];
  if (one === undefined) throw new Error('the demo company has nothing to launch with');
  return one;
};

export interface Launching {
  seed: string;
  asOf: Date;
  ground: Ground;
  schemes: readonly MadeScheme[];
}

const two = (number: number): string => String(number).padStart(2, '0');
/** When it was launched: the plan counts from the morning of the last day. */
export const launchedAt = ({ hoursAgo }: Pick<PlannedLaunch, 'hoursAgo'>, asOf: Date): number =>
  Math.floor(asOf.getTime() / DAY) * DAY - hoursAgo * HOUR;

const dayIn = (date: Date): string => date.toISOString().slice(0, 10).replaceAll('-', '');

/** All of it, in the order it was launched. */
export function launchedFrom(launching: Launching, plan: readonly PlannedLaunch[]): LaunchedCampaign[] {
  return plan.flatMap((launch, number) =>
    launch.campaigns.map((campaign, index) => campaignOf(launching, { launch, number, index }, campaign)),
  );
}

interface Place {
  launch: PlannedLaunch;
  number: number;
  index: number;
}

function campaignOf(launching: Launching, place: Place, planned: PlannedCampaign): LaunchedCampaign {
  const { seed, asOf, ground, schemes } = launching;
  const { launch, number, index } = place;
  const account = at(ground.accounts, planned.account);
  const created = launchedAt(launch, asOf);
  const content = contentOf(launching, account, planned, created);
  const tag = uuidOf(seed, 'campaign', number, index);
  const end = planned.closedAfter === null ? null : Math.min(created + planned.closedAfter * HOUR, asOf.getTime() - HOUR);
  const isGone = planned.fate === 'archived' || planned.fate === 'removed';
  const minor = Math.ceil((planned.budget / 100) * minorPerUsd(account.currency));
  const first = planned.groups[0]?.country ?? 'US';
  const suited = schemes.filter(({ biz }) => biz === account.biz);
  const base = {
    tag,
    platformId: digits(17, seed, 'sbx_campaign', account.platform_account_id, tag, 0),
    name: `${content.code}_${first}_${account.name}_${dayIn(new Date(created))}_${two(index + 1)}`,
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
    scheme: account.owner === null ? undefined : at(suited, launch.scheme),
    isCapped: planned.isCapped,
    daily: planned.isShared ? minor : null,
    groups: [],
  };
  campaign.groups = planned.groups.map((group, which) => groupOf(launching, campaign, planned, group, which, minor));
  return campaign;
}

/** What is online by then; rather something whose pages report to a pixel of the account; first of all what came online just before. */
function contentOf({ ground }: Launching, account: GroundAccount, { content }: PlannedCampaign, created: number): GroundContent {
  const online = ground.contents[account.biz].filter(({ onlineAt }) => onlineAt <= created);
  const [fresh] = online.filter(({ onlineAt }) => onlineAt > created - 24 * HOUR);
  const suited = online.filter(({ landings }) => landings.some((landing) => ground.pixelOf(account, landing) !== undefined));
  return fresh ?? at(suited.length > 0 ? suited : online, content);
}

/** Pages of what is advertised on one site, rather one that reports to a pixel of the account. */
function landingsOf(
  { ground }: Launching,
  { account, content }: Pick<LaunchedCampaign, 'account' | 'content'>,
  wanted: number,
): readonly GroundLanding[] {
  const suited = content.landings.filter((landing) => ground.pixelOf(account, landing) !== undefined);
  const { site_id } = at(suited.length > 0 ? suited : content.landings, wanted);
  return content.landings.filter((landing) => landing.site_id === site_id);
}

/** Whatever is below something that was removed was removed with it. */
const statusBelow = (above: Status, closedAt: number | null): Status =>
  above === 'DELETED' ? 'DELETED' : closedAt === null ? 'ACTIVE' : 'PAUSED';

const earliest = (...instants: readonly (number | null)[]): number | null => {
  const known = instants.filter((each) => each !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** Closed by itself, before what is above it was. */
function ownEnd(created: number, closedAfter: number | null, above: number | null, asOf: Date): number | null {
  if (closedAfter === null) return null;
  const own = created + closedAfter * HOUR;
  return own < Math.min(above ?? Number.POSITIVE_INFINITY, asOf.getTime()) ? own : null;
}

function groupOf(
  launching: Launching,
  campaign: LaunchedCampaign,
  planned: PlannedCampaign,
  group: PlannedGroup,
  which: number,
  minor: number,
): LaunchedGroup {
  const { seed, asOf, ground } = launching;
  const { account, createdAt } = campaign;
  const start = createdAt.getTime() - (createdAt.getTime() % HOUR);
  const tag = uuidOf(campaign.tag, 'group', which);
  const end = ownEnd(start, group.closedAfter, campaign.closedAt, asOf);
  const landings = landingsOf(launching, campaign, group.ads[0]?.landing ?? 0);
  const made: LaunchedGroup = {
    tag,
    platformId: digits(17, seed, 'sbx_group', account.platform_account_id, tag, 0),
    name: `${group.country}${group.others.length > 0 ? `+${group.others.length}` : ''}_${two(which + 1)}`,
    status: statusBelow(campaign.status, end),
    createdAt: new Date(createdAt.getTime() + (which + 1) * 4_000),
    closedAt: end,
    goneAt: campaign.status === 'DELETED' ? campaign.goneAt : null,
    countries: [group.country, ...group.others],
    daily: campaign.daily === null ? minor : null,
    bid: planned.isCapped ? Math.ceil(36 * minorPerUsd(account.currency)) : null,
    pixel: ground.pixelOf(account, at(landings, 0)),
    ads: [],
  };
  made.ads = group.ads.map((ad, place) => adOf(launching, campaign, made, { ...ad, landings }, place));
  return made;
}

function adOf(
  { seed, asOf, ground }: Launching,
  campaign: LaunchedCampaign,
  group: LaunchedGroup,
  planned: PlannedAd & { landings: readonly GroundLanding[] },
  place: number,
): LaunchedAd {
  const { account, content } = campaign;
  const page = ground.pageOf(account);
  if (page === undefined) throw new Error(`${account.name} has no page to advertise with`);
  const tag = uuidOf(group.tag, 'ad', place);
  const platformId = digits(17, seed, 'sbx_ad', account.platform_account_id, tag, 0);
  const material = at(content.materials, planned.material);
  const landing = at(planned.landings, planned.landing);
  const name = `${material.title}_${two(place + 1)}`.slice(0, 380);
  const createdAt = new Date(group.createdAt.getTime() + (place + 1) * 3_000);
  const { review_at } = planReview(seed, { id: platformId, name }, createdAt, false);
  const isRejected = planned.isRejected && review_at < asOf;
  const policy = pickPolicy(seed, platformId);
  const above = earliest(campaign.closedAt, group.closedAt);
  const hour = createdAt.getTime() - (createdAt.getTime() % HOUR);
  const end = isRejected ? null : ownEnd(hour, planned.closedAfter, above, asOf);
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
    text: at(primaryTexts[account.biz], planned.text),
    headline: at(headlines[account.biz], planned.text),
    review: { at: review_at, feedback: isRejected ? { [policy.name]: policy.text } : null },
    span: !isRejected && from < until ? { from, until } : undefined,
  };
}
