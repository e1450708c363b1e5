import { uniform } from '#server/channel/sandbox/chance.ts';

/** The launches of the demo company before ids are assigned. */

export interface PlannedAd {
  /** Indexes into the materials and landing pages of the content. */
  material: number;
  landing: number;
  text: number;
  /** Hours after the launch when it was closed; null when it closed with its ad group. */
  closedAfter: number | null;
  isRejected: boolean;
}

export interface PlannedGroup {
  country: string;
  /** Additional countries. */
  others: readonly string[];
  closedAfter: number | null;
  ads: readonly PlannedAd[];
}

type Fate = 'running' | 'paused' | 'archived' | 'removed';

export interface PlannedCampaign {
  /** Index into the accounts. */
  account: number;
  /** Index into the dramas or products. */
  content: number;
  /** USD cents per day, on the campaign or on each of its groups. */
  budget: number;
  isShared: boolean;
  isCapped: boolean;
  fate: Fate;
  /** Hours after the launch when it was closed; null while it runs. */
  closedAfter: number | null;
  groups: readonly PlannedGroup[];
}

export interface PlannedLaunch {
  /** Hours before the start of the last day of the history. */
  hoursAgo: number;
  isCopy: boolean;
  scheme: number;
  campaigns: readonly PlannedCampaign[];
}

/** An account to launch in. */
export interface LaunchPlace {
  index: number;
  biz: 'dj' | 'ec';
  owner: string | null;
  countries: readonly string[];
  /** Days since delivery ended in the account; null while it delivers. */
  endedDaysAgo: number | null;
}

const HISTORY_DAYS = 45;
/** Share of the launches in the first days of the history; the others are spread over the rest. */
const EARLY_SHARE = 0.4;
const EARLY_DAYS = 6;
const budgets = [2_500, 4_000, 6_000, 8_000, 12_000, 17_000, 26_000];

const pick = <T>(from: readonly T[], chance: number): T => {
  const one = from[Math.min(Math.floor(chance * from.length), from.length - 1)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
};

/** Plans launches of about three campaigns each over the history; the result is always the same. */
export function planLaunches(
  seed: string,
  places: readonly LaunchPlace[],
  { launches, schemes }: { launches: number; schemes: number },
): PlannedLaunch[] {
  return Array.from({ length: launches }, (_, number): PlannedLaunch => {
    const u = (...name: (string | number)[]) => uniform(seed, 'launch', number, ...name);
    // Accounts take turns, and all campaigns of a launch have the same owner. The last launch is for a drama that has just come online.
    const isLast = number === launches - 1;
    const first = isLast ? places.find(({ biz, endedDaysAgo }) => biz === 'dj' && endedDaysAgo === null) : places[number % places.length];
    if (first === undefined) throw new Error('nothing can be launched anywhere');
    const own = places.filter(
      (place) => place.owner === first.owner && place.biz === first.biz && place.endedDaysAgo === first.endedDaysAgo,
    );
    const latest = (first.endedDaysAgo ?? 0) + (first.endedDaysAgo === null ? 0.4 : 3);
    const daysAgo = HISTORY_DAYS - 1 - toElapsedDays((number + u('day')) / launches, HISTORY_DAYS - 1 - latest) * 0.98;
    // Early in the company's working day.
    const hoursAgo = isLast ? 21 : Math.max(Math.round(daysAgo) * 24 - Math.round(1 + 9 * u('hour')), 9);
    const campaigns = Array.from({ length: 3 }, (__, index) => {
      const place = own[(number + index) % own.length] ?? first;
      return planCampaign(seed, [number, index], place, hoursAgo);
    });
    return { hoursAgo, isCopy: number % 7 === 5, scheme: Math.floor(u('scheme') * schemes), campaigns };
  });
}

/** Elapsed days of the history when this share of the launches was done. */
const toElapsedDays = (part: number, days: number): number =>
  part < EARLY_SHARE
    ? (part / EARLY_SHARE) * Math.min(EARLY_DAYS, days)
    : Math.min(EARLY_DAYS, days) + ((part - EARLY_SHARE) / (1 - EARLY_SHARE)) * Math.max(days - EARLY_DAYS, 0);

function planCampaign(seed: string, key: readonly number[], place: LaunchPlace, hoursAgo: number): PlannedCampaign {
  const u = (...name: (string | number)[]) => uniform(seed, 'campaign', ...key, ...name);
  const forcedEnd = place.endedDaysAgo === null ? null : hoursAgo - place.endedDaysAgo * 24;
  const chance = u('fate');
  const fate: Fate =
    forcedEnd !== null ? 'paused' : chance < 0.56 ? 'running' : chance < 0.87 ? 'paused' : chance < 0.92 ? 'archived' : 'removed';
  const lived = Math.floor(48 + u('lived') * 30 * 24);
  const closedAfter = fate === 'running' ? null : Math.min(forcedEnd ?? hoursAgo - 6, lived);
  const groupCount = pick([1, 2, 2, 3, 4], u('groups'));
  return {
    account: place.index,
    content: Math.floor(u('content') ** 1.4 * 1000),
    budget: pick(budgets, u('budget')),
    isShared: u('shared') < 0.55,
    isCapped: u('capped') < 0.12,
    fate,
    closedAfter,
    groups: Array.from({ length: groupCount }, (_, group): PlannedGroup => {
      const g = (name: string) => u('group', group, name);
      const country = pick(place.countries, g('country'));
      const groupLife = closedAfter ?? hoursAgo;
      const isClosed = groupCount > 1 && g('closed') < 0.16;
      return {
        country,
        others: g('others') < 0.3 ? place.countries.filter((each) => each !== country).slice(0, 2) : [],
        closedAfter: isClosed ? Math.floor(12 + g('when') * Math.max(groupLife - 12, 0)) : null,
        ads: Array.from({ length: pick([2, 3, 3, 4, 5], g('ads')) }, (__, ad): PlannedAd => {
          const a = (name: string) => u('ad', group, ad, name);
          return {
            material: Math.floor(a('material') * 1000),
            landing: Math.floor(a('landing') * 1000),
            text: Math.floor(a('text') * 1000),
            closedAfter: a('closed') < 0.3 ? Math.floor(18 + a('when') * Math.max(groupLife - 18, 0)) : null,
            isRejected: a('rejected') < 0.04,
          };
        }),
      };
    }),
  };
}
