import { createHmac } from 'node:crypto';
import { digits, uniform } from './chance.ts';
import {
  accountPlans,
  allScopes,
  businessPlans,
  DATA_ACCESS_DAYS,
  minDailyBudget,
  type PagePlan,
  type PixelFault,
  pagePlans,
  personPlans,
  pixelPlans,
  TOKEN_DAYS,
} from './world-plan.ts';

/** A person of the simulated channel. */
export interface WorldPerson {
  /** Id of 16 digits. */
  id: string;
  name: string;
  usage: 'self' | 'host';
  /** Grant to the demo company; null when the person has not authorised it. */
  grant: { daysAgo: number; scopes: readonly string[] } | null;
}

export interface WorldAccount {
  /** Id of 16 digits. */
  id: string;
  name: string;
  business: { id: string; name: string } | null;
  currency: string;
  timezone_name: string;
  account_status: number;
  disable_reason: number;
  /** In minor units of the account, like the other amounts. */
  balance: number;
  spend_cap: number | null;
  amount_spent: number;
  min_daily_budget: number;
  /** Null for the accounts of persons, too. */
  default_beneficiary: string | null;
  biz: 'dj' | 'ec';
  usage: 'self' | 'host';
  /** Whether the demo company has imported it. */
  demo: boolean;
  /** Ids of the people with access; the first one has authorised the demo company. */
  people: readonly string[];
  closed_to_pixels: boolean;
}

export interface WorldPage {
  /** Id of 15 digits. */
  id: string;
  name: string;
  category: string;
  picture_url: string;
  tasks: readonly string[];
  is_published: boolean;
  status: 'active' | 'unpublished' | 'restricted';
  ad_limit: number;
  /** Number of ads of other companies that run or await review. */
  ads_elsewhere: number;
  biz: 'dj' | 'ec';
  demo: boolean;
  people: readonly string[];
}

export interface WorldPixel {
  /** Id of 15 digits. */
  id: string;
  name: string;
  /** Id of the account that owns it. */
  owner_account: string;
  status: 'active' | 'unavailable';
  /** Minutes between its last event and the reference date of the demo data; null without events. */
  silent_minutes: number | null;
  /** The reporting fault of its sites. */
  fault: PixelFault | null;
  biz: 'dj' | 'ec';
  demo: boolean;
  people: readonly string[];
}

export interface SandboxWorld {
  persons: readonly WorldPerson[];
  accounts: readonly WorldAccount[];
  pages: readonly WorldPage[];
  pixels: readonly WorldPixel[];
}

/**
 * Builds the world of the simulated channel. The same seed gives the same world; `demo` marks the assets of the demo company: 24
 * accounts, 10 pages, 12 pixels.
 */
export function sandboxWorld(seed: string): SandboxWorld {
  const personIds = new Map(personPlans.map(({ key }) => [key, digits(16, seed, 'person', key)]));
  const idsOf = (people: readonly string[]) => people.map((key) => requireKnown(personIds, key));
  const persons = personPlans.map(({ key, name, usage, granted }) => ({
    id: requireKnown(personIds, key),
    name,
    usage,
    grant:
      granted === undefined
        ? null
        : { daysAgo: granted.daysAgo, scopes: allScopes.filter((scope) => !(granted.without ?? []).includes(scope)) },
  }));
  const hosts = new Set(personPlans.filter(({ usage }) => usage === 'host').map(({ key }) => key));
  const accounts = accountPlans.map((plan): WorldAccount => {
    const minBudget = minDailyBudget[plan.currency] ?? 100;
    const usd = Math.floor(2_000 + 90_000 * uniform(seed, plan.key, 'spent') ** 2);
    const spent = plan.status === 101 ? 0 : usd * minBudget;
    return {
      id: digits(16, seed, 'account', plan.key),
      name: plan.name,
      business:
        plan.business === null ? null : { id: digits(15, seed, 'business', plan.business), name: businessPlans[plan.business] ?? '' },
      currency: plan.currency,
      timezone_name: plan.zone,
      account_status: plan.status ?? 1,
      disable_reason: plan.reason ?? 0,
      balance: Math.floor(minBudget * (plan.status === 3 ? 1_900 : 450) * uniform(seed, plan.key, 'balance')),
      spend_cap: plan.capUsed === undefined ? null : Math.ceil(spent / plan.capUsed / (minBudget * 100)) * minBudget * 100,
      amount_spent: spent,
      min_daily_budget: minBudget,
      default_beneficiary: plan.business === null || plan.namesNobody === true ? null : (businessPlans[plan.business] ?? null),
      biz: plan.biz,
      usage: hosts.has(plan.people[0] ?? '') ? 'host' : 'self',
      demo: plan.demo,
      people: idsOf(plan.people),
      closed_to_pixels: plan.closedToPixels === true,
    };
  });
  const accountsByKey = new Map(accountPlans.map(({ key }, index) => [key, accounts[index]]));
  return {
    persons,
    accounts,
    pages: pagePlans.map((plan) => ({
      id: digits(15, seed, 'page', plan.key),
      name: plan.name,
      category: plan.category,
      picture_url: drawPicture(plan, seed),
      tasks: plan.tasks,
      is_published: plan.status !== 'unpublished',
      status: plan.status,
      ad_limit: plan.limit,
      ads_elsewhere: plan.elsewhere,
      biz: plan.biz,
      demo: plan.demo,
      people: idsOf(plan.people),
    })),
    pixels: pixelPlans.map(({ key, name, account, demo, silent, unavailable, fault = null }) => {
      const owner = requireKnown(accountsByKey, account);
      return {
        id: digits(15, seed, 'pixel', key),
        name,
        owner_account: owner.id,
        status: unavailable ? 'unavailable' : 'active',
        silent_minutes: silent,
        fault,
        biz: owner.biz,
        demo,
        people: owner.people,
      };
    }),
  };
}

function requireKnown<T>(names: ReadonlyMap<string, T | undefined>, key: string): T {
  const value = names.get(key);
  if (value === undefined) throw new Error(`the simulated world has no ${key}`);
  return value;
}

/** Ids of the pixels whose code was removed from the pages: no browser reports to them any more. */
export const removedPixels = (seed: string): string[] =>
  sandboxWorld(seed).pixels.flatMap(({ id, fault }) => (fault === 'removed' ? [id] : []));

/** A pixel that its owner shares with another account. */
export interface WorldShare {
  pixel: WorldPixel;
  account: WorldAccount;
  /** True when the account accepts no pixel of another business. */
  isRefused: boolean;
}

/** Pixel shares of the demo company: each pixel with all accounts of the same person and business line. */
export function demoShares({ accounts, pixels }: SandboxWorld): WorldShare[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return pixels
    .filter((pixel) => pixel.demo)
    .flatMap((pixel) => {
      const owner = requireKnown(byId, pixel.owner_account);
      return accounts
        .filter(({ id, demo, biz, people }) => demo && id !== owner.id && biz === owner.biz && people[0] === owner.people[0])
        .map((account) => ({ pixel, account, isRefused: account.closed_to_pixels && account.business?.id !== owner.business?.id }));
    });
}

/** Draws a disc with the first character of the name. */
function drawPicture({ key, name }: PagePlan, seed: string): string {
  const hue = Math.floor(360 * uniform(seed, key, 'hue'));
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="hsl(${hue} 45% 42%)"/><text x="20" y="27" font-family="sans-serif" font-size="20" text-anchor="middle" fill="white">${[...name][0]}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}

/** A grant of a person as the channel stores it. */
export interface WorldGrant {
  token: string;
  issued_at: Date;
  expires_at: Date;
  data_access_expires_at: Date;
  scopes: readonly string[];
}

const DAY = 86_400_000;
const deriveSecret = (seed: string, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', `sandbox ${seed}`).update(JSON.stringify(parts)).digest('base64url');

/** Token of a person's n-th grant, counted from 1. */
export const personToken = (seed: string, person: string, grant: number): string => `sbxu_${deriveSecret(seed, 'person', person, grant)}`;

/** Token of a page, valid as long as that person's grant. */
export const pageToken = (seed: string, page: string, person: string, grant: number): string =>
  `sbxp_${deriveSecret(seed, 'page', page, person, grant)}`;

/** Token for reporting the events of a pixel; it does not expire. */
export const pixelToken = (seed: string, pixel: string): string => `sbxc_${deriveSecret(seed, 'pixel', pixel)}`;

/** A grant that begins at an instant. */
export const grantAt = (seed: string, person: string, grant: number, scopes: readonly string[], issuedAt: Date): WorldGrant => ({
  token: personToken(seed, person, grant),
  issued_at: issuedAt,
  expires_at: new Date(issuedAt.getTime() + TOKEN_DAYS * DAY),
  data_access_expires_at: new Date(issuedAt.getTime() + DATA_ACCESS_DAYS * DAY),
  scopes,
});

/** A person's grant to the demo company, as of the last day of its history; null without one. */
export function demoGrant(seed: string, person: WorldPerson, asOf: Date): WorldGrant | null {
  if (person.grant === null) return null;
  const { daysAgo, scopes } = person.grant;
  // Granted at noon, so that events due on a day are due at noon.
  return grantAt(seed, person.id, 1, scopes, new Date(asOf.getTime() - daysAgo * DAY + DAY / 2));
}
