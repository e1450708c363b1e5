import type { PublishWarning } from '#contracts/endpoints/publish.ts';
import { budgetOfDay, plannedCounts } from '#contracts/rules/scheme-expansion.ts';
import { lacksApp } from '#contracts/rules/scheme-rules.ts';
import type { Limits } from '../../limits.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { amountObstacle, computeMinBudget } from '../entities/index.ts';
import { pageObstacle } from './ad-parts.ts';
import { launchAccountObstacle } from './launch-accounts.ts';
import { isForeignPage, mayUsePage, type PageAccess, refuseForeignPage } from './page-access.ts';
import type { ContentPlan } from './plan-contents.ts';
import type { PlanInputs } from './plan-inputs.ts';
import type { PlanAccount, PlanPage, PlanPixel, TakenNames } from './plan-parts.ts';
import { type PlannedNode, resolveEnd, resolveStart } from './plan-tree.ts';

type PlanLimits = Pick<Limits, 'publishMaxAds' | 'adsPerGroupMax' | 'groupsPerCampaignMax'>;

export interface PlanError {
  /** Null for an error of the whole plan. */
  node: string | null;
  refusal: Refusal;
}

export interface PlanWarning {
  node: string | null;
  reason: PublishWarning;
  data: Readonly<Record<string, string | number>>;
}

const DAY_MS = 24 * 3_600_000;
const TOKEN_WARNING_DAYS = 3;
/** A daily budget above this multiple of yesterday's spend causes a warning. */
const SURGE_FACTOR = 3;
/** A daily total above this many US cents must always be confirmed. */
const CONFIRM_ABOVE_CENTS = 100_000;
const MAX_NAME_LENGTH = 400;

/** Refuses a plan with too many ads to lay out; null when it is within the limit. */
export function sizeObstacle(inputs: PlanInputs, { publishMaxAds }: PlanLimits): Refusal | null {
  const accounts = inputs.accounts.length;
  const ads = inputs.contents
    .map(({ creatives }) => plannedCounts(inputs.body, { accounts, creatives: creatives.length }).ads)
    .reduce((sum, count) => sum + count, 0);
  return ads > publishMaxAds ? refuseField('ad_account_ids', 'adsMost', { count: ads, limit: publishMaxAds }) : null;
}

const planObstacles = ({ scheme, body, contents }: PlanInputs): Refusal[] => [
  ...(lacksApp(body.goal) ? [refuseField('scheme_id', 'appMissing')] : []),
  ...(scheme.status === 'enabled' ? [] : [refuse('SCHEME_NOT_ENABLED')]),
  ...contents.flatMap((plan) => contentObstacles(plan, body, contents.length > 1)),
];

/** With several dramas or products, the text names the one it is about. */
function contentObstacles({ content, creatives }: ContentPlan, body: PlanInputs['body'], isNamed: boolean): Refusal[] {
  const { overflow, slots } = plannedCounts(body, { accounts: 1, creatives: creatives.length });
  const n = creatives.length;
  const { label } = content;
  const overflowText = { zh: `「${label}」有 ${n} 个创意，超过 ${slots} 个广告位`, en: `“${label}”: ${n} creatives exceed ${slots} slots` };
  const offText = { zh: `「${label}」已停用或版权已到期`, en: `“${label}” is off, or its copyright has expired` };
  const named = (text: { zh: string; en: string }) => (isNamed ? { text } : {});
  return [
    ...(overflow > 0 ? [new Refusal('CREATIVE_OVERFLOW', { data: { n, slots }, ...named(overflowText) })] : []),
    ...(content.is_off ? [new Refusal('CONTENT_OFF', named(offText))] : []),
  ];
}

export const toCurrencyFacts = ({ currency, exponent, usd_per_unit }: PlanAccount) => ({
  code: currency,
  exponent,
  usdPerUnit: usd_per_unit === null ? null : Number(usd_per_unit),
});

function timeObstacle(account: PlanAccount, inputs: PlanInputs, now: Date): Refusal | null {
  const start = resolveStart(account, inputs, now);
  const end = resolveEnd(inputs);
  const isLifetime = inputs.body.money.budget_mode === 'lifetime';
  if (start !== null && start <= now) return refuseField('start_at', 'startPassed');
  if (end === null) return isLifetime ? refuseField('end_at', 'required') : null;
  const from = (start ?? now).getTime();
  if (end <= now) return refuse('SCHEDULE_ENDED');
  if (end.getTime() <= from) return refuseField('end_at', 'endAfterStart');
  return isLifetime && end.getTime() < from + DAY_MS ? refuseField('end_at', 'lifetimeDay') : null;
}

function nameObstacle({ name }: PlannedNode): Refusal[] {
  const length = [...name].length;
  if (length === 0) return [refuseField('name', 'required')];
  return length > MAX_NAME_LENGTH ? [refuseField('name', 'nameLength', { length, limit: MAX_NAME_LENGTH })] : [];
}

function budgetObstacle(node: PlannedNode, { body }: PlanInputs): Refusal[] {
  const { account } = node;
  if (node.budgetMode === null) return [];
  if (node.budget === null) return [refuseField('budget', 'rateMissing', { currency: account.currency })];
  const obstacle = amountObstacle(
    node.budget,
    computeMinBudget(account.min_daily_budget, body.money.bid_strategy),
    toCurrencyFacts(account),
  );
  return obstacle === null ? [] : [obstacle];
}

/** Audiences of the scheme that the account does not have. */
function audienceObstacles({ id, name }: PlanAccount, { body, audienceIds }: PlanInputs): Refusal[] {
  const { audiences = [], excluded_audiences: excluded = [] } = body.audience;
  const own = audienceIds.get(id);
  return [...audiences, ...excluded]
    .filter((audience) => own?.has(audience.id) !== true)
    .map((audience) => refuseField('audiences', 'audienceMissing', { account: name, audience: audience.name }));
}

function campaignObstacles(node: PlannedNode, inputs: PlanInputs, now: Date): Refusal[] {
  const place = launchAccountObstacle(node.account);
  const time = timeObstacle(node.account, inputs, now);
  return [...(place === null ? [] : [place]), ...(time === null ? [] : [time]), ...audienceObstacles(node.account, inputs)];
}

/** The text names this many accounts and counts the others. */
const MAX_NAMED = 5;

/** PIXEL_NOT_SHARED with the account, the pixel and the accounts that may use it. */
export function refusePixel(account: Pick<PlanAccount, 'id' | 'name'>, { id, label, serves }: PlanPixel): Refusal {
  const listed = serves.slice(0, MAX_NAMED);
  const more = serves.length - listed.length;
  const zh =
    serves.length === 0 ? '您可见的账户都不能使用它' : `它目前可用于 ${listed.join('、')}${more > 0 ? ` 等 ${serves.length} 个账户` : ''}`;
  const en =
    serves.length === 0
      ? 'none of the accounts you see may use it'
      : `it works for ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return new Refusal('PIXEL_NOT_SHARED', {
    data: { account: account.name, pixel_id: id, pixel: label, ad_account_id: account.id, serves: [...serves] },
    text: {
      zh: `像素「${label}」未共享给账户「${account.name}」；${zh}`,
      en: `The pixel “${label}” is not shared with ${account.name}; ${en}`,
    },
  });
}

const groupObstacles = ({ account, pixel }: PlannedNode): Refusal[] =>
  pixel === null || pixel.accounts.includes(account.id) ? [] : [refusePixel(account, pixel)];

/** A homepage used by ads of an account, reported at the first campaign of the account. */
interface PageUse {
  node: string;
  account: PlanAccount;
  page: PlanPage;
  /** Null when the channel did not say whether the authoriser of the account may advertise with the homepage. */
  mayUse: boolean | null;
}

/** Homepages of each account's ads that were imported through another person than the authoriser of the account. */
function findForeignPages(nodes: readonly PlannedNode[], { pages }: PlanInputs, access: PageAccess): PageUse[] {
  const first = indexFirstCampaigns(nodes);
  const uses = new Map<string, PageUse>();
  for (const { account, homepageId } of nodes) {
    const page = pages.get(homepageId ?? 0);
    if (page === undefined || !isForeignPage(account, page)) continue;
    uses.set(`${account.id} ${page.id}`, { node: first.get(account.id) ?? '', account, page, mayUse: mayUsePage(account, page, access) });
  }
  return [...uses.values()];
}

const indexFirstCampaigns = (nodes: readonly PlannedNode[]): Map<number, string> =>
  new Map(
    nodes
      .filter(({ level }) => level === 'campaign')
      .toReversed()
      .map(({ account, node }) => [account.id, node]),
  );

function adObstacles({ creative, homepageId, landing }: PlannedNode, { pages }: PlanInputs): Refusal[] {
  const page = pages.get(homepageId ?? 0);
  const unusable = page === undefined ? refuse('HOMEPAGE_UNUSABLE', { status: 'gone' }) : pageObstacle(page, page.name);
  return [
    ...(landing !== null && !landing.is_online ? [refuse('LANDING_OFFLINE', { landing_page_id: landing.id })] : []),
    ...(unusable === null ? [] : [unusable]),
    ...(creative !== null && !creative.is_ready ? [refuse('MATERIAL_NOT_READY', { status: creative.status })] : []),
  ];
}

/** Ads beyond the limits of their homepages, starting from the end of the plan. */
function findPageOverflow(nodes: readonly PlannedNode[], { pages }: PlanInputs): PlanError[] {
  const planned = new Map<number, number>();
  return nodes.flatMap(({ node, homepageId }): PlanError[] => {
    const page = pages.get(homepageId ?? 0);
    if (page === undefined) return [];
    const before = planned.get(page.id) ?? 0;
    planned.set(page.id, before + 1);
    const used = page.used + before;
    return used < page.limit ? [] : [{ node, refusal: refuse('PAGE_AD_LIMIT', { used, limit: page.limit }) }];
  });
}

/** Nodes with more children than allowed. */
function findOverflow(nodes: readonly PlannedNode[], level: 'ad_group' | 'ad', rule: string, limit: number): PlanError[] {
  const counts = new Map<string, number>();
  for (const { level: of, parent } of nodes) if (of === level && parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  return [...counts].flatMap(([node, count]) =>
    count > limit ? [{ node, refusal: refuseField('structure', rule, { count, limit }) }] : [],
  );
}

/** Every error that prevents the plan from being submitted. */
export function findPlanErrors(
  nodes: readonly PlannedNode[],
  inputs: PlanInputs,
  { now, limits, access }: { now: Date; limits: PlanLimits; access: PageAccess },
): PlanError[] {
  const own = nodes.flatMap((node) => {
    const refusals = [...nameObstacle(node), ...budgetObstacle(node, inputs)];
    if (node.level === 'campaign') refusals.unshift(...campaignObstacles(node, inputs, now));
    if (node.level === 'ad_group') refusals.push(...groupObstacles(node));
    if (node.level === 'ad') refusals.push(...adObstacles(node, inputs));
    return refusals.map((refusal) => ({ node: node.node, refusal }));
  });
  return [
    ...planObstacles(inputs).map((refusal) => ({ node: null, refusal })),
    ...own,
    ...findForeignPages(nodes, inputs, access).flatMap((use) =>
      use.mayUse === false ? [{ node: use.node, refusal: refuseForeignPage(use.account, use.page) }] : [],
    ),
    ...findPageOverflow(nodes, inputs),
    ...findOverflow(nodes, 'ad_group', 'groupsPerCampaignMost', limits.groupsPerCampaignMax),
    ...findOverflow(nodes, 'ad', 'adsPerGroupMost', limits.adsPerGroupMax),
  ];
}

/** The daily budget in one currency. */
export interface DayBudget {
  currency: string;
  amount: number;
  usd: number;
}

/** What a budget allows a day. */
export const toDayBudget = (
  value: number,
  node: { budgetMode: 'daily' | 'lifetime' | null; startAt: Date | null; endAt: Date | null },
  now: Date,
): number => budgetOfDay(value, node.budgetMode ?? 'daily', (node.startAt ?? now).getTime(), node.endAt?.getTime() ?? null);

/** Daily budgets by currency, in the order of the accounts; `of` limits them to one account. */
export function sumDayBudgets(nodes: readonly PlannedNode[], now: Date, of?: number): DayBudget[] {
  const sums = new Map<string, DayBudget>();
  for (const node of nodes) {
    if (node.budgetUsd === null || (of !== undefined && node.account.id !== of)) continue;
    const { currency } = node.account;
    const sum = sums.get(currency) ?? { currency, amount: 0, usd: 0 };
    sum.amount += toDayBudget(node.budget ?? 0, node, now);
    sum.usd += toDayBudget(node.budgetUsd, node, now);
    sums.set(currency, sum);
  }
  return [...sums.values()];
}

const sumUsd = (budgets: readonly DayBudget[]): number => budgets.reduce((sum, { usd }) => sum + usd, 0);

/** The daily budget of the accounts, their spend of yesterday, and whether the budget must be confirmed. US cents. */
export function summarizeSpending(nodes: readonly PlannedNode[], { accounts }: PlanInputs, now: Date) {
  const budgets = sumDayBudgets(nodes, now);
  const total = sumUsd(budgets);
  const yesterday = accounts.reduce((sum, { yesterday_usd }) => sum + yesterday_usd, 0);
  return { budgets, total, yesterday, needsConfirmation: total > CONFIRM_ABOVE_CENTS || total > SURGE_FACTOR * yesterday };
}

/** Warnings, which do not prevent submission. */
export function findPlanWarnings(
  nodes: readonly PlannedNode[],
  inputs: PlanInputs,
  { now, access, taken }: { now: Date; access: PageAccess; taken: TakenNames },
): PlanWarning[] {
  const { site, body, accounts, held } = inputs;
  const planWide: PlanWarning[] = [
    ...(site.verify_state === 'verified' ? [] : [{ node: null, reason: 'SITE_UNVERIFIED' as const, data: { site: site.name } }]),
    ...(body.audience.exclude_payers ? [] : [{ node: null, reason: 'PAYERS_INCLUDED' as const, data: {} }]),
  ];
  const first = indexFirstCampaigns(nodes);
  const accountWarnings = accounts.flatMap((account): PlanWarning[] => {
    const node = first.get(account.id) ?? null;
    const { token_expires_at: ends, yesterday_usd: yesterday } = account;
    const usd = sumUsd(sumDayBudgets(nodes, now, account.id));
    const isExpiring = ends !== null && ends > now && ends.getTime() < now.getTime() + TOKEN_WARNING_DAYS * DAY_MS;
    return [
      ...(isExpiring
        ? [{ node, reason: 'TOKEN_EXPIRING' as const, data: { account: account.name, name: account.authoriser, at: ends.toISOString() } }]
        : []),
      ...(usd > SURGE_FACTOR * yesterday
        ? [{ node, reason: 'BUDGET_SURGE' as const, data: { account: account.name, usd_day: usd, yesterday_usd: yesterday } }]
        : []),
    ];
  });
  const pageWarnings = findForeignPages(nodes, inputs, access).flatMap(({ node, account, page, mayUse }): PlanWarning[] =>
    mayUse === null
      ? [{ node, reason: 'PAGE_UNSURE', data: { account: account.name, name: account.authoriser, homepage: page.name } }]
      : [],
  );
  const nameWarnings = nodes.flatMap(({ node, level, name, account }): PlanWarning[] =>
    level === 'campaign' && taken.get(account.id)?.get(name) === true
      ? [{ node, reason: 'NAME_USED', data: { campaign: name, account: account.name } }]
      : [],
  );
  const used = new Set(held.flatMap((creative) => (creative.is_used ? [`${creative.creative_id} ${creative.ad_account_id}`] : [])));
  const adWarnings = nodes.flatMap(({ node, creative, account }): PlanWarning[] => {
    const { material, post } = creative ?? {};
    const source = post ?? material;
    if (!source || !used.has(`${source.id} ${account.id}`)) return [];
    return post
      ? [{ node, reason: 'POST_USED', data: { post: source.label, account: account.name } }]
      : [{ node, reason: 'MATERIAL_USED', data: { material: source.label, account: account.name } }];
  });
  return [...planWide, ...accountWarnings, ...pageWarnings, ...nameWarnings, ...adWarnings];
}
