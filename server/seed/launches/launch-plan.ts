import { uniform } from '#server/channel/sandbox/chance.ts';

/** What the demo company launched: who, when and with what, before any of it has a number. */

export interface PlannedAd {
  /** Place among the films and pictures, and among the landing pages, that suit what is advertised. */
  material: number;
  landing: number;
  text: number;
  /** Hours after the launch at which it was closed; null: with its ad group. */
  closedAfter: number | null;
  isRejected: boolean;
}

export interface PlannedGroup {
  country: string;
  /** More countries besides. */
  others: readonly string[];
  closedAfter: number | null;
  ads: readonly PlannedAd[];
}

type Fate = 'running' | 'paused' | 'archived' | 'removed';

export interface PlannedCampaign {
  /** Place among the accounts. */
  account: number;
  /** Place among the dramas or products. */
  content: number;
  /** USD cents a day; on the campaign, or on each of its groups. */
  budget: number;
  isShared: boolean;
  isCapped: boolean;
  fate: Fate;
  /** Hours after the launch at which it was closed; null: never. */
  closedAfter: number | null;
  groups: readonly PlannedGroup[];
}

export interface PlannedLaunch {
  /** Hours before the last day of the history began. */
  hoursAgo: number;
  isCopy: boolean;
  scheme: number;
  campaigns: readonly PlannedCampaign[];
}

/** An account that something is launched in. */
export interface PlaceForLaunches {
  index: number;
  biz: 'dj' | 'ec';
  owner: string | null;
  countries: readonly string[];
  /** Nothing began later than so many days ago, and nothing ran on. */
  endedDaysAgo: number | null;
}

const HISTORY_DAYS = 45;
/** So many of the launches were in the first days of the history; the others are spread over the rest of it. */
const AT_FIRST = 0.4;
const FIRST_DAYS = 6;
const budgets = [2_500, 4_000, 6_000, 8_000, 12_000, 17_000, 26_000];

const pick = <T>(from: readonly T[], chance: number): T => {
  const one = from[Math.min(Math.floor(chance * from.length), from.length - 1)];
  if (one === undefined) throw new Error('there is nothing to pick from');
  return one;
};

/** So many launches of about three campaigns each, spread over the history; the same every time. */
export function planLaunches(
  seed: string,
  places: readonly PlaceForLaunches[],
  { launches, schemes }: { launches: number; schemes: number },
): PlannedLaunch[] {
  return Array.from({ length: launches }, (_, number): PlannedLaunch => {
    const u = (...name: (string | number)[]) => uniform(seed, 'launch', number, ...name);
    // Turn by turn, so that every account gets some; all of a launch belong to one person.
    // The last one is of a drama that just came online.
    const isLast = number === launches - 1;
    const first = isLast ? places.find(({ biz, endedDaysAgo }) => biz === 'dj' && endedDaysAgo === null) : places[number % places.length];
    if (first === undefined) throw new Error('nothing can be launched anywhere');
    const own = places.filter(
      (place) => place.owner === first.owner && place.biz === first.biz && place.endedDaysAgo === first.endedDaysAgo,
    );
    const latest = (first.endedDaysAgo ?? 0) + (first.endedDaysAgo === null ? 0.4 : 3);
    const daysAgo = HISTORY_DAYS - 1 - daysIn((number + u('day')) / launches, HISTORY_DAYS - 1 - latest) * 0.98;
    // Early in the working day of the company.
    const hoursAgo = isLast ? 21 : Math.max(Math.round(daysAgo) * 24 - Math.round(1 + 9 * u('hour')), 9);
    const campaigns = Array.from({ length: 3 }, (__, index) => {
      const place = own[(number + index) % own.length] ?? first;
      return planCampaign(seed, [number, index], place, hoursAgo);
    });
    return { hoursAgo, isCopy: number % 7 === 5, scheme: Math.floor(u('scheme') * schemes), campaigns };
  });
}

/** Days of a history gone by when that part of its launches was done. */
const daysIn = (part: number, days: number): number =>
  part < AT_FIRST
    ? (part / AT_FIRST) * Math.min(FIRST_DAYS, days)
    : Math.min(FIRST_DAYS, days) + ((part - AT_FIRST) / (1 - AT_FIRST)) * Math.max(days - FIRST_DAYS, 0);

function planCampaign(seed: string, key: readonly number[], place: PlaceForLaunches, hoursAgo: number): PlannedCampaign {
  const u = (...name: (string | number)[]) => uniform(seed, 'campaign', ...key, ...name);
  const must = place.endedDaysAgo === null ? null : hoursAgo - place.endedDaysAgo * 24;
  const chance = u('fate');
  const fate: Fate =
    must !== null ? 'paused' : chance < 0.56 ? 'running' : chance < 0.87 ? 'paused' : chance < 0.92 ? 'archived' : 'removed';
  const lived = Math.floor(48 + u('lived') * 30 * 24);
  const closedAfter = fate === 'running' ? null : Math.min(must ?? hoursAgo - 6, lived);
  const most = pick([1, 2, 2, 3, 4], u('groups'));
  return {
    account: place.index,
    content: Math.floor(u('content') ** 1.4 * 1000),
    budget: pick(budgets, u('budget')),
    isShared: u('shared') < 0.55,
    isCapped: u('capped') < 0.12,
    fate,
    closedAfter,
    groups: Array.from({ length: most }, (_, group): PlannedGroup => {
      const g = (name: string) => u('group', group, name);
      const country = pick(place.countries, g('country'));
      const groupLife = closedAfter ?? hoursAgo;
      const isClosed = most > 1 && g('closed') < 0.16;
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
