import { describe, expect, it } from 'vitest';
import type { SchemeRule } from '#contracts/rules/scheme-rules.ts';
import { parseInterest } from '../parts/launches/interest-text.ts';
import {
  blankScheme,
  type SchemeValues,
  toBody,
  toFormValues,
  withGoal,
  withObjective,
  withStrategy,
} from '../parts/schemes/scheme-values.ts';
import { sampleScheme } from './publish-wizard.walks.ts';
import { checkCopy, checkScheme, liveFaults, nameOfCopy, schemeDraft } from './scheme-rules.ts';

const NOW = Date.parse('2026-11-22T08:00:00Z');
const { values: good, subject } = schemeDraft(sampleScheme, NOW);
/** A scheme that was enabled, and therefore must be complete. */
const checked = (values: SchemeValues) => checkScheme(values, subject);
const soon = '2026-11-22T08:05:00.000Z';
const later = '2026-11-22T09:00:00.000Z';

describe('a scheme', () => {
  it('is accepted if it is valid', () => {
    expect([checked(good), liveFaults(good)]).toEqual([{}, {}]);
  });

  it('is unchanged by its way through the form', () => {
    const { body } = sampleScheme;
    expect(toBody({ ...good, ...toFormValues(body) })).toEqual(body);
    const rich = toBody({
      ...good,
      optimization_goal: 'VALUE',
      bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS',
      roas_floor: 0.57,
      budget_usd: 19.99,
      interests: ['6003107902433 Soap operas'],
      budget_mode: 'lifetime',
      dayparting: Array.from({ length: 168 }, (_, hour) => hour % 2),
      end_at: '2026-12-01T00:00:00.000Z',
    });
    expect([rich.money.roas_floor_bp, rich.money.budget_usd]).toEqual([5700, 1999]);
    expect(toBody({ ...good, ...toFormValues(rich) })).toEqual(rich);
  });

  it('declares special categories for the countries of its audience unless it names others', () => {
    const housing: SchemeValues = { ...good, special_ad_categories: ['HOUSING'], special_ad_countries: [] };
    expect(toBody(housing).goal).toMatchObject({ special_ad_categories: ['HOUSING'], special_ad_countries: ['US'] });
    expect(toBody({ ...housing, special_ad_countries: ['US', 'CA'] }).goal.special_ad_countries).toEqual(['US', 'CA']);
    expect(Object.keys(toBody({ ...housing, special_ad_categories: [] }).goal)).not.toContain('special_ad_countries');
  });

  it('names an app for app promotion only', () => {
    const app = { ...good, app_id: '1234567890', app_store_url: 'https://play.google.com/store/apps/details?id=a' };
    expect(Object.keys(toBody(app).goal)).not.toContain('app_id');
    const promoting: SchemeValues = { ...app, ...withObjective(app, 'OUTCOME_APP_PROMOTION') };
    expect(toBody(promoting).goal).toMatchObject({ app_id: '1234567890' });
    expect(checked(promoting)).toEqual({});
  });

  it('names who benefits and who pays for the European Union only', () => {
    const parties = { beneficiary: ' A ', payer: 'B' };
    expect(Object.keys(toBody({ ...good, ...parties }).identity)).not.toContain('beneficiary');
    const inFrance: SchemeValues = { ...good, ...parties, countries: ['US', 'FR'] };
    expect(toBody(inFrance).identity).toMatchObject({ beneficiary: 'A', payer: 'B' });
    expect(checked(inFrance)).toEqual({});
    expect(toBody({ ...good, ...toFormValues(toBody(inFrance)) })).toEqual(toBody(inFrance));
    expect(Object.keys(toBody({ ...inFrance, beneficiary: '', payer: '' }).identity)).not.toContain('payer');
  });

  // The live checks of the form: every rule between fields.
  it.each<[SchemeRule, Partial<SchemeValues>, keyof SchemeValues]>([
    [
      'goalOfObjective',
      { objective: 'OUTCOME_LEADS', optimization_goal: 'LINK_CLICKS', custom_event_type: undefined },
      'optimization_goal',
    ],
    ['categoryAudience', { special_ad_categories: ['EMPLOYMENT'], age_min: 25 }, 'age_min'],
    ['countryUndeclared', { special_ad_categories: ['HOUSING'], special_ad_countries: ['CA'] }, 'special_ad_countries'],
    ['billingOfGoal', { billing_event: 'THRUPLAY' }, 'billing_event'],
    ['strategyOfGoal', { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', roas_floor: 1 }, 'bid_strategy'],
    ['absent', { bid_usd: 3 }, 'bid_usd'],
    ['absent', { countries: ['FR'], payer: 'B' }, 'payer'],
    ['ageOrder', { age_min: 40, age_max: 30 }, 'age_max'],
    ['startAhead', { start_mode: 'at', start_at: soon }, 'start_at'],
    ['endAfterStart', { start_mode: 'at', start_at: later, end_at: soon }, 'end_at'],
    ['lifetimeDay', { budget_mode: 'lifetime', end_at: later }, 'end_at'],
    ['daypartingLifetime', { dayparting: Array.from({ length: 168 }, () => 1) }, 'dayparting'],
    [
      'daypartingEmpty',
      { budget_mode: 'lifetime', end_at: '2026-12-01T00:00:00.000Z', dayparting: Array.from({ length: 168 }, () => 0) },
      'dayparting',
    ],
    ['groupsMost', { campaigns_per_account: 10, groups_per_campaign: 21 }, 'groups_per_campaign'],
    ['macroUnknown', { campaign: '{drama}_{seq}' }, 'campaign'],
    ['uniqueItems', { homepage_ids: [8, 8] }, 'homepage_ids'],
  ])('says at once %s', (rule, changes, field) => {
    const values = { ...good, ...changes };
    expect(liveFaults(values)[field]).toMatchObject({ rule });
    expect(checked(values)[field]).toMatchObject({ rule });
  });

  it.each<[Partial<SchemeValues>, keyof SchemeValues]>([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ remark: 'x'.repeat(201) }, 'remark'],
    [{ custom_event_type: undefined }, 'custom_event_type'],
    [{ objective: 'OUTCOME_APP_PROMOTION', optimization_goal: 'APP_INSTALLS' }, 'app_id'],
    [{ objective: 'OUTCOME_APP_PROMOTION', optimization_goal: 'APP_INSTALLS', app_store_url: 'https://app.test' }, 'app_store_url'],
    [{ budget_usd: undefined }, 'budget_usd'],
    [{ budget_usd: 0.5 }, 'budget_usd'],
    [{ budget_usd: 1.005 }, 'budget_usd'],
    [{ budget_usd: Number.NaN }, 'budget_usd'],
    [{ bid_strategy: 'COST_CAP' }, 'bid_usd'],
    [{ optimization_goal: 'VALUE', bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' }, 'roas_floor'],
    [{ countries: [] }, 'countries'],
    [{ age_min: 17 }, 'age_min'],
    [{ age_min: 18.5 }, 'age_min'],
    [{ age_max: undefined }, 'age_max'],
    [{ placement_mode: 'manual' }, 'placements'],
    [{ interests: ['Soap operas'] }, 'interests'],
    [{ start_mode: 'at' }, 'start_at'],
    [{ start_mode: 'at', start_at: 'tomorrow' }, 'start_at'],
    [{ budget_mode: 'lifetime' }, 'end_at'],
    [{ campaigns_per_account: 11 }, 'campaigns_per_account'],
    [{ ads_per_group: undefined }, 'ads_per_group'],
    [{ primary_texts: [''] }, 'primary_texts'],
    [{ headlines: ['x'.repeat(256)] }, 'headlines'],
    [{ site_id: undefined }, 'site_id'],
    [{ pixel_mode: 'fixed' }, 'pixel_id'],
    [{ homepage_ids: [] }, 'homepage_ids'],
    [{ landing_mode: 'fixed' }, 'landing_page_ids'],
    [{ ad: '' }, 'ad'],
  ])('is refused with %o', (changes, field) => {
    expect(Object.keys(checked({ ...good, ...changes }))).toContain(field);
  });

  it('names limits of money in dollars, as they are typed', () => {
    expect(checked({ ...good, budget_usd: 0.5 }).budget_usd).toEqual({ rule: 'numberMin', params: { min: 1 } });
    const floor = { ...good, optimization_goal: 'VALUE', bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', roas_floor: 0.001 } as const;
    expect(checked(floor).roas_floor).toEqual({ rule: 'numberMin', params: { min: 0.01 } });
  });

  it('does not check missing fields while typing', () => {
    expect(liveFaults({ ...good, budget_usd: undefined, countries: [], age_max: undefined, custom_event_type: undefined })).toEqual({});
  });

  it('needs no texts if it uses posts', () => {
    expect(checked({ ...good, source: 'post', primary_texts: [''] })).toEqual({});
  });
});

describe('a draft', () => {
  const draft = { ...subject, isDraft: true };
  const bare: SchemeValues = { ...blankScheme, name: 'Later', enable: false, asOf: NOW };

  it('needs only its name, whether it is new or not', () => {
    expect([checkScheme(bare, undefined), checkScheme(bare, draft)]).toEqual([{}, {}]);
    expect(checkScheme({ ...bare, name: '' }, undefined)).toEqual({ name: { rule: 'required' } });
  });

  it.each<[Partial<SchemeValues>, keyof SchemeValues]>([
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ budget_usd: Number.NaN }, 'budget_usd'],
    [{ budget_usd: 0.5 }, 'budget_usd'],
    [{ budget_usd: 12.005 }, 'budget_usd'],
    [{ age_min: 17 }, 'age_min'],
    [{ ads_per_group: 1.5 }, 'ads_per_group'],
    [{ primary_texts: [' '] }, 'primary_texts'],
    [{ headlines: ['x'.repeat(256)] }, 'headlines'],
    [{ interests: ['Soap operas'] }, 'interests'],
    [{ end_at: 'tomorrow' }, 'end_at'],
    [{ ad: '{who}' }, 'ad'],
    [{ campaigns_per_account: 10, groups_per_campaign: 21, ads_per_group: undefined }, 'groups_per_campaign'],
  ])('is refused with %o, which is not sound', (changes, field) => {
    expect(Object.keys(checkScheme({ ...bare, ...changes }, draft))).toEqual([field]);
  });

  it('must be complete before it is enabled', () => {
    const missing = ['budget_usd', 'countries', 'homepage_ids', 'primary_texts', 'site_id'];
    for (const known of [undefined, draft]) {
      expect(Object.entries(checkScheme({ ...bare, enable: true }, known)).sort()).toEqual(
        missing.map((field) => [field, { rule: 'required' }]),
      );
    }
    // An enabled scheme never becomes a draft again.
    expect(Object.keys(checkScheme(bare, subject)).sort()).toEqual(missing);
  });

  it('keeps its content when it is opened again', () => {
    const kept: SchemeValues = {
      ...bare,
      age_min: undefined,
      ads_per_group: undefined,
      headlines: ['Back', ''],
      ad: '',
      countries: ['US'],
    };
    const body = toBody(kept);
    expect(body).toMatchObject({
      money: { budget_usd: null },
      audience: { age_min: null, countries: ['US'] },
      structure: { ads_per_group: null },
      creative: { primary_texts: [], headlines: ['Back'] },
      identity: { site_id: null },
    });
    const opened = schemeDraft({ ...sampleScheme, name: 'Later', status: 'draft', body }, NOW);
    expect(opened.values).toEqual({ ...kept, headlines: ['Back'] });
    expect(opened.subject.isDraft).toBe(true);
  });
});

describe('a choice that requires further changes', () => {
  it('sets a goal of the objective, and values which that goal allows', () => {
    expect(withObjective({ ...good, billing_event: 'IMPRESSIONS' }, 'OUTCOME_ENGAGEMENT')).toEqual({
      objective: 'OUTCOME_ENGAGEMENT',
      optimization_goal: 'THRUPLAY',
      custom_event_type: undefined,
    });
    expect(withObjective(good, 'OUTCOME_LEADS')).toEqual({ objective: 'OUTCOME_LEADS', optimization_goal: 'OFFSITE_CONVERSIONS' });
  });

  it('replaces billing and bidding that the goal does not allow', () => {
    const values: SchemeValues = { ...good, optimization_goal: 'VALUE', bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', roas_floor: 1 };
    expect(withGoal({ ...values, billing_event: 'THRUPLAY' }, 'LINK_CLICKS')).toEqual({
      optimization_goal: 'LINK_CLICKS',
      billing_event: 'IMPRESSIONS',
      custom_event_type: undefined,
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      bid_usd: undefined,
      roas_floor: undefined,
    });
  });

  it('clears a bid and a floor that the strategy does not use', () => {
    const values = { ...good, bid_usd: 2, roas_floor: 1 };
    expect(withStrategy(values, 'COST_CAP')).toEqual({ bid_strategy: 'COST_CAP', bid_usd: 2, roas_floor: undefined });
    expect(withStrategy(values, 'LOWEST_COST_WITHOUT_CAP')).toEqual({
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
      bid_usd: undefined,
      roas_floor: undefined,
    });
  });
});

describe('an interest', () => {
  it.each([
    ['6003107902433 Soap operas', { id: '6003107902433', name: 'Soap operas' }],
    [' 12  a ', { id: '12', name: 'a' }],
    ['Soap operas', undefined],
    ['6003107902433', undefined],
  ])('%s', (text, interest) => {
    expect(parseInterest(text)).toEqual(interest);
  });
});

describe('the copy of a scheme', () => {
  it('has a name within the limit, however long the original is', () => {
    expect(nameOfCopy('US', ' copy')).toBe('US copy');
    expect([...nameOfCopy('爱'.repeat(60), ' 副本')]).toHaveLength(60);
    expect(checkCopy({ name: nameOfCopy('爱'.repeat(60), ' 副本') })).toEqual({});
    expect(Object.keys(checkCopy({ name: ' ' }))).toEqual(['name']);
  });
});
