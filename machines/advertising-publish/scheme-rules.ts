import type { SchemeRow as WireRow } from '#contracts/endpoints/schemes.ts';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { type SchemeFault, type SchemeField, type SchemeRule, schemeFaults } from '#contracts/rules/scheme-rules.ts';
import { schemeFilters, schemeSortable } from '#contracts/vocabulary/schemes.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import { aNumber, faultsIn, firstFault, required, stringMaximum, stringRange, wholeNumber } from '../kernel/form/field-rules.ts';
import { moneyFault } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { blankScheme, bodyOf, interestOf, isInstant, type SchemeFields, type SchemeValues, valuesOfBody } from './scheme-values.ts';

export type SchemeRow = Omit<WireRow, 'updated_at'>;
export type SchemeStatus = WireRow['status'];

export const NAME_MOST = 60;
export const REMARK_MOST = 200;

export const schemeQuery = vocabularyQuery(schemeFilters, schemeSortable);
export type SchemeFilters = ReturnType<typeof schemeQuery.read>['filters'];

export interface SchemeSubject {
  id: number;
  version: number;
  /** How it is called when the reader is asked about it. */
  name: string;
  /** The version of what it says. */
  current_version: number;
  /** A change becomes a version of its own. */
  isPublished: boolean;
  /** It was never enabled: it may be unfinished. */
  isDraft: boolean;
}

/** What rules of a scheme are called where a form has words for them. The others have words of their own. */
const spoken: Partial<Record<SchemeRule, (params: Record<string, string | number>) => FieldFault>> = {
  required: () => ({ rule: 'required' }),
  blank: () => ({ rule: 'blank' }),
  minimum: ({ limit = 0 }) => ({ rule: 'numberMin', params: { min: limit } }),
  maximum: ({ limit = 0 }) => ({ rule: 'numberMax', params: { max: limit } }),
  minItems: ({ limit = 0 }) => ({ rule: 'arrayMin', params: { min: limit } }),
  maxItems: ({ limit = 0 }) => ({ rule: 'arrayMax', params: { max: limit } }),
};

/** Limits of money and returns are told in what is typed: dollars, not cents. */
const SCALES: Partial<Record<keyof SchemeValues, number>> = { budget_usd: 100, bid_usd: 100, roas_floor: 10_000 };

const typedAs: Record<string, keyof SchemeFields> = { roas_floor_bp: 'roas_floor' };

/** The field of the form that a field of the body is typed into. */
export const typedField = (field: SchemeField): keyof SchemeFields => {
  const leaf = field.split('.')[1] ?? '';
  return typedAs[leaf] ?? (leaf as keyof SchemeFields);
};

/** Fields that hold several texts: too long is one of them. */
const LISTS: ReadonlySet<keyof SchemeValues> = new Set(['primary_texts', 'headlines', 'descriptions'] as const);

function faultOf(found: SchemeFault): FieldFault {
  const { rule, params = {} } = found;
  const scale = SCALES[typedField(found.field)] ?? 1;
  const told: Record<string, string | number> = typeof params.limit === 'number' ? { ...params, limit: params.limit / scale } : params;
  if (rule === 'maxLength') {
    const isList = LISTS.has(typedField(found.field));
    return { rule: isList ? 'itemMax' : 'stringMax', params: { max: told.limit ?? 0 } };
  }
  return spoken[rule]?.(told) ?? { rule, params: told };
}

/** Each field once, with the first thing that is wrong with it. */
function byField(found: readonly SchemeFault[]): FieldFaults<SchemeValues> {
  const faults: FieldFaults<SchemeValues> = {};
  for (const one of found) faults[typedField(one.field)] ??= faultOf(one);
  return faults;
}

const judged = (values: SchemeValues): SchemeFault[] => schemeFaults(bodyOf(values), { now: values.asOf });

const anInstant = (value: string): FieldFault | undefined =>
  value === '' || isInstant(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

const eachInterest = (values: readonly string[]): FieldFault | undefined =>
  values.every((text) => interestOf(text) !== undefined) ? undefined : { rule: 'pattern' };

const dollars = (value: number | undefined): FieldFault | undefined => firstFault(value, aNumber) ?? moneyFault(value, 'USD');

/** Rules that lie between fields, or that no further typing mends: they are said while somebody types. */
const LIVE: ReadonlySet<SchemeRule> = new Set<SchemeRule>([
  'absent',
  'maximum',
  'maxItems',
  'maxLength',
  'uniqueItems',
  'goalOfObjective',
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
]);

export const liveFaults = (values: SchemeValues): FieldFaults<SchemeValues> => byField(judged(values).filter(({ rule }) => LIVE.has(rule)));

const wholeFaults = (values: SchemeValues): FieldFaults<SchemeValues> => ({
  ...byField(judged(values)),
  ...faultsIn<SchemeValues>({
    remark: firstFault(values.remark, stringMaximum(REMARK_MOST)),
    budget_usd: dollars(values.budget_usd),
    bid_usd: dollars(values.bid_usd),
    roas_floor: firstFault(values.roas_floor, aNumber),
    age_min: firstFault(values.age_min, wholeNumber),
    age_max: firstFault(values.age_max, wholeNumber),
    campaigns_per_account: firstFault(values.campaigns_per_account, wholeNumber),
    groups_per_campaign: firstFault(values.groups_per_campaign, wholeNumber),
    ads_per_group: firstFault(values.ads_per_group, wholeNumber),
    interests: eachInterest(values.interests),
    start_at: values.start_mode === 'at' ? anInstant(values.start_at) : undefined,
    end_at: anInstant(values.end_at),
  }),
});

const isMissing = (fault: FieldFault): boolean => 'rule' in fault && fault.rule === 'required';

/** What is wrong with a scheme. One that stays a draft needs its name alone, and what stands in it has to be sound. */
export function checkScheme(values: SchemeValues, subject: SchemeSubject | undefined): FieldFaults<SchemeValues> {
  const staysDraft = !values.enable && (subject === undefined || subject.isDraft);
  const found = Object.entries(wholeFaults(values)).filter(([, fault]) => !(staysDraft && isMissing(fault)));
  return {
    ...Object.fromEntries(found),
    ...faultsIn<SchemeValues>({ name: firstFault(values.name, required, stringRange(1, NAME_MOST)) }),
  };
}

/** A scheme with what it says, in one of its versions. */
export interface KnownScheme
  extends Pick<
    SchemeRow,
    'id' | 'version' | 'name' | 'biz' | 'channel' | 'visibility' | 'remark' | 'current_version' | 'publish_count' | 'status'
  > {
  body: UnfinishedBody;
}

export const schemeDraft = (scheme: KnownScheme, asOf: number) => ({
  values: {
    ...valuesOfBody(scheme.body),
    name: scheme.name,
    biz: scheme.biz,
    channel: scheme.channel,
    visibility: scheme.visibility,
    remark: scheme.remark ?? '',
    enable: false,
    asOf,
  } satisfies SchemeValues,
  subject: {
    id: scheme.id,
    version: scheme.version,
    name: scheme.name,
    current_version: scheme.current_version,
    isPublished: scheme.publish_count > 0,
    isDraft: scheme.status === 'draft',
  } satisfies SchemeSubject,
});

export const newScheme = (biz: SchemeValues['biz'], asOf: number) => ({ values: { ...blankScheme, biz, asOf }, subject: undefined });

/** What is asked for a copy of a scheme: how it is to be called. */
export interface CopyValues {
  name: string;
  /** It can be published from at once; otherwise it is a draft. */
  enable: boolean;
}

export interface CopySubject {
  id: number;
  /** Of the scheme that is copied. */
  name: string;
  /** Its copy can only be a draft, too. */
  isUnfinished: boolean;
}

export const checkCopy = ({ name }: Pick<CopyValues, 'name'>): FieldFaults<CopyValues> =>
  faultsIn<CopyValues>({ name: firstFault(name, required, stringRange(1, NAME_MOST)) });

/** A name for the copy that fits, whatever the first one is. */
export const nameOfCopy = (name: string, suffix: string): string =>
  `${[...name].slice(0, NAME_MOST - [...suffix].length).join('')}${suffix}`;
