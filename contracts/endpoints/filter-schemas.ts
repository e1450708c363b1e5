import {
  type TArray,
  type TBoolean,
  type TEnum,
  type TInteger,
  type TLiteral,
  type TOptional,
  type TSchema,
  type TString,
  Type,
} from 'typebox';
import type {
  AtLeastFilter,
  AtMostFilter,
  ChoiceFilter,
  CodeFilter,
  CodesFilter,
  Filter,
  Filters,
  FirstDayFilter,
  FlagFilter,
  KeywordFilter,
  LastDayFilter,
  MarkFilter,
  ReferenceFilter,
  ReferencesFilter,
  SeveralFilter,
  TextFilter,
} from '../vocabulary/vocabulary.ts';
import { noted } from './noted.ts';
import { CalendarDate, Id, Keyword } from './shapes.ts';

type Values<V extends string | number> = TEnum<V[]>;

type FilterSchema<F> =
  F extends ChoiceFilter<infer V>
    ? Values<V>
    : F extends SeveralFilter<infer V>
      ? TArray<Values<V>>
      : F extends KeywordFilter | TextFilter | CodeFilter | FirstDayFilter | LastDayFilter
        ? TString
        : F extends CodesFilter
          ? TArray<TString>
          : F extends FlagFilter
            ? TBoolean
            : F extends MarkFilter
              ? TLiteral<true>
              : F extends ReferenceFilter | AtLeastFilter | AtMostFilter
                ? TInteger
                : F extends ReferencesFilter
                  ? TArray<TInteger>
                  : never;

export type FilterSchemas<F extends Filters> = { -readonly [K in keyof F]: TOptional<FilterSchema<F[K]>> };

const oneOf = (values: readonly (string | number)[]): TSchema =>
  values.every((value) => typeof value === 'string') ? Type.Enum([...values]) : Type.Union(values.map((value) => Type.Literal(value)));

const severalOf = (item: TSchema, maxItems: number): TSchema => Type.Array(item, { minItems: 1, maxItems, uniqueItems: true });

function schemaOf(filter: Filter): TSchema {
  switch (filter.kind) {
    case 'keyword':
      return Keyword;
    case 'text':
      return Type.String({ maxLength: filter.max });
    case 'code':
      return Type.String({ ...filter.shape });
    case 'codes':
      return severalOf(Type.String({ ...filter.shape }), filter.max);
    case 'choice':
      return oneOf(filter.values);
    case 'several':
      return severalOf(oneOf(filter.values), filter.values.length);
    case 'flag':
      return Type.Boolean();
    case 'mark':
      return Type.Literal(true);
    case 'reference':
      return Id;
    case 'references':
      return severalOf(Id, filter.max);
    case 'atLeast':
    case 'atMost':
      return Type.Integer({ minimum: 1 });
    case 'firstDay':
    case 'lastDay':
      return CalendarDate;
  }
}

/** The filters of a request, all of them optional. */
export function filterSchemas<F extends Filters>(filters: F): FilterSchemas<F> {
  const entries = Object.entries(filters).map(([name, filter]) => {
    const schema = Type.Optional(schemaOf(filter));
    return [name, filter.note ? noted(schema, filter.note) : schema];
  });
  return Object.fromEntries(entries) as FilterSchemas<F>;
}
