import { type Kysely, sql } from 'kysely';
import {
  type CodeNames,
  type Filter,
  type Filters,
  type ReferenceNames,
  type SetFilters,
  wordsOfValue,
  yesNoWords,
} from '#contracts/vocabulary/vocabulary.ts';
import type { Database } from '#server/database/schema.ts';
import { listedName } from '../dictionaries.ts';
import { type DescribedFilter, type ExportColumn, type Locale, pick, type Words } from './export.ts';
import type { SheetCell } from './sheet.ts';

/** Number formats of the spreadsheet program. */
export const COUNT = '#,##0';
export const MONEY = '#,##0.00';
export const PERCENT = '0.00%';

export const yes = (value: boolean, locale: Locale): string => pick(value ? yesNoWords.yes : yesNoWords.no, locale);

/** Cell of an instant given as text. */
export const instant = (value: string | null): SheetCell => (value === null ? null : new Date(value));

/** Cell with the labels of several referenced rows. */
export const names = (list: readonly { label: string }[]): string => list.map((one) => one.label).join(', ');

/** The note line of a filter; none when the filter is not set. */
export const line = (zh: string, en: string, value: Words | string | undefined): DescribedFilter[] =>
  value === undefined || value === '' ? [] : [{ name: { zh, en }, value }];

const KEYWORD: Words = { zh: '关键词', en: 'Keyword' };

/** Note lines of a date range, both days included. */
export const days = ({ date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined }): DescribedFilter[] => [
  ...line('起始日期', 'First day', date_from),
  ...line('结束日期', 'Last day', date_to),
];

/** Description of a filter with several values. */
const joinWords = (all: readonly Words[] | undefined): Words | undefined =>
  all === undefined ? undefined : { zh: all.map((one) => one.zh).join('、'), en: all.map((one) => one.en).join(', ') };

/** Adds the headings of the vocabulary to the columns of a file. */
export const withHeadings = <Row, Key extends string>(
  headings: Readonly<Record<Key, Words>>,
  columns: Readonly<Record<Key, Omit<ExportColumn<Row>, keyof Words>>>,
): Record<Key, ExportColumn<Row>> =>
  Object.fromEntries((Object.keys(columns) as Key[]).map((key) => [key, { ...headings[key], ...columns[key] }])) as Record<
    Key,
    ExportColumn<Row>
  >;

type NameOf = (id: number | undefined) => Promise<string | undefined>;
type NameOfCode = (code: string) => Words;

/** Describes rows that have no names in files by their id. */
export const describeById: NameOf = async (id) => (id === undefined ? undefined : `#${id}`);

/**
 * Describes the active filters with the labels of their vocabulary. `names` finds the names of referenced rows, `codes` the names of
 * codes.
 */
export async function describeFilters<F extends Filters>(
  vocabulary: F,
  request: SetFilters<F>,
  names: Readonly<Record<ReferenceNames<F>, NameOf>>,
  codes?: Readonly<Partial<Record<CodeNames<F>, NameOfCode>>>,
): Promise<DescribedFilter[]> {
  const nameOf: Readonly<Record<string, NameOf | undefined>> = names;
  const nameOfCode: Readonly<Record<string, NameOfCode | undefined>> = codes ?? {};
  const values: Readonly<Record<string, unknown>> = request;
  const describeValue = async (name: string, filter: Filter): Promise<Words | string | undefined> => {
    const value = values[name];
    if (filter.kind === 'firstDay') return describePeriod(value, values[filter.lastDay]);
    if (value === undefined) return undefined;
    switch (filter.kind) {
      case 'keyword':
      case 'text':
        return String(value).trim();
      case 'code':
        return nameOfCode[name]?.(String(value)) ?? String(value);
      case 'codes':
        return joinWords([value].flat().map((code) => listedName(filter.dictionary, String(code))));
      case 'choice':
      case 'several':
        return joinWords([value].flat().map((one) => wordsOfValue(filter, String(one))));
      case 'atLeast':
      case 'atMost':
        return `≥ ${String(value)}`;
      case 'flag':
        return value === true ? filter.yes : filter.no;
      case 'mark':
        return filter.yes;
      case 'reference':
        return await nameOf[name]?.(Number(value));
      case 'references':
        return (await Promise.all([value].flat().map(async (id) => (await nameOf[name]?.(Number(id))) ?? `#${id}`))).join(', ');
      // Described together with the first day.
      case 'lastDay':
        return undefined;
    }
  };
  const lines = Object.entries<Filter>(vocabulary).map(async ([name, filter]) => {
    const text = await describeValue(name, filter);
    return text === undefined || text === '' ? [] : [{ name: filter.kind === 'keyword' ? KEYWORD : filter.label, value: text }];
  });
  return (await Promise.all(lines)).flat();
}

const describePeriod = (first: unknown, last: unknown): string | undefined =>
  first === undefined && last === undefined ? undefined : `${first ?? ''} ~ ${last ?? ''}`.trim();

/** Tables whose names every user may see. */
type NamedTable = 'sys_user' | 'sys_department' | 'sys_role' | 'drama' | 'product' | 'host_rule';

/** Name of the row in a filter, even when it was deleted; its id when it never existed. */
export async function findRowName(db: Kysely<Database>, table: NamedTable, id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const name = sql.ref(table === 'drama' ? 'title' : 'name');
  const found = await sql<{ name: string }>`select ${name} as name from ${sql.table(table)} where id = ${id}`.execute(db);
  return found.rows[0]?.name ?? `#${id}`;
}
