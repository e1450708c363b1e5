import { type genders, schemeLimits } from '#contracts/rules/scheme-body.ts';
import type { FieldFault, FieldFaults } from '../../kernel/form/faults.ts';
import {
  arrayMaximum,
  faultsIn,
  firstFault,
  numberMinimum,
  numberRange,
  required,
  requiredChoice,
  validNumber,
  wholeNumber,
} from '../../kernel/form/field-rules.ts';
import type { GroupRow } from './entity-rows.ts';
import { parseInterest, toInterestText } from './interest-text.ts';

/** What can change about a running ad set. */
export const GROUP_EDIT_PARTS = ['countries', 'age', 'genders', 'locales', 'interests', 'end'] as const;
export type GroupEditPart = (typeof GROUP_EDIT_PARTS)[number];
type Gender = (typeof genders)[number];

interface GroupValues {
  countries: string[];
  age_min: number | undefined;
  age_max: number | undefined;
  genders: Gender;
  locales: string[];
  /** Id and name of each. */
  interests: string[];
  /** An instant; empty without an end. */
  end_at: string;
}

export interface GroupEditValues extends GroupValues {
  /** The parts to change; the others stay as they are. */
  parts: GroupEditPart[];
  /** The ad set as the user saw it; undefined for several ad sets. */
  original: { id: number; values: GroupValues; known: readonly string[] } | undefined;
}

const blankValues: GroupValues = { countries: [], age_min: 18, age_max: 65, genders: 'all', locales: [], interests: [], end_at: '' };
export const blankGroupEdit: GroupEditValues = { ...blankValues, parts: [], original: undefined };

/** The values of one ad set, to start editing with. */
export function toGroupEdit({
  id,
  targeting,
  countries,
  end_at,
}: Pick<GroupRow, 'id' | 'targeting' | 'countries' | 'end_at'>): GroupEditValues {
  const audience = targeting as Partial<Omit<GroupValues, 'interests'>> & { interests?: { id: string; name: string }[] };
  const values: GroupValues = {
    countries: [...countries],
    age_min: audience.age_min ?? blankValues.age_min,
    age_max: audience.age_max ?? blankValues.age_max,
    genders: audience.genders ?? 'all',
    locales: [...(audience.locales ?? [])],
    interests: (audience.interests ?? []).map(toInterestText),
    end_at: end_at ?? '',
  };
  return { ...values, parts: [...GROUP_EDIT_PARTS], original: { id, values, known: Object.keys(targeting) } };
}

const FIELDS: Record<GroupEditPart, readonly (keyof GroupValues)[]> = {
  countries: ['countries'],
  age: ['age_min', 'age_max'],
  genders: ['genders'],
  locales: ['locales'],
  interests: ['interests'],
  end: ['end_at'],
};

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of the chosen parts, without those that a single ad set has already. */
export const editedFields = (values: GroupEditValues): (keyof GroupValues)[] =>
  values.parts
    .flatMap((part) => FIELDS[part])
    .filter((field) => values.original === undefined || !isSame(values[field], values.original.values[field]));

function toAudience(values: GroupValues, fields: readonly (keyof GroupValues)[]) {
  const interests = values.interests.flatMap((text) => parseInterest(text) ?? []);
  const all = { ...values, interests, end_at: undefined };
  return Object.fromEntries(fields.filter((field) => field !== 'end_at').map((field) => [field, all[field]]));
}

/** The change for the request, with the values the user saw. */
export function toGroupEditRequest(values: GroupEditValues) {
  const fields = editedFields(values);
  const { original } = values;
  const audience = toAudience(values, fields);
  const hasAudience = Object.keys(audience).length > 0;
  const hasEnd = fields.includes('end_at');
  const seen =
    original === undefined
      ? undefined
      : {
          id: original.id,
          ...(hasAudience && {
            audience: toAudience(
              original.values,
              fields.filter((field) => original.known.includes(field)),
            ),
          }),
          ...(hasEnd && { end_at: original.values.end_at === '' ? null : original.values.end_at }),
        };
  return { ...(hasAudience && { audience }), ...(hasEnd && { end_at: values.end_at }), ...(seen && { seen: [seen] }) };
}

const checkInterests = (texts: readonly string[]): FieldFault | undefined =>
  texts.some((text) => parseInterest(text) === undefined) ? { rule: 'pattern' } : undefined;

const age = (value: number | undefined): FieldFault | undefined =>
  firstFault(value, requiredChoice, validNumber, wholeNumber, numberRange(...schemeLimits.age));

const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

export function checkGroupEdit(values: GroupEditValues): FieldFaults<GroupEditValues> {
  const { parts, countries, age_min, age_max, interests, end_at } = values;
  const fields = editedFields(values);
  const has = (part: GroupEditPart) => parts.includes(part);
  return faultsIn<GroupEditValues>({
    parts: fields.length === 0 ? { rule: 'required' } : undefined,
    countries: has('countries') ? firstFault(countries, requiredChoice, arrayMaximum(schemeLimits.countries[1])) : undefined,
    age_min: has('age') ? age(age_min) : undefined,
    age_max: has('age') ? firstFault(age_max, age, numberMinimum(age_min ?? 0)) : undefined,
    interests: has('interests') ? checkInterests(interests) : undefined,
    end_at: fields.includes('end_at')
      ? (firstFault(end_at, required) ?? (isInstant(end_at) ? undefined : { rule: 'dateFormat', params: { format: 'YYYY-MM-DD HH:mm' } }))
      : undefined,
  });
}
