import { describe, expect, it, test } from 'vitest';
import { bareScheme, soundScheme } from '#tests/support/sound-scheme.ts';
import { objectives, optimizationGoals, type SchemeBody } from './scheme-body.ts';
import {
  billingEventsOf,
  draftFaults,
  goalsOf,
  isFinished,
  missingFields,
  needsPixel,
  type SchemeField,
  type SchemeRule,
  schemeFaults,
  templateFault,
} from './scheme-rules.ts';

const now = Date.parse('2026-11-20T08:00:00Z');
const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const found = (body: SchemeBody) => schemeFaults(body, { now }).map(({ field, rule }) => [field, rule]);

type Change = Parameters<typeof soundScheme>[0];

test('a valid body has no fault', () => {
  expect(found(soundScheme())).toEqual([]);
});

describe('an objective', () => {
  const pairs: Record<(typeof objectives)[number], string[]> = {
    OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LANDING_PAGE_VIEWS', 'LINK_CLICKS'],
    OUTCOME_APP_PROMOTION: ['VALUE', 'APP_INSTALLS'],
    OUTCOME_TRAFFIC: ['LANDING_PAGE_VIEWS', 'LINK_CLICKS'],
    OUTCOME_LEADS: ['OFFSITE_CONVERSIONS'],
    OUTCOME_ENGAGEMENT: ['THRUPLAY'],
    OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS'],
  };
  it.each(objectives)('%s allows exactly its goals', (objective) => {
    const allowed = optimizationGoals.filter((optimization_goal) => {
      const faults = found(soundScheme({ goal: { objective, optimization_goal } }));
      return !faults.some(([field]) => field === 'goal.optimization_goal');
    });
    expect(allowed).toEqual(optimizationGoals.filter((goal) => pairs[objective].includes(goal)));
    expect([...goalsOf[objective]].sort()).toEqual([...pairs[objective]].sort());
  });
});

test('clicks and views can be billed only when they are the goal, impressions always', () => {
  expect(optimizationGoals.map((goal) => [goal, billingEventsOf(goal).join()])).toEqual([
    ['OFFSITE_CONVERSIONS', 'IMPRESSIONS'],
    ['VALUE', 'IMPRESSIONS'],
    ['LANDING_PAGE_VIEWS', 'IMPRESSIONS'],
    ['LINK_CLICKS', 'IMPRESSIONS,LINK_CLICKS'],
    ['APP_INSTALLS', 'IMPRESSIONS'],
    ['THRUPLAY', 'IMPRESSIONS,THRUPLAY'],
    ['REACH', 'IMPRESSIONS'],
    ['IMPRESSIONS', 'IMPRESSIONS'],
  ]);
  expect(optimizationGoals.filter(needsPixel)).toEqual(['OFFSITE_CONVERSIONS', 'VALUE']);
});

const housing: NonNullable<Change>['goal'] = { special_ad_categories: ['HOUSING'], special_ad_countries: ['US'] };

/** One change per rule that breaks only that rule. */
const broken: [string, Change, SchemeField, SchemeRule][] = [
  ['a goal of another objective', { goal: { optimization_goal: 'REACH' } }, 'goal.optimization_goal', 'goalOfObjective'],
  ['countries without a special category', { goal: { special_ad_countries: ['US'] } }, 'goal.special_ad_countries', 'absent'],
  [
    'a special category that is not declared for the audience',
    { goal: { special_ad_categories: ['ISSUES_ELECTIONS_POLITICS'], special_ad_countries: ['CA'] } },
    'goal.special_ad_countries',
    'countryUndeclared',
  ],
  ['housing for the young', { goal: housing, audience: { age_max: 40 } }, 'audience.age_max', 'categoryAudience'],
  ['housing for the old', { goal: housing, audience: { age_min: 25 } }, 'audience.age_min', 'categoryAudience'],
  ['housing for women', { goal: housing, audience: { genders: 'female' } }, 'audience.genders', 'categoryAudience'],
  [
    'housing by interest',
    { goal: housing, audience: { interests: [{ id: '6003', name: 'Drama' }] } },
    'audience.interests',
    'categoryAudience',
  ],
  ['a payer without a beneficiary', { identity: { payer: 'A Ltd' } }, 'identity.payer', 'absent'],
  ['a beneficiary with a long name', { identity: { beneficiary: 'x'.repeat(101) } }, 'identity.beneficiary', 'maxLength'],
  ['an app without its objective', { goal: { app_id: '12345678' } }, 'goal.app_id', 'appOfObjective'],
  ['conversions without an event', { goal: { custom_event_type: null } }, 'goal.custom_event_type', 'required'],
  ['clicks that are paid without being the goal', { goal: { billing_event: 'LINK_CLICKS' } }, 'goal.billing_event', 'billingOfGoal'],
  ['a budget under one dollar', { money: { budget_usd: 99 } }, 'money.budget_usd', 'minimum'],
  ['a budget over a million', { money: { budget_usd: 100_000_001 } }, 'money.budget_usd', 'maximum'],
  ['a cap without a bid', { money: { bid_strategy: 'COST_CAP' } }, 'money.bid_usd', 'required'],
  ['a cap of nothing', { money: { bid_strategy: 'LOWEST_COST_WITH_BID_CAP', bid_usd: 0 } }, 'money.bid_usd', 'minimum'],
  ['a bid without a cap', { money: { bid_usd: 100 } }, 'money.bid_usd', 'absent'],
  ['a floor without its strategy', { money: { roas_floor_bp: 10_000 } }, 'money.roas_floor_bp', 'absent'],
  [
    'a least return without its goal',
    { money: { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', roas_floor_bp: 10_000 } },
    'money.bid_strategy',
    'strategyOfGoal',
  ],
  [
    'a least return without a number',
    { goal: { optimization_goal: 'VALUE' }, money: { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' } },
    'money.roas_floor_bp',
    'required',
  ],
  [
    'a least return of nearly nothing',
    { goal: { optimization_goal: 'VALUE' }, money: { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', roas_floor_bp: 99 } },
    'money.roas_floor_bp',
    'minimum',
  ],
  ['no country', { audience: { countries: [] } }, 'audience.countries', 'required'],
  ['26 countries', { audience: { countries: Array.from({ length: 26 }, (_, n) => `C${n}`) } }, 'audience.countries', 'maxItems'],
  ['a country twice', { audience: { countries: ['US', 'US'] } }, 'audience.countries', 'uniqueItems'],
  ['nobody of that age', { audience: { age_min: 40, age_max: 39 } }, 'audience.age_max', 'ageOrder'],
  ['placements by hand and none', { audience: { placement_mode: 'manual' } }, 'audience.placements', 'required'],
  ['a start that is not set', { time: { start_mode: 'at' } }, 'time.start_at', 'required'],
  ['a start in ten minutes', { time: { start_mode: 'at', start_at: after(10) } }, 'time.start_at', 'startAhead'],
  ['a start that does not count', { time: { start_at: after(60) } }, 'time.start_at', 'absent'],
  ['an end before the start', { time: { start_mode: 'at', start_at: after(60), end_at: after(60) } }, 'time.end_at', 'endAfterStart'],
  ['an end that has passed', { time: { end_at: after(-1) } }, 'time.end_at', 'endAfterStart'],
  ['a lifetime without end', { money: { budget_mode: 'lifetime' } }, 'time.end_at', 'required'],
  [
    'a lifetime of less than a day',
    { money: { budget_mode: 'lifetime' }, time: { end_at: after(24 * 60 - 1) } },
    'time.end_at',
    'lifetimeDay',
  ],
  ['hours with a daily budget', { time: { dayparting: Array.from({ length: 168 }, () => 1) } }, 'time.dayparting', 'daypartingLifetime'],
  [
    'no hour at all',
    { money: { budget_mode: 'lifetime' }, time: { end_at: after(48 * 60), dayparting: Array.from({ length: 168 }, () => 0) } },
    'time.dayparting',
    'daypartingEmpty',
  ],
  ['eleven campaigns', { structure: { campaigns_per_account: 11 } }, 'structure.campaigns_per_account', 'maximum'],
  ['201 groups', { structure: { campaigns_per_account: 5, groups_per_campaign: 41 } }, 'structure.groups_per_campaign', 'groupsMost'],
  ['no text', { creative: { primary_texts: [] } }, 'creative.primary_texts', 'required'],
  ['an empty text', { creative: { primary_texts: [' '] } }, 'creative.primary_texts', 'blank'],
  ['a text that is too long', { creative: { primary_texts: ['x'.repeat(5_001)] } }, 'creative.primary_texts', 'maxLength'],
  ['six headlines', { creative: { headlines: ['1', '2', '3', '4', '5', '6'] } }, 'creative.headlines', 'maxItems'],
  ['no page', { identity: { homepage_ids: [] } }, 'identity.homepage_ids', 'required'],
  ['a pixel that is not named', { identity: { pixel_mode: 'fixed' } }, 'identity.pixel_id', 'required'],
  ['landing pages that are not named', { identity: { landing_mode: 'fixed' } }, 'identity.landing_page_ids', 'required'],
  ['a name of nothing', { naming: { ad: '' } }, 'naming.ad', 'required'],
  ['a macro that nobody fills in', { naming: { campaign: '{content} {sequence}' } }, 'naming.campaign', 'macroUnknown'],
  ['a template that is too long', { naming: { ad_group: 'x'.repeat(401) } }, 'naming.ad_group', 'maxLength'],
];

describe('a body', () => {
  it.each(broken)('with %s is refused at that field only', (_name, change, field, rule) => {
    expect(found(soundScheme(change))).toEqual([[field, rule]]);
  });

  it.each<[string, Change]>([
    ['a start in eleven minutes', { time: { start_mode: 'at', start_at: after(11) } }],
    ['a lifetime of a day', { money: { budget_mode: 'lifetime' }, time: { end_at: after(24 * 60) } }],
    ['200 groups', { structure: { campaigns_per_account: 4, groups_per_campaign: 50 } }],
    ['a cap', { money: { bid_strategy: 'COST_CAP', bid_usd: 250 } }],
    ['posts that bring their texts', { creative: { source: 'post', primary_texts: [] } }],
    ['one age', { audience: { age_min: 30, age_max: 30 } }],
  ])('with %s is sound', (_name, change) => {
    expect(found(soundScheme(change))).toEqual([]);
  });
});

test('the invalid macro is named', () => {
  expect(templateFault('{content}-{who}')).toEqual({ rule: 'macroUnknown', params: { macro: '{who}' } });
});

describe('a draft', () => {
  const bare = bareScheme();

  it('may leave out required fields, and reports which', () => {
    expect(draftFaults(bare, { now })).toEqual([]);
    expect(isFinished(bare)).toBe(false);
    expect(missingFields(bare)).toEqual([
      'money.budget_usd',
      'audience.countries',
      'audience.age_min',
      'audience.age_max',
      'structure.campaigns_per_account',
      'structure.groups_per_campaign',
      'structure.ads_per_group',
      'creative.primary_texts',
      'identity.site_id',
      'identity.homepage_ids',
      'naming.campaign',
      'naming.ad_group',
      'naming.ad',
    ]);
    expect(schemeFaults(bare, { now }).map(({ field }) => field)).toEqual(missingFields(bare));
  });

  it.each(broken)('with %s is refused only when the field is present', (_name, change, field, rule) => {
    const body = soundScheme(change);
    const isLeftOut = rule === 'required';
    expect(draftFaults(body, { now }).map((fault) => [fault.field, fault.rule])).toEqual(isLeftOut ? [] : [[field, rule]]);
    expect(missingFields(body)).toEqual(isLeftOut ? [field] : []);
  });

  it('without missing fields is finished, whenever it starts', () => {
    expect(isFinished(soundScheme({ time: { start_mode: 'at', start_at: after(-60) } }))).toBe(true);
  });
});
