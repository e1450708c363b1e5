import type { CodeShape, Filter, Filters, FilterValue } from '#contracts/vocabulary/vocabulary.ts';
import { date, defineListQuery, type Field, flag, id, ids, type PageSize, type QueryDefinition, text, textUpTo } from './list-query.ts';

export type VocabularyFilters<F extends Filters> = { -readonly [K in keyof F]?: FilterValue<F[K]> | undefined };

type AnyField =
  | Field<string>
  | Field<number>
  | Field<boolean>
  | Field<true>
  | Field<string | number>
  | Field<string[]>
  | Field<number[]>
  | Field<(string | number)[]>;

/** Only "yes" is a filter; without it all rows match. */
const markField: Field<true> = { read: (raw) => (raw === 'true' ? true : undefined), write: String };

function hasShape(code: string, shape: CodeShape): boolean {
  if ('pattern' in shape) return new RegExp(shape.pattern).test(code);
  const length = [...code].length;
  return length >= (shape.minLength ?? 1) && length <= shape.maxLength;
}

function fieldOf(filter: Filter): AnyField {
  switch (filter.kind) {
    case 'keyword':
      return text;
    case 'text':
      return textUpTo(filter.max);
    case 'codes': {
      const { shape, max } = filter;
      return {
        read: (raw) => {
          const known = [...new Set(raw.split(',').filter((code) => hasShape(code, shape)))].slice(0, max);
          return known.length > 0 ? known : undefined;
        },
        write: (codes) => codes.join(','),
      } satisfies Field<string[]>;
    }
    case 'code': {
      const { shape } = filter;
      return { read: (raw) => (hasShape(raw, shape) ? raw : undefined), write: String } satisfies Field<string>;
    }
    case 'choice': {
      const { values } = filter;
      return { read: (raw) => values.find((value) => String(value) === raw), write: String } satisfies Field<string | number>;
    }
    case 'several': {
      const { values } = filter;
      return {
        read: (raw) => {
          const given = raw.split(',');
          const known = values.filter((value) => given.includes(String(value)));
          return known.length > 0 ? known : undefined;
        },
        write: (chosen) => chosen.join(','),
      } satisfies Field<(string | number)[]>;
    }
    case 'flag':
      return flag;
    case 'mark':
      return markField;
    case 'reference':
    case 'atLeast':
    case 'atMost':
      return id;
    case 'references':
      return ids;
    case 'firstDay':
    case 'lastDay':
      return date;
  }
}

type FieldsOf<F extends Filters> = { -readonly [K in keyof F]: Field<FilterValue<F[K]>> };

/** The address fields of a vocabulary's filters. */
export const vocabularyFields = <F extends Filters>(filters: F): FieldsOf<F> =>
  Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, fieldOf(filter)])) as FieldsOf<F>;

/** The address of a list whose filters a vocabulary declares. */
export function vocabularyQuery<F extends Filters>(
  filters: F,
  sortable: readonly string[],
  { pageSize, prefix }: { pageSize?: PageSize; prefix?: string } = {},
): QueryDefinition<VocabularyFilters<F>> {
  return defineListQuery(vocabularyFields(filters), sortable, pageSize, prefix) as QueryDefinition<VocabularyFilters<F>>;
}
