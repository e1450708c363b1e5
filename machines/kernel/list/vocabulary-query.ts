import type { CodeShape, Filter, Filters, FilterValue } from '#contracts/vocabulary/vocabulary.ts';
import { date, defineListQuery, type Field, flag, id, type PageSize, type QueryDefinition, text } from './list-query.ts';

export type VocabularyFilters<F extends Filters> = { -readonly [K in keyof F]?: FilterValue<F[K]> | undefined };

type AnyField = Field<string> | Field<number> | Field<boolean> | Field<true> | Field<string | number> | Field<(string | number)[]>;

/** Only "yes" is a filter; left out, everything is meant. */
const mark: Field<true> = { read: (raw) => (raw === 'true' ? true : undefined), write: String };

const hasShape = (code: string, shape: CodeShape): boolean =>
  'pattern' in shape ? new RegExp(shape.pattern).test(code) : code.length >= (shape.minLength ?? 1) && code.length <= shape.maxLength;

function fieldOf(filter: Filter): AnyField {
  switch (filter.kind) {
    case 'keyword':
      return text;
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
      return mark;
    case 'reference':
      return id;
    case 'firstDay':
    case 'lastDay':
      return date;
  }
}

/** The address of a list whose filters a vocabulary declares. */
export function vocabularyQuery<F extends Filters>(
  filters: F,
  sortable: readonly string[],
  { pageSize, prefix }: { pageSize?: PageSize; prefix?: string } = {},
): QueryDefinition<VocabularyFilters<F>> {
  const fields = Object.fromEntries(Object.entries(filters).map(([name, filter]) => [name, fieldOf(filter)]));
  return defineListQuery(fields, sortable, pageSize, prefix) as QueryDefinition<VocabularyFilters<F>>;
}
