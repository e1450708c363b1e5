import type { SchemeRow as WireRow } from '#contracts/endpoints/schemes.ts';
import type { UnfinishedBody } from '#contracts/rules/scheme-body.ts';
import { APP_ID_PATTERN, APP_STORE_PATTERN } from '#contracts/rules/scheme-body.ts';
import { needsApp, type SchemeFault, type SchemeRule, schemeFaults } from '#contracts/rules/scheme-rules.ts';
import { schemeFilters, schemeSortable } from '#contracts/vocabulary/schemes.ts';
import type { FieldFault, FieldFaults } from '../kernel/form/faults.ts';
import { faultsIn, firstFault, required, stringMaximum, stringRange, validNumber, wholeNumber } from '../kernel/form/field-rules.ts';
import { moneyFault } from '../kernel/form/money.ts';
import { vocabularyQuery } from '../kernel/list/vocabulary-query.ts';
import { parseInterest } from '../parts/launches/interest-text.ts';
import { blankScheme, isInstant, type SchemeFields, type SchemeValues, toBody, toFormValues } from '../parts/schemes/scheme-values.ts';

export type SchemeRow = Omit<WireRow, 'updated_at'>;
export type SchemeStatus = WireRow['status'];

export const MAX_NAME_LENGTH = 60;
export const MAX_REMARK_LENGTH = 200;

export const schemeQuery = vocabularyQuery(schemeFilters, schemeSortable);
export type SchemeFilters = ReturnType<typeof schemeQuery.read>['filters'];

export interface SchemeSubject {
  id: number;
  version: number;
  /** The name for confirmations. */
  name: string;
  /** The version of its body. */
  current_version: number;
  /** Whether it was published, so that a change becomes a new version. */
  isPublished: boolean;
  /** Whether it was never enabled and may be unfinished. */
  isDraft: boolean;
}

/** The form rules that correspond to rules of schemes. The other rules have texts of their own. */
const FORM_RULES: Partial<Record<SchemeRule, (params: Record<string, string | number>) => FieldFault>> = {
  required: () => ({ rule: 'required' }),
  blank: () => ({ rule: 'blank' }),
  minimum: ({ limit = 0 }) => ({ rule: 'numberMin', params: { min: limit } }),
  maximum: ({ limit = 0 }) => ({ rule: 'numberMax', params: { max: limit } }),
  minItems: ({ limit = 0 }) => ({ rule: 'arrayMin', params: { min: limit } }),
  maxItems: ({ limit = 0 }) => ({ rule: 'arrayMax', params: { max: limit } }),
};

/** Factors that convert limits to the typed units: dollars instead of cents. */
const SCALES: Partial<Record<keyof SchemeValues, number>> = { budget_usd: 100, bid_usd: 100, roas_floor: 10_000 };

const FIELD_NAMES: Record<string, keyof SchemeFields> = { roas_floor_bp: 'roas_floor' };

/** The form field of a field of the body. */
export const formFieldOf = (field: string): keyof SchemeFields => {
  const leaf = field.split('.')[1] ?? '';
  return FIELD_NAMES[leaf] ?? (leaf as keyof SchemeFields);
};

/** Fields with several texts, of which one is too long. */
const LISTS: ReadonlySet<keyof SchemeValues> = new Set(['primary_texts', 'headlines', 'descriptions'] as const);

function toFieldFault(found: SchemeFault): FieldFault {
  const { rule, params = {} } = found;
  const scale = SCALES[formFieldOf(found.field)] ?? 1;
  const told: Record<string, string | number> = typeof params.limit === 'number' ? { ...params, limit: params.limit / scale } : params;
  if (rule === 'maxLength') {
    const isList = LISTS.has(formFieldOf(found.field));
    return { rule: isList ? 'itemMax' : 'stringMax', params: { max: told.limit ?? 0 } };
  }
  return FORM_RULES[rule]?.(told) ?? { rule, params: told };
}

/** The first fault of each field. */
function groupByField(found: readonly SchemeFault[]): FieldFaults<SchemeValues> {
  const faults: FieldFaults<SchemeValues> = {};
  for (const one of found) faults[formFieldOf(one.field)] ??= toFieldFault(one);
  return faults;
}

const findFaults = (values: SchemeValues): SchemeFault[] => schemeFaults(toBody(values), { now: values.asOf });

const checkInstant = (value: string): FieldFault | undefined =>
  value === '' || isInstant(value) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } };

const checkInterests = (values: readonly string[]): FieldFault | undefined =>
  values.every((text) => parseInterest(text) !== undefined) ? undefined : { rule: 'pattern' };

/** An app is needed by its objective, in the form that the platform knows. */
const checkApp = (text: string, pattern: string): FieldFault | undefined => {
  if (text.trim() === '') return { rule: 'required' };
  return new RegExp(pattern).test(text.trim()) ? undefined : { rule: 'pattern' };
};

const checkDollars = (value: number | undefined): FieldFault | undefined => firstFault(value, validNumber) ?? moneyFault(value, 'USD');

/** Rules between fields, or rules that further typing cannot satisfy: they are checked while the user types. */
const LIVE_RULES: ReadonlySet<SchemeRule> = new Set<SchemeRule>([
  'absent',
  'maximum',
  'maxItems',
  'maxLength',
  'uniqueItems',
  'goalOfObjective',
  'categoryAudience',
  'countryUndeclared',
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

export const liveFaults = (values: SchemeValues): FieldFaults<SchemeValues> =>
  groupByField(findFaults(values).filter(({ rule }) => LIVE_RULES.has(rule)));

const allFaults = (values: SchemeValues): FieldFaults<SchemeValues> => ({
  ...groupByField(findFaults(values)),
  ...faultsIn<SchemeValues>({
    remark: firstFault(values.remark, stringMaximum(MAX_REMARK_LENGTH)),
    budget_usd: checkDollars(values.budget_usd),
    bid_usd: checkDollars(values.bid_usd),
    roas_floor: firstFault(values.roas_floor, validNumber),
    age_min: firstFault(values.age_min, wholeNumber),
    age_max: firstFault(values.age_max, wholeNumber),
    campaigns_per_account: firstFault(values.campaigns_per_account, wholeNumber),
    groups_per_campaign: firstFault(values.groups_per_campaign, wholeNumber),
    ads_per_group: firstFault(values.ads_per_group, wholeNumber),
    interests: checkInterests(values.interests),
    ...(needsApp(values.objective) && {
      app_id: checkApp(values.app_id, APP_ID_PATTERN),
      app_store_url: checkApp(values.app_store_url, APP_STORE_PATTERN),
    }),
    excluded_audiences: values.excluded_audiences.some((one) => values.audiences.includes(one)) ? { rule: 'uniqueItems' } : undefined,
    start_at: values.start_mode === 'at' ? checkInstant(values.start_at) : undefined,
    end_at: checkInstant(values.end_at),
  }),
});

const isMissing = (fault: FieldFault): boolean => 'rule' in fault && fault.rule === 'required';

/** The faults of a scheme. A draft needs only its name, but its filled fields must be valid. */
export function checkScheme(values: SchemeValues, subject: SchemeSubject | undefined): FieldFaults<SchemeValues> {
  const staysDraft = !values.enable && (subject === undefined || subject.isDraft);
  const found = Object.entries(allFaults(values)).filter(([, fault]) => !(staysDraft && isMissing(fault)));
  return {
    ...Object.fromEntries(found),
    ...faultsIn<SchemeValues>({ name: firstFault(values.name, required, stringRange(1, MAX_NAME_LENGTH)) }),
  };
}

/** A scheme with the body of one of its versions. */
export interface KnownScheme
  extends Pick<
    SchemeRow,
    'id' | 'version' | 'name' | 'biz' | 'channel' | 'visibility' | 'remark' | 'current_version' | 'publish_count' | 'status'
  > {
  body: UnfinishedBody;
}

export const schemeDraft = (scheme: KnownScheme, asOf: number) => ({
  values: {
    ...toFormValues(scheme.body),
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

/** The fields for copying a scheme. */
export interface CopyValues {
  name: string;
  /** It can be published from at once; otherwise it is a draft. */
  enable: boolean;
}

export interface CopySubject {
  id: number;
  /** Name of the copied scheme. */
  name: string;
  /** Whether the copy can only be a draft. */
  isUnfinished: boolean;
}

export const checkCopy = ({ name }: Pick<CopyValues, 'name'>): FieldFaults<CopyValues> =>
  faultsIn<CopyValues>({ name: firstFault(name, required, stringRange(1, MAX_NAME_LENGTH)) });

/** A name for the copy within the length limit. */
export const nameOfCopy = (name: string, suffix: string): string =>
  `${[...name].slice(0, MAX_NAME_LENGTH - [...suffix].length).join('')}${suffix}`;
