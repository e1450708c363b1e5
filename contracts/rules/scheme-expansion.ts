import type { SchemeBody } from './scheme-body.ts';

/*
 * The objects that a scheme and a number of creatives create in one ad account. The structure is filled once; when every country has
 * its own campaigns or ad groups, each of them gets the same creatives.
 */

type Shaped = Pick<SchemeBody, 'structure' | 'audience' | 'creative'>;

export interface PlannedAd {
  /** Index of the creative, from 0. */
  creative: number;
  /** Number within its ad group, from 1. */
  seq: number;
  /** Index among the ads that rotate texts, headlines and descriptions, from 0. */
  textTurn: number;
  /** Index among the ads that rotate landing pages, from 0. */
  landingTurn: number;
}

export interface PlannedGroup {
  /** Number within its campaign, from 1. */
  seq: number;
  countries: readonly string[];
  ads: readonly PlannedAd[];
}

export interface PlannedCampaign {
  /** Number within its account, from 1. */
  seq: number;
  countries: readonly string[];
  groups: readonly PlannedGroup[];
}

const upTo = (count: number): number[] => Array.from({ length: Math.max(0, count) }, (_, index) => index);

/** The number of creatives that fit into the structure. */
export function creativeSlots({ structure }: Pick<Shaped, 'structure'>): number {
  const { campaigns_per_account: campaigns, groups_per_campaign: groups, ads_per_group: ads, split_by } = structure;
  switch (split_by) {
    case 'ad':
      return campaigns * groups * ads;
    case 'ad_group':
      return campaigns * groups;
    case 'campaign':
      return campaigns;
    case 'all':
      return ads;
  }
}

/** The ads of one ad group. `at` is the index among all ad groups of the structure, `campaign` the index of its campaign. */
function adsOf({ structure, creative }: Shaped, creatives: number, campaign: number, at: number): PlannedAd[] {
  const { ads_per_group: places, split_by } = structure;
  const texts = Math.max(1, creative.primary_texts.length);
  /** Ads of one creative differ by text first, and by landing page after every text was used. */
  const alike = (which: number): PlannedAd[] =>
    which < creatives
      ? upTo(places).map((index) => ({ creative: which, seq: index + 1, textTurn: index, landingTurn: Math.floor(index / texts) }))
      : [];
  switch (split_by) {
    case 'ad': {
      const first = at * places;
      return upTo(Math.min(places, creatives - first)).map((index) => {
        const which = first + index;
        return { creative: which, seq: index + 1, textTurn: which, landingTurn: which };
      });
    }
    case 'ad_group':
      return alike(at);
    case 'campaign':
      return alike(campaign);
    case 'all':
      return upTo(Math.min(places, creatives)).map((index) => ({ creative: index, seq: index + 1, textTurn: index, landingTurn: index }));
  }
}

/** The campaigns of one account, without campaigns and ad groups for which no creative is left. */
export function plannedCampaigns(body: Shaped, creatives: number): PlannedCampaign[] {
  const { campaigns_per_account, groups_per_campaign } = body.structure;
  const { countries, country_split } = body.audience;
  const each = countries.map((country) => [country]);
  const ofCampaigns = country_split === 'per_campaign' ? each : [countries];
  const planned: PlannedCampaign[] = [];
  for (const countriesOfCampaign of ofCampaigns) {
    const ofGroups = country_split === 'per_group' ? each : [countriesOfCampaign];
    for (const campaign of upTo(campaigns_per_account)) {
      const groups: PlannedGroup[] = [];
      for (const countriesOfGroup of ofGroups) {
        for (const group of upTo(groups_per_campaign)) {
          const ads = adsOf(body, creatives, campaign, campaign * groups_per_campaign + group);
          if (ads.length > 0) groups.push({ seq: groups.length + 1, countries: countriesOfGroup, ads });
        }
      }
      if (groups.length > 0) planned.push({ seq: planned.length + 1, countries: countriesOfCampaign, groups });
    }
  }
  return planned;
}

export interface PlannedCounts {
  campaigns: number;
  groups: number;
  ads: number;
  /** Number of creatives that fit into the structure. */
  slots: number;
  /** Number of creatives that do not fit. */
  overflow: number;
}

/** The total counts for a number of accounts. */
export function plannedCounts(body: Shaped, { accounts, creatives }: { accounts: number; creatives: number }): PlannedCounts {
  const campaigns = plannedCampaigns(body, creatives);
  const groups = campaigns.flatMap((campaign) => campaign.groups);
  const slots = creativeSlots(body);
  return {
    campaigns: accounts * campaigns.length,
    groups: accounts * groups.length,
    ads: accounts * groups.reduce((sum, group) => sum + group.ads.length, 0),
    slots,
    overflow: Math.max(0, creatives - slots),
  };
}

/** The number of budgets. */
export const plannedBudgets = ({ money }: Pick<SchemeBody, 'money'>, { campaigns, groups }: PlannedCounts): number =>
  money.budget_level === 'campaign' ? campaigns : groups;

const DAY_MS = 24 * 3_600_000;

/** The budget per day: a lifetime budget is spread over its days and rounded up. Instants in milliseconds. */
export const budgetOfDay = (budget: number, mode: 'daily' | 'lifetime', start: number, end: number | null): number =>
  mode === 'daily' || end === null ? budget : Math.ceil(budget / Math.max(1, (end - start) / DAY_MS));
