/** A text in both languages of the product. */
export interface Words {
  readonly zh: string;
  readonly en: string;
}

/** The label of every value of an enum. */
export type WordsOf<Value extends string | number> = Readonly<Record<Value, Words>>;

export const yesNoWords = { yes: { zh: '是', en: 'Yes' }, no: { zh: '否', en: 'No' } };

interface Labelled {
  readonly label: Words;
  /** The API description of the filter, in addition to its name. */
  readonly note?: Words;
}

/** A filter by search words. */
export interface KeywordFilter extends Labelled {
  readonly kind: 'keyword';
}
/** A filter by one of a few values. */
export interface ChoiceFilter<Value extends string | number = string | number> extends Labelled {
  readonly kind: 'choice';
  readonly values: readonly [Value, ...Value[]];
  readonly words: WordsOf<Value>;
}
/** A filter by any of several values. */
export interface SeveralFilter<Value extends string | number = string | number> extends Labelled {
  readonly kind: 'several';
  readonly values: readonly [Value, ...Value[]];
  readonly words: WordsOf<Value>;
}
/** A filter by yes or no, each with its own label. */
export interface FlagFilter extends Labelled {
  readonly kind: 'flag';
  readonly yes: Words;
  readonly no: Words;
}
/** A filter that is either on or absent. */
export interface MarkFilter extends Labelled {
  readonly kind: 'mark';
  readonly yes: Words;
}
/** A filter by part of one text. */
export interface TextFilter extends Labelled {
  readonly kind: 'text';
  /** Maximum length in characters. */
  readonly max: number;
}
/** A filter by the least whole number. */
export interface AtLeastFilter extends Labelled {
  readonly kind: 'atLeast';
}
/** A filter by the largest whole number. */
export interface AtMostFilter extends Labelled {
  readonly kind: 'atMost';
}
/** A filter by the id of one row of another list. */
export interface ReferenceFilter extends Labelled {
  readonly kind: 'reference';
}
/** A filter by the ids of several rows of another list. */
export interface ReferencesFilter extends Labelled {
  readonly kind: 'references';
  /** Maximum number of rows. */
  readonly max: number;
}

/** The format of a code: a regular expression, or a number of characters. */
export type CodeShape = { readonly pattern: string } | { readonly minLength?: number; readonly maxLength: number };

/** A filter by a short code that others define, such as a currency. */
export interface CodeFilter extends Labelled {
  readonly kind: 'code';
  readonly shape: CodeShape;
}

/** The dictionaries of codes. */
export type Dictionary = 'countries' | 'languages' | 'genres' | 'tags';

/** A filter by any of several codes that others define, such as countries. */
export interface CodesFilter extends Labelled {
  readonly kind: 'codes';
  readonly shape: CodeShape;
  /** Maximum number of codes. */
  readonly max: number;
  /** The dictionary with the names of its codes. */
  readonly dictionary: Dictionary;
}

/** The first day of a period, inclusive. Both days of a period are chosen together. */
export interface FirstDayFilter extends Labelled {
  readonly kind: 'firstDay';
  /** The filter of the last day. */
  readonly lastDay: string;
}
/** The last day of a period, inclusive. It is chosen and removed together with the first. */
export interface LastDayFilter extends Labelled {
  readonly kind: 'lastDay';
}

export type Filter =
  | AtLeastFilter
  | AtMostFilter
  | CodeFilter
  | CodesFilter
  | KeywordFilter
  | TextFilter
  | ChoiceFilter
  | SeveralFilter
  | FlagFilter
  | MarkFilter
  | ReferenceFilter
  | ReferencesFilter
  | FirstDayFilter
  | LastDayFilter;
export type Filters = Readonly<Record<string, Filter>>;

/** The value of a filter that is set. */
export type FilterValue<F> =
  F extends ChoiceFilter<infer Value>
    ? Value
    : F extends SeveralFilter<infer Value>
      ? Value[]
      : F extends KeywordFilter | TextFilter | CodeFilter | FirstDayFilter | LastDayFilter
        ? string
        : F extends CodesFilter
          ? string[]
          : F extends FlagFilter
            ? boolean
            : F extends MarkFilter
              ? true
              : F extends ReferenceFilter | AtLeastFilter | AtMostFilter
                ? number
                : F extends ReferencesFilter
                  ? number[]
                  : never;

/** The values of the filters, undefined for those that are not set. */
export type SetFilters<F extends Filters> = { readonly [K in keyof F]?: Readonly<FilterValue<F[K]>> | undefined };

export const keywordFilter = (label: Words, note?: Words): KeywordFilter => ({ kind: 'keyword', label, ...(note && { note }) });

export const codeFilter = (label: Words, shape: CodeShape, note?: Words): CodeFilter => ({
  kind: 'code',
  label,
  shape,
  ...(note && { note }),
});

/** Maximum number of rows or codes of one filter, unless its vocabulary defines another. */
const REFERENCES_MOST = 200;
const CODES_MOST = 60;

export const codesFilter = (
  label: Words,
  shape: CodeShape,
  { dictionary, max = CODES_MOST, note }: { dictionary: Dictionary; max?: number; note?: Words },
): CodesFilter => ({
  kind: 'codes',
  label,
  shape,
  dictionary,
  max,
  ...(note && { note }),
});

export const textFilter = (label: Words, { max = 100, note }: { max?: number; note?: Words } = {}): TextFilter => ({
  kind: 'text',
  label,
  max,
  ...(note && { note }),
});

export const atLeastFilter = (label: Words, note?: Words): AtLeastFilter => ({ kind: 'atLeast', label, ...(note && { note }) });

export const atMostFilter = (label: Words, note?: Words): AtMostFilter => ({ kind: 'atMost', label, ...(note && { note }) });

interface Choosing<Value extends string | number> {
  readonly values: readonly [Value, ...Value[]];
  readonly words: WordsOf<NoInfer<Value>>;
  readonly note?: Words;
}

export const choiceFilter = <const Value extends string | number>(label: Words, choosing: Choosing<Value>): ChoiceFilter<Value> => ({
  kind: 'choice',
  label,
  ...choosing,
});

export const severalFilter = <const Value extends string | number>(label: Words, choosing: Choosing<Value>): SeveralFilter<Value> => ({
  kind: 'several',
  label,
  ...choosing,
});

export const flagFilter = (label: Words, { yes, no, note }: { yes: Words; no: Words; note?: Words }): FlagFilter => ({
  kind: 'flag',
  label,
  yes,
  no,
  ...(note && { note }),
});

export const markFilter = (label: Words, { yes, note }: { yes: Words; note?: Words }): MarkFilter => ({
  kind: 'mark',
  label,
  yes,
  ...(note && { note }),
});

export const referenceFilter = (label: Words, note?: Words): ReferenceFilter => ({ kind: 'reference', label, ...(note && { note }) });

export const referencesFilter = (label: Words, { max = REFERENCES_MOST, note }: { max?: number; note?: Words } = {}): ReferencesFilter => ({
  kind: 'references',
  label,
  max,
  ...(note && { note }),
});

export const firstDayFilter = (label: Words, { lastDay, note }: { lastDay: string; note?: Words }): FirstDayFilter => ({
  kind: 'firstDay',
  label,
  lastDay,
  ...(note && { note }),
});

export const lastDayFilter = (label: Words, note?: Words): LastDayFilter => ({ kind: 'lastDay', label, ...(note && { note }) });

/** The label of a filter value; an unknown value is shown as it is. */
export const wordsOfValue = ({ words }: ChoiceFilter | SeveralFilter, value: string | number): Words =>
  words[value] ?? { zh: String(value), en: String(value) };

/** The keys of a record of columns, in the order of their declaration. */
export const columnKeys = <Key extends string>(columns: Readonly<Record<Key, Words>>) => Object.keys(columns) as [Key, ...Key[]];

/** The filters by rows of another list. */
export type ReferenceNames<F extends Filters> = {
  [K in keyof F]: F[K] extends ReferenceFilter | ReferencesFilter ? K : never;
}[keyof F] &
  string;

/** The filters by codes that others define. */
export type CodeNames<F extends Filters> = { [K in keyof F]: F[K] extends CodeFilter | CodesFilter ? K : never }[keyof F] & string;
