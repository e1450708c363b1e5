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
import { type ExportColumn, type FilterInWords, type Locale, pick, type Words } from './export.ts';
import type { SheetCell } from './sheet.ts';

/** Formats of cells, as a spreadsheet program knows them. */
export const COUNT = '#,##0';
export const MONEY = '#,##0.00';
export const PERCENT = '0.00%';

export const yes = (value: boolean, locale: Locale): string => pick(value ? yesNoWords.yes : yesNoWords.no, locale);

/** A cell of a moment, given as the contract has it. */
export const instant = (value: string | null): SheetCell => (value === null ? null : new Date(value));

/** A cell of several rows that are referred to. */
export const names = (list: readonly { label: string }[]): string => list.map((one) => one.label).join(', ');

/** A filter that is not set is no line. */
export const line = (zh: string, en: string, value: Words | string | undefined): FilterInWords[] =>
  value === undefined || value === '' ? [] : [{ name: { zh, en }, value }];

const KEYWORD: Words = { zh: '关键词', en: 'Keyword' };

/** The days a page asked for, both included. */
export const days = ({ date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined }): FilterInWords[] => [
  ...line('起始日期', 'First day', date_from),
  ...line('结束日期', 'Last day', date_to),
];

/** The value of a filter that may be any of several. */
const anyOf = (all: readonly Words[] | undefined): Words | undefined =>
  all === undefined ? undefined : { zh: all.map((one) => one.zh).join('、'), en: all.map((one) => one.en).join(', ') };

/** The columns of a file: their headings come from the vocabulary. */
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

/** For rows whose names are not said in files. */
export const byNumber: NameOf = async (id) => (id === undefined ? undefined : `#${id}`);

/** The filters that are set, as their vocabulary says them. `names`: rows of other lists. `codes`: codes that have names. */
export async function filtersInWords<F extends Filters>(
  vocabulary: F,
  request: SetFilters<F>,
  names: Readonly<Record<ReferenceNames<F>, NameOf>>,
  codes?: Readonly<Partial<Record<CodeNames<F>, NameOfCode>>>,
): Promise<FilterInWords[]> {
  const nameOf: Readonly<Record<string, NameOf | undefined>> = names;
  const nameOfCode: Readonly<Record<string, NameOfCode | undefined>> = codes ?? {};
  const values: Readonly<Record<string, unknown>> = request;
  const valueInWords = async (name: string, filter: Filter): Promise<Words | string | undefined> => {
    const value = values[name];
    if (filter.kind === 'firstDay') return periodInWords(value, values[filter.lastDay]);
    if (value === undefined) return undefined;
    switch (filter.kind) {
      case 'keyword':
      case 'text':
        return String(value).trim();
      case 'code':
        return nameOfCode[name]?.(String(value)) ?? String(value);
      case 'codes':
        return anyOf([value].flat().map((code) => listedName(filter.dictionary, String(code))));
      case 'choice':
      case 'several':
        return anyOf([value].flat().map((one) => wordsOfValue(filter, String(one))));
      case 'flag':
        return value === true ? filter.yes : filter.no;
      case 'mark':
        return filter.yes;
      case 'reference':
        return await nameOf[name]?.(Number(value));
      case 'references':
        return (await Promise.all([value].flat().map(async (id) => (await nameOf[name]?.(Number(id))) ?? `#${id}`))).join(', ');
      // Said together with the first day.
      case 'lastDay':
        return undefined;
    }
  };
  const lines = Object.entries<Filter>(vocabulary).map(async ([name, filter]) => {
    const said = await valueInWords(name, filter);
    return said === undefined || said === '' ? [] : [{ name: filter.kind === 'keyword' ? KEYWORD : filter.label, value: said }];
  });
  return (await Promise.all(lines)).flat();
}

const periodInWords = (first: unknown, last: unknown): string | undefined =>
  first === undefined && last === undefined ? undefined : `${first ?? ''} ~ ${last ?? ''}`.trim();

/** Tables whose names are nobody's secret. */
type Named = 'sys_user' | 'sys_department' | 'sys_role' | 'drama' | 'product';

/** The name of the row that a filter asks for, also of one deleted since; its number where there never was one. */
export async function nameOf(db: Kysely<Database>, table: Named, id: number | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const name = sql.ref(table === 'drama' ? 'title' : 'name');
  const found = await sql<{ name: string }>`select ${name} as name from ${sql.table(table)} where id = ${id}`.execute(db);
  return found.rows[0]?.name ?? `#${id}`;
}
