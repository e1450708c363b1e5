import {
  type BidStrategy,
  type BillingEvent,
  bidStrategies,
  billingEvents,
  schemeLimits as limits,
  type Objective,
  type OptimizationGoal,
  type SchemeBody,
  type SpecialAdCategory,
  type UnfinishedBody,
} from './scheme-body.ts';
import { unknownMacros } from './scheme-names.ts';

/** The goals of each objective. */
export const goalsOf: Readonly<Record<Objective, readonly OptimizationGoal[]>> = {
  OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LANDING_PAGE_VIEWS', 'LINK_CLICKS'],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'VALUE'],
  OUTCOME_TRAFFIC: ['LANDING_PAGE_VIEWS', 'LINK_CLICKS'],
  OUTCOME_LEADS: ['OFFSITE_CONVERSIONS'],
  OUTCOME_ENGAGEMENT: ['THRUPLAY'],
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS'],
};

/** Whether a goal is measured by pixel events. */
export const needsPixel = (goal: OptimizationGoal): boolean => goal === 'OFFSITE_CONVERSIONS' || goal === 'VALUE';

/** The billing events of a goal: clicks and views only when they are the goal. */
export const billingEventsOf = (goal: OptimizationGoal): BillingEvent[] =>
  billingEvents.filter((event) => event === 'IMPRESSIONS' || event === goal);

/** A minimum return needs a goal that measures value. */
export const bidStrategiesOf = (goal: OptimizationGoal): BidStrategy[] =>
  bidStrategies.filter((strategy) => strategy !== 'LOWEST_COST_WITH_MIN_ROAS' || goal === 'VALUE');

export const needsBid = (strategy: BidStrategy): boolean => strategy === 'LOWEST_COST_WITH_BID_CAP' || strategy === 'COST_CAP';
export const needsRoasFloor = (strategy: BidStrategy): boolean => strategy === 'LOWEST_COST_WITH_MIN_ROAS';

const EVERY_AGE = limits.age;
/** Subjects for which platforms forbid choosing people by age, gender or interests. */
const OPEN_AUDIENCE: ReadonlySet<SpecialAdCategory> = new Set<SpecialAdCategory>(['HOUSING', 'EMPLOYMENT', 'FINANCIAL_PRODUCTS_SERVICES']);

/** Whether ads of these subjects must say who paid for them, which somebody sets up on the platform itself. */
export const needsDisclaimer = (categories: readonly SpecialAdCategory[] = []): boolean => categories.includes('ISSUES_ELECTIONS_POLITICS');

/** Whether ads of these subjects must be open to every age, gender and interest. */
export const needsOpenAudience = (categories: readonly SpecialAdCategory[] = []): boolean =>
  categories.some((category) => OPEN_AUDIENCE.has(category));

/** Whether an objective promotes an app. */
export const needsApp = (objective: Objective): boolean => objective === 'OUTCOME_APP_PROMOTION';

/** Whether the app to promote is missing. */
export const lacksApp = ({ objective, app_id, app_store_url }: UnfinishedBody['goal']): boolean =>
  needsApp(objective) && (!app_id || !app_store_url);

/** Whether ads can be limited to some hours. */
export const takesDayparting = (mode: SchemeBody['money']['budget_mode']): boolean => mode === 'lifetime';

/** The possible faults of a field; console and server have a text for each. */
export const schemeRules = [
  'required',
  'absent',
  'blank',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'maxLength',
  'uniqueItems',
  'goalOfObjective',
  'categoryAudience',
  'countryUndeclared',
  'appOfObjective',
  'billingOfGoal',
  'strategyOfGoal',
  'ageOrder',
  'startAhead',
  'endAfterStart',
  'lifetimeDay',
  'daypartingLifetime',
  'daypartingEmpty',
  'groupsMost',
  'macroUnknown',
] as const;
export type SchemeRule = (typeof schemeRules)[number];

type Part = keyof SchemeBody;
type Leaf<P extends Part> = `${P}.${Extract<keyof SchemeBody[P], string>}`;
/** A field of the body, such as `money.bid_usd`. */
export type SchemeField = { [P in Part]: Leaf<P> }[Part];

export interface SchemeFault {
  field: SchemeField;
  rule: SchemeRule;
  params?: Record<string, string | number>;
}

type Faults = SchemeFault[];

const among = (field: SchemeField, value: number | null, [least, most]: readonly [number, number]): Faults => {
  if (value === null) return [{ field, rule: 'required' }];
  if (value < least) return [{ field, rule: 'minimum', params: { limit: least } }];
  return value > most ? [{ field, rule: 'maximum', params: { limit: most } }] : [];
};

const listed = (field: SchemeField, list: readonly (string | number)[], [least, most]: readonly [number, number]): Faults => {
  if (list.length < least) return [list.length === 0 ? { field, rule: 'required' } : { field, rule: 'minItems', params: { limit: least } }];
  if (list.length > most) return [{ field, rule: 'maxItems', params: { limit: most } }];
  return new Set(list).size < list.length ? [{ field, rule: 'uniqueItems' }] : [];
};

const texts = (field: SchemeField, list: readonly string[], least: number, length: number): Faults => {
  if (list.length < least) return [{ field, rule: 'required' }];
  if (list.length > limits.texts) return [{ field, rule: 'maxItems', params: { limit: limits.texts } }];
  if (list.some((text) => text.trim() === '')) return [{ field, rule: 'blank' }];
  return list.some((text) => [...text].length > length) ? [{ field, rule: 'maxLength', params: { limit: length } }] : [];
};

function goalFaults({ goal }: UnfinishedBody): Faults {
  const { objective, optimization_goal, billing_event, custom_event_type } = goal;
  const faults: Faults = [];
  if (!goalsOf[objective].includes(optimization_goal)) faults.push({ field: 'goal.optimization_goal', rule: 'goalOfObjective' });
  if (needsPixel(optimization_goal) && custom_event_type === null) faults.push({ field: 'goal.custom_event_type', rule: 'required' });
  if (!billingEventsOf(optimization_goal).includes(billing_event)) faults.push({ field: 'goal.billing_event', rule: 'billingOfGoal' });
  return faults;
}

/** Regulated subjects are declared for every country of the audience, which some of them leave open to everyone. */
function categoryFaults({ goal, audience }: UnfinishedBody): Faults {
  const { objective, special_ad_categories = [], special_ad_countries = [], app_id, app_store_url } = goal;
  const faults: Faults = [];
  if (special_ad_categories.length === 0) {
    if (special_ad_countries.length > 0) faults.push({ field: 'goal.special_ad_countries', rule: 'absent' });
  } else if (!audience.countries.every((country) => special_ad_countries.includes(country)))
    faults.push({ field: 'goal.special_ad_countries', rule: 'countryUndeclared' });
  if (needsOpenAudience(special_ad_categories)) {
    const { age_min, age_max, genders, interests } = audience;
    if (age_min !== null && age_min !== EVERY_AGE[0]) faults.push({ field: 'audience.age_min', rule: 'categoryAudience' });
    if (age_max !== null && age_max !== EVERY_AGE[1]) faults.push({ field: 'audience.age_max', rule: 'categoryAudience' });
    if (genders !== 'all') faults.push({ field: 'audience.genders', rule: 'categoryAudience' });
    if (interests.length > 0) faults.push({ field: 'audience.interests', rule: 'categoryAudience' });
  }
  if (!needsApp(objective)) {
    if (app_id) faults.push({ field: 'goal.app_id', rule: 'appOfObjective' });
    if (app_store_url) faults.push({ field: 'goal.app_store_url', rule: 'appOfObjective' });
  }
  return faults;
}

function moneyFaults({ money, goal }: UnfinishedBody): Faults {
  const { budget_usd, bid_strategy, bid_usd, roas_floor_bp } = money;
  const faults = among('money.budget_usd', budget_usd, limits.budgetUsd);
  if (!bidStrategiesOf(goal.optimization_goal).includes(bid_strategy)) faults.push({ field: 'money.bid_strategy', rule: 'strategyOfGoal' });
  if (!needsBid(bid_strategy)) {
    if (bid_usd !== null) faults.push({ field: 'money.bid_usd', rule: 'absent' });
  } else faults.push(...among('money.bid_usd', bid_usd, limits.bidUsd));
  if (!needsRoasFloor(bid_strategy)) {
    if (roas_floor_bp !== null) faults.push({ field: 'money.roas_floor_bp', rule: 'absent' });
  } else faults.push(...among('money.roas_floor_bp', roas_floor_bp, limits.roasFloorBp));
  return faults;
}

function audienceFaults({ audience }: UnfinishedBody): Faults {
  const {
    countries,
    age_min,
    age_max,
    locales,
    placement_mode,
    placements,
    interests,
    audiences = [],
    excluded_audiences: excluded = [],
  } = audience;
  const faults = [
    ...listed('audience.countries', countries, limits.countries),
    ...among('audience.age_min', age_min, limits.age),
    ...among('audience.age_max', age_max, limits.age),
    ...listed('audience.locales', locales, [0, limits.locales]),
    ...listed(
      'audience.interests',
      interests.map(({ id }) => id),
      [0, limits.interests],
    ),
    ...listed(
      'audience.audiences',
      audiences.map(({ id }) => id),
      [0, limits.audiences],
    ),
    ...listed(
      'audience.excluded_audiences',
      excluded.map(({ id }) => id),
      [0, limits.audiences],
    ),
  ];
  if (age_min !== null && age_max !== null && age_min > age_max) faults.push({ field: 'audience.age_max', rule: 'ageOrder' });
  if (placement_mode === 'manual' && placements.length === 0) faults.push({ field: 'audience.placements', rule: 'required' });
  return faults;
}

function timeFaults({ time, money }: UnfinishedBody, now: number): Faults {
  const { start_mode, start_at, end_at, dayparting } = time;
  const faults: Faults = [];
  const isLifetime = money.budget_mode === 'lifetime';
  const start = start_mode === 'at' && start_at !== null ? Date.parse(start_at) : now;
  if (start_mode !== 'at') {
    if (start_at !== null) faults.push({ field: 'time.start_at', rule: 'absent' });
  } else if (start_at === null) faults.push({ field: 'time.start_at', rule: 'required' });
  else if (start <= now + limits.startAheadMs) faults.push({ field: 'time.start_at', rule: 'startAhead', params: { minutes: 10 } });
  if (end_at === null) {
    if (isLifetime) faults.push({ field: 'time.end_at', rule: 'required' });
  } else if (Date.parse(end_at) <= start) faults.push({ field: 'time.end_at', rule: 'endAfterStart' });
  else if (isLifetime && Date.parse(end_at) < start + limits.lifetimeMs) faults.push({ field: 'time.end_at', rule: 'lifetimeDay' });
  if (dayparting !== null) {
    if (!takesDayparting(money.budget_mode)) faults.push({ field: 'time.dayparting', rule: 'daypartingLifetime' });
    else if (!dayparting.includes(1)) faults.push({ field: 'time.dayparting', rule: 'daypartingEmpty' });
  }
  return faults;
}

function structureFaults({ structure }: UnfinishedBody): Faults {
  const { campaigns_per_account, groups_per_campaign, ads_per_group } = structure;
  const faults = [
    ...among('structure.campaigns_per_account', campaigns_per_account, limits.campaignsPerAccount),
    ...among('structure.groups_per_campaign', groups_per_campaign, limits.groupsPerCampaign),
    ...among('structure.ads_per_group', ads_per_group, limits.adsPerGroup),
  ];
  const groups = (campaigns_per_account ?? 0) * (groups_per_campaign ?? 0);
  if (faults.every(({ rule }) => rule === 'required') && groups > limits.groupsPerAccount) {
    faults.push({ field: 'structure.groups_per_campaign', rule: 'groupsMost', params: { count: groups, limit: limits.groupsPerAccount } });
  }
  return faults;
}

/** A post has its own texts. */
const creativeFaults = ({ creative }: UnfinishedBody): Faults => [
  ...texts('creative.primary_texts', creative.primary_texts, creative.source === 'post' ? 0 : 1, limits.textLength),
  ...texts('creative.headlines', creative.headlines, 0, limits.headlineLength),
  ...texts('creative.descriptions', creative.descriptions, 0, limits.headlineLength),
];

function identityFaults({ identity }: UnfinishedBody): Faults {
  const { site_id, pixel_mode, pixel_id, homepage_ids, landing_mode, landing_page_ids, beneficiary, payer } = identity;
  const faults: Faults = [
    ...(site_id === null ? [{ field: 'identity.site_id', rule: 'required' } as const] : []),
    ...listed('identity.homepage_ids', homepage_ids, [1, limits.homepages]),
    ...listed('identity.landing_page_ids', landing_page_ids, [landing_mode === 'fixed' ? 1 : 0, limits.landings]),
  ];
  if (pixel_mode === 'fixed' && pixel_id === null) faults.push({ field: 'identity.pixel_id', rule: 'required' });
  for (const [field, party] of Object.entries({ beneficiary, payer } as const))
    if ([...(party ?? '')].length > limits.partyLength)
      faults.push({ field: `identity.${field as 'beneficiary' | 'payer'}`, rule: 'maxLength', params: { limit: limits.partyLength } });
  if (payer && !beneficiary) faults.push({ field: 'identity.payer', rule: 'absent' });
  return faults;
}

/** The fault of a name template; null when it is valid. */
export function templateFault(template: string): Pick<SchemeFault, 'rule' | 'params'> | null {
  if (template === '') return { rule: 'required' };
  if (template.trim() === '') return { rule: 'blank' };
  if ([...template].length > limits.nameLength) return { rule: 'maxLength', params: { limit: limits.nameLength } };
  const [macro] = unknownMacros(template);
  return macro === undefined ? null : { rule: 'macroUnknown', params: { macro } };
}

const namingFaults = ({ naming }: UnfinishedBody): Faults =>
  (['campaign', 'ad_group', 'ad'] as const).flatMap((level) => {
    const fault = templateFault(naming[level]);
    return fault === null ? [] : [{ field: `naming.${level}` as const, ...fault }];
  });

/**
 * All faults of a scheme body, by field in the order of its parts. `now` is in milliseconds. Only the server can check whether the objects
 * it refers to exist and may be used.
 */
export const schemeFaults = (body: UnfinishedBody, { now }: { now: number }): SchemeFault[] => [
  ...goalFaults(body),
  ...categoryFaults(body),
  ...moneyFaults(body),
  ...audienceFaults(body),
  ...timeFaults(body, now),
  ...structureFaults(body),
  ...creativeFaults(body),
  ...identityFaults(body),
  ...namingFaults(body),
];

/** Fields that a draft may leave out, although every scheme or another of its fields requires them. */
export const omissibleFields = [
  'goal.custom_event_type',
  'money.budget_usd',
  'money.bid_usd',
  'money.roas_floor_bp',
  'audience.countries',
  'audience.age_min',
  'audience.age_max',
  'audience.placements',
  'time.start_at',
  'time.end_at',
  'structure.campaigns_per_account',
  'structure.groups_per_campaign',
  'structure.ads_per_group',
  'creative.primary_texts',
  'identity.site_id',
  'identity.homepage_ids',
  'identity.landing_page_ids',
  'identity.pixel_id',
  'naming.campaign',
  'naming.ad_group',
  'naming.ad',
] as const satisfies readonly SchemeField[];
export type OmissibleField = (typeof omissibleFields)[number];

/** The faults of a draft: fields that are present must be valid, and required fields may be missing. */
export const draftFaults = (body: UnfinishedBody, clock: { now: number }): SchemeFault[] =>
  schemeFaults(body, clock).filter(({ rule }) => rule !== 'required');

/** The missing fields, in the order of the parts. */
export function missingFields(body: UnfinishedBody): OmissibleField[] {
  const left = new Set<SchemeField>(schemeFaults(body, { now: 0 }).flatMap(({ field, rule }) => (rule === 'required' ? [field] : [])));
  return omissibleFields.filter((field) => left.has(field));
}

/** Whether no field is missing, which is required for enabling and publishing. */
export const isFinished = <Body extends UnfinishedBody>(body: Body): body is Body & SchemeBody => missingFields(body).length === 0;
