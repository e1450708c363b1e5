import type { PublishWarning } from '#contracts/endpoints/publish.ts';
import { budgetOfDay, plannedCounts } from '#contracts/rules/scheme-expansion.ts';
import type { Limits } from '../../limits.ts';
import { Refusal, refuse, refuseField } from '../../refusal.ts';
import { amountObstacle, computeMinBudget } from '../entities/index.ts';
import { pageObstacle } from './ad-parts.ts';
import { placeObstacle } from './launch-place.ts';
import { isPageOfOther, mayUsePage, type PageAccess, pageNotGranted } from './page-access.ts';
import type { PlanInputs } from './plan-inputs.ts';
import type { PlanAccount, PlanPage, TakenNames } from './plan-parts.ts';
import { endIn, type PlannedNode, startIn } from './plan-tree.ts';

type Numbers = Pick<Limits, 'publishMaxAds' | 'adsPerGroupMax' | 'groupsPerCampaignMax'>;

export interface PlanError {
  /** Null: of the whole plan. */
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
/** How many times its yesterday an account may be given without a word. */
const SURGE = 3;
/** US cents a day that are always confirmed. */
const CONFIRMED_FROM = 100_000;
const NAME_MAX = 400;

/** Too much to be looked at one by one; null where it is not. */
export function tooMuch(inputs: PlanInputs, { publishMaxAds }: Numbers): Refusal | null {
  const { ads } = plannedCounts(inputs.body, { accounts: inputs.accounts.length, creatives: inputs.creatives.length });
  return ads > publishMaxAds ? refuseField('ad_account_ids', 'adsMost', { count: ads, limit: publishMaxAds }) : null;
}

function ofWhole(inputs: PlanInputs): Refusal[] {
  const { scheme, body, creatives, content } = inputs;
  const { overflow, slots } = plannedCounts(body, { accounts: 1, creatives: creatives.length });
  return [
    ...(scheme.status === 'enabled' ? [] : [refuse('SCHEME_NOT_ENABLED')]),
    ...(overflow > 0 ? [refuse('CREATIVE_OVERFLOW', { n: creatives.length, slots })] : []),
    ...(content.is_off ? [refuse('CONTENT_OFF')] : []),
  ];
}

const currencyOf = ({ currency, exponent, usd_per_unit }: PlanAccount) => ({
  code: currency,
  exponent,
  usdPerUnit: usd_per_unit === null ? null : Number(usd_per_unit),
});

function timeObstacle(account: PlanAccount, inputs: PlanInputs, now: Date): Refusal | null {
  const start = startIn(account, inputs, now);
  const end = endIn(inputs);
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
  return length > NAME_MAX ? [refuseField('name', 'nameLength', { length, limit: NAME_MAX })] : [];
}

function budgetObstacle(node: PlannedNode, { body }: PlanInputs): Refusal[] {
  const { account } = node;
  if (node.budgetMode === null) return [];
  if (node.budget === null) return [refuseField('budget', 'rateMissing', { currency: account.currency })];
  const obstacle = amountObstacle(node.budget, computeMinBudget(account.min_daily_budget, body.money.bid_strategy), currencyOf(account));
  return obstacle === null ? [] : [obstacle];
}

function campaignObstacles(node: PlannedNode, inputs: PlanInputs, now: Date): Refusal[] {
  const place = placeObstacle(node.account);
  const time = timeObstacle(node.account, inputs, now);
  return [...(place === null ? [] : [place]), ...(time === null ? [] : [time])];
}

/** Accounts that a sentence names before it only counts the others. */
const NAMED = 5;

function groupObstacles({ account }: PlannedNode, { pixel }: PlanInputs): Refusal[] {
  if (pixel === null || pixel.accounts.includes(account.id)) return [];
  const { id, label, serves } = pixel;
  const named = serves.slice(0, NAMED);
  const more = serves.length - named.length;
  const zh =
    serves.length === 0 ? '您可见的账户都不能使用它' : `它目前可用于 ${named.join('、')}${more > 0 ? ` 等 ${serves.length} 个账户` : ''}`;
  const en =
    serves.length === 0
      ? 'none of the accounts you see may use it'
      : `it works for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    new Refusal('PIXEL_NOT_SHARED', {
      data: { account: account.name, pixel_id: id, pixel: label, ad_account_id: account.id, serves: [...serves] },
      text: {
        zh: `像素「${label}」未共享给账户「${account.name}」；${zh}`,
        en: `The pixel “${label}” is not shared with ${account.name}; ${en}`,
      },
    }),
  ];
}

/** A page that ads of an account are to be made with, at the first campaign of the account. */
interface PageUse {
  node: string;
  account: PlanAccount;
  page: PlanPage;
  /** Null: the channel did not say whether the authoriser of the account may advertise with the page. */
  mayUse: boolean | null;
}

/** The pages of each account's ads that were imported through another person than the authoriser of the account. */
function pagesOfOthers(nodes: readonly PlannedNode[], { pages }: PlanInputs, access: PageAccess): PageUse[] {
  const first = firstCampaigns(nodes);
  const uses = new Map<string, PageUse>();
  for (const { account, homepageId } of nodes) {
    const page = pages.get(homepageId ?? 0);
    if (page === undefined || !isPageOfOther(account, page)) continue;
    uses.set(`${account.id} ${page.id}`, { node: first.get(account.id) ?? '', account, page, mayUse: mayUsePage(account, page, access) });
  }
  return [...uses.values()];
}

const firstCampaigns = (nodes: readonly PlannedNode[]): Map<number, string> =>
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

/** Ads beyond what their pages take, the last ones of the plan first. */
function overPages(nodes: readonly PlannedNode[], { pages }: PlanInputs): PlanError[] {
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

/** More of something in one node than the limits allow. */
function tooMany(nodes: readonly PlannedNode[], level: 'ad_group' | 'ad', rule: string, limit: number): PlanError[] {
  const counts = new Map<string, number>();
  for (const { level: of, parent } of nodes) if (of === level && parent !== null) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  return [...counts].flatMap(([node, count]) =>
    count > limit ? [{ node, refusal: refuseField('structure', rule, { count, limit }) }] : [],
  );
}

/** Everything that keeps the plan from being carried out. */
export function planErrors(
  nodes: readonly PlannedNode[],
  inputs: PlanInputs,
  { now, limits, access }: { now: Date; limits: Numbers; access: PageAccess },
): PlanError[] {
  const own = nodes.flatMap((node) => {
    const refusals = [...nameObstacle(node), ...budgetObstacle(node, inputs)];
    if (node.level === 'campaign') refusals.unshift(...campaignObstacles(node, inputs, now));
    if (node.level === 'ad_group') refusals.push(...groupObstacles(node, inputs));
    if (node.level === 'ad') refusals.push(...adObstacles(node, inputs));
    return refusals.map((refusal) => ({ node: node.node, refusal }));
  });
  return [
    ...ofWhole(inputs).map((refusal) => ({ node: null, refusal })),
    ...own,
    ...pagesOfOthers(nodes, inputs, access).flatMap((use) =>
      use.mayUse === false ? [{ node: use.node, refusal: pageNotGranted(use.account, use.page) }] : [],
    ),
    ...overPages(nodes, inputs),
    ...tooMany(nodes, 'ad_group', 'groupsPerCampaignMost', limits.groupsPerCampaignMax),
    ...tooMany(nodes, 'ad', 'adsPerGroupMost', limits.adsPerGroupMax),
  ];
}

/** What may be spent in a day. */
export interface DayBudget {
  currency: string;
  amount: number;
  usd: number;
}

const dayOf = (value: number, node: PlannedNode, now: Date): number =>
  budgetOfDay(value, node.budgetMode ?? 'daily', (node.startAt ?? now).getTime(), node.endAt?.getTime() ?? null);

/** By currency, in the order of the accounts; `of` one account alone. */
export function dayBudgets(nodes: readonly PlannedNode[], now: Date, of?: number): DayBudget[] {
  const sums = new Map<string, DayBudget>();
  for (const node of nodes) {
    if (node.budgetUsd === null || (of !== undefined && node.account.id !== of)) continue;
    const { currency } = node.account;
    const sum = sums.get(currency) ?? { currency, amount: 0, usd: 0 };
    sum.amount += dayOf(node.budget ?? 0, node, now);
    sum.usd += dayOf(node.budgetUsd, node, now);
    sums.set(currency, sum);
  }
  return [...sums.values()];
}

const usdOf = (budgets: readonly DayBudget[]): number => budgets.reduce((sum, { usd }) => sum + usd, 0);

/** What the accounts may spend a day, what they spent yesterday, and whether that has to be confirmed. US cents. */
export function spending(nodes: readonly PlannedNode[], { accounts }: PlanInputs, now: Date) {
  const budgets = dayBudgets(nodes, now);
  const total = usdOf(budgets);
  const yesterday = accounts.reduce((sum, { yesterday_usd }) => sum + yesterday_usd, 0);
  return { budgets, total, yesterday, isConfirmed: total > CONFIRMED_FROM || total > SURGE * yesterday };
}

/** What deserves a look and keeps nobody from anything. */
export function planWarnings(
  nodes: readonly PlannedNode[],
  inputs: PlanInputs,
  { now, access, taken }: { now: Date; access: PageAccess; taken: TakenNames },
): PlanWarning[] {
  const { site, body, accounts, held } = inputs;
  const whole: PlanWarning[] = [
    ...(site.verify_state === 'verified' ? [] : [{ node: null, reason: 'SITE_UNVERIFIED' as const, data: { site: site.name } }]),
    ...(body.audience.exclude_payers ? [] : [{ node: null, reason: 'PAYERS_INCLUDED' as const, data: {} }]),
  ];
  const first = firstCampaigns(nodes);
  const ofAccounts = accounts.flatMap((account): PlanWarning[] => {
    const node = first.get(account.id) ?? null;
    const { token_expires_at: ends, yesterday_usd: yesterday } = account;
    const usd = usdOf(dayBudgets(nodes, now, account.id));
    const isExpiring = ends !== null && ends > now && ends.getTime() < now.getTime() + TOKEN_WARNING_DAYS * DAY_MS;
    return [
      ...(isExpiring
        ? [{ node, reason: 'TOKEN_EXPIRING' as const, data: { account: account.name, name: account.authoriser, at: ends.toISOString() } }]
        : []),
      ...(usd > SURGE * yesterday
        ? [{ node, reason: 'BUDGET_SURGE' as const, data: { account: account.name, usd_day: usd, yesterday_usd: yesterday } }]
        : []),
    ];
  });
  const unsure = pagesOfOthers(nodes, inputs, access).flatMap(({ node, account, page, mayUse }): PlanWarning[] =>
    mayUse === null
      ? [{ node, reason: 'PAGE_UNSURE', data: { account: account.name, name: account.authoriser, homepage: page.name } }]
      : [],
  );
  const named = nodes.flatMap(({ node, level, name, account }): PlanWarning[] =>
    level === 'campaign' && taken.get(account.id)?.has(name) === true
      ? [{ node, reason: 'NAME_USED', data: { campaign: name, account: account.name } }]
      : [],
  );
  const used = new Set(held.flatMap((one) => (one.is_used ? [`${one.creative_id} ${one.ad_account_id}`] : [])));
  const ofAds = nodes.flatMap(({ node, creative, account }): PlanWarning[] => {
    const { material, post } = creative ?? {};
    const one = post ?? material;
    if (!one || !used.has(`${one.id} ${account.id}`)) return [];
    return post
      ? [{ node, reason: 'POST_USED', data: { post: one.label, account: account.name } }]
      : [{ node, reason: 'MATERIAL_USED', data: { material: one.label, account: account.name } }];
  });
  return [...whole, ...ofAccounts, ...unsure, ...named, ...ofAds];
}
