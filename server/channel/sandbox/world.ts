import { createHmac } from 'node:crypto';
import { digits, uniform } from './chance.ts';
import {
  accountPlans,
  allScopes,
  businessPlans,
  DATA_ACCESS_DAYS,
  minDailyBudget,
  type PagePlan,
  pagePlans,
  personPlans,
  pixelPlans,
  TOKEN_DAYS,
} from './world-plan.ts';

/** A person of the simulated channel. */
export interface WorldPerson {
  /** As the channel numbers them, 16 digits. */
  id: string;
  name: string;
  usage: 'self' | 'host';
  /** What the demo company was granted; null: it does not know this person yet. */
  grant: { daysAgo: number; scopes: readonly string[] } | null;
}

export interface WorldAccount {
  /** 16 digits. */
  id: string;
  name: string;
  business: { id: string; name: string } | null;
  currency: string;
  timezone_name: string;
  account_status: number;
  disable_reason: number;
  /** Minor units of the account, like all that follows. */
  balance: number;
  spend_cap: number | null;
  amount_spent: number;
  min_daily_budget: number;
  biz: 'dj' | 'ec';
  usage: 'self' | 'host';
  /** Whether the demo company has imported it. */
  demo: boolean;
  /** Ids of the people who may use it; in the demo company the first one authorised us. */
  people: readonly string[];
  closed_to_pixels: boolean;
}

export interface WorldPage {
  /** 15 digits. */
  id: string;
  name: string;
  category: string;
  picture_url: string;
  tasks: readonly string[];
  is_published: boolean;
  status: 'active' | 'unpublished' | 'restricted';
  ad_limit: number;
  /** Ads running or in review that are none of ours. */
  ads_elsewhere: number;
  biz: 'dj' | 'ec';
  demo: boolean;
  people: readonly string[];
}

export interface WorldPixel {
  /** 15 digits. */
  id: string;
  name: string;
  /** Id of the account that owns it. */
  owner_account: string;
  status: 'active' | 'unavailable';
  /** Minutes between its last event and the day the demo set is made for; null: none ever. */
  silent_minutes: number | null;
  /** What is wrong with how its sites report. */
  fault: 'twice' | 'ids' | null;
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

/** What the simulated channel consists of. The same seed gives the same world; `demo` marks what the demo company has: 24 accounts, 10 pages, 12 pixels. */
export function sandboxWorld(seed: string): SandboxWorld {
  const personIds = new Map(personPlans.map(({ key }) => [key, digits(16, seed, 'person', key)]));
  const idsOf = (people: readonly string[]) => people.map((key) => known(personIds, key));
  const persons = personPlans.map(({ key, name, usage, granted }) => ({
    id: known(personIds, key),
    name,
    usage,
    grant:
      granted === undefined
        ? null
        : { daysAgo: granted.daysAgo, scopes: allScopes.filter((scope) => !(granted.without ?? []).includes(scope)) },
  }));
  const hosts = new Set(personPlans.filter(({ usage }) => usage === 'host').map(({ key }) => key));
  const accounts = accountPlans.map((plan): WorldAccount => {
    const least = minDailyBudget[plan.currency] ?? 100;
    const usd = Math.floor(2_000 + 90_000 * uniform(seed, plan.key, 'spent') ** 2);
    const spent = plan.status === 101 ? 0 : usd * least;
    return {
      id: digits(16, seed, 'account', plan.key),
      name: plan.name,
      business:
        plan.business === null ? null : { id: digits(15, seed, 'business', plan.business), name: businessPlans[plan.business] ?? '' },
      currency: plan.currency,
      timezone_name: plan.zone,
      account_status: plan.status ?? 1,
      disable_reason: plan.reason ?? 0,
      balance: Math.floor(least * (plan.status === 3 ? 1_900 : 450) * uniform(seed, plan.key, 'balance')),
      spend_cap: plan.capUsed === undefined ? null : Math.ceil(spent / plan.capUsed / (least * 100)) * least * 100,
      amount_spent: spent,
      min_daily_budget: least,
      biz: plan.biz,
      usage: hosts.has(plan.people[0] ?? '') ? 'host' : 'self',
      demo: plan.demo,
      people: idsOf(plan.people),
      closed_to_pixels: plan.closedToPixels === true,
    };
  });
  const accountOf = new Map(accountPlans.map(({ key }, index) => [key, accounts[index]]));
  return {
    persons,
    accounts,
    pages: pagePlans.map((plan) => ({
      id: digits(15, seed, 'page', plan.key),
      name: plan.name,
      category: plan.category,
      picture_url: pictureOf(plan, seed),
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
      const owner = known(accountOf, account);
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

function known<T>(names: ReadonlyMap<string, T | undefined>, key: string): T {
  const value = names.get(key);
  if (value === undefined) throw new Error(`the simulated world has no ${key}`);
  return value;
}

/** A pixel that its owner would have another account use. */
export interface WorldShare {
  pixel: WorldPixel;
  account: WorldAccount;
  /** The account takes no pixel of another business. */
  isRefused: boolean;
}

/** What the demo company shares: each pixel with the other accounts of its authoriser and line of business. */
export function demoShares({ accounts, pixels }: SandboxWorld): WorldShare[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  return pixels
    .filter((pixel) => pixel.demo)
    .flatMap((pixel) => {
      const owner = known(byId, pixel.owner_account);
      return accounts
        .filter(({ id, demo, biz, people }) => demo && id !== owner.id && biz === owner.biz && people[0] === owner.people[0])
        .map((account) => ({ pixel, account, isRefused: account.closed_to_pixels && account.business?.id !== owner.business?.id }));
    });
}

/** A disc with the first character of the name. */
function pictureOf({ key, name }: PagePlan, seed: string): string {
  const hue = Math.floor(360 * uniform(seed, key, 'hue'));
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="hsl(${hue} 45% 42%)"/><text x="20" y="27" font-family="sans-serif" font-size="20" text-anchor="middle" fill="white">${[...name][0]}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}

/** What a person granted, as the channel keeps it. */
export interface WorldGrant {
  token: string;
  issued_at: Date;
  expires_at: Date;
  data_access_expires_at: Date;
  scopes: readonly string[];
}

const DAY = 86_400_000;
const derived = (seed: string, ...parts: readonly (string | number)[]): string =>
  createHmac('sha256', `sandbox ${seed}`).update(JSON.stringify(parts)).digest('base64url');

/** Token of the n-th time that a person granted us something, from 1. */
export const personToken = (seed: string, person: string, grant: number): string => `sbxu_${derived(seed, 'person', person, grant)}`;

/** Token by which a page speaks, as long as the grant of that person lasts. */
export const pageToken = (seed: string, page: string, person: string, grant: number): string =>
  `sbxp_${derived(seed, 'page', page, person, grant)}`;

/** Token by which a server reports the events of a pixel. It does not expire. */
export const pixelToken = (seed: string, pixel: string): string => `sbxc_${derived(seed, 'pixel', pixel)}`;

/** A grant that begins at an instant. */
export const grantAt = (seed: string, person: string, grant: number, scopes: readonly string[], issuedAt: Date): WorldGrant => ({
  token: personToken(seed, person, grant),
  issued_at: issuedAt,
  expires_at: new Date(issuedAt.getTime() + TOKEN_DAYS * DAY),
  data_access_expires_at: new Date(issuedAt.getTime() + DATA_ACCESS_DAYS * DAY),
  scopes,
});

/** What the demo company was granted by a person, seen from the day its history ends; null: nothing. */
export function demoGrant(seed: string, person: WorldPerson, asOf: Date): WorldGrant | null {
  if (person.grant === null) return null;
  const { daysAgo, scopes } = person.grant;
  // Twelve hours on, so that whatever is due on a day is due at noon.
  return grantAt(seed, person.id, 1, scopes, new Date(asOf.getTime() - daysAgo * DAY + DAY / 2));
}
