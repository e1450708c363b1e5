import { refuseField } from '../refusal.ts';
import type { Words } from './export.ts';
import type { ReadRow } from './read-sheet.ts';

/** Describes a sheet that can be imported. */
export interface ImportForm<Column extends string> {
  readonly columns: readonly Column[];
  /** Column titles; those of required columns get a star. */
  readonly titles: Readonly<Record<Column, Words>>;
  readonly required: readonly Column[];
  /** Message of each rule that a cell can violate, in addition to `commonRules`. */
  readonly rules: Readonly<Record<string, Words>>;
}

/** A fault of a cell: the violated rule with the parameters of its message. */
export interface CellFault<Column extends string = string> {
  field: Column;
  rule: string;
  params?: Record<string, string | number>;
}

/** The rows of a sheet with the positions of its columns. */
export interface TitledRows<Column extends string> {
  /** Index of each column, from 0. */
  places: ReadonlyMap<Column, number>;
  rows: readonly ReadRow[];
}

/** A data row with its parsed value or its faults. */
export interface ParsedRow<Column extends string, Value> {
  row: number;
  values: Partial<Record<Column, string>>;
  faults: CellFault<Column>[];
  /** Undefined when the row has faults. */
  value: Value | undefined;
}

/** Rules that apply to every sheet. */
export const commonRules = {
  required: { zh: '必填', en: 'is required' },
  length: { zh: '最多 {limit} 个字符', en: 'has more than {limit} characters' },
  choice: { zh: '「{value}」不在可选值之内：{allowed}', en: '“{value}” is not one of: {allowed}' },
  characters: { zh: '含有不能保存的字符', en: 'has characters that cannot be stored' },
} as const satisfies Record<string, Words>;

/** Control characters and unpaired surrogates, which cannot be stored. */
const UNSTORABLE = /[^\P{Cc}\t\n\r]|\p{Surrogate}/gu;
const MAX_SHOWN_CHARACTERS = 60;

/** The beginning of a text without characters that cannot be stored. */
export const toDisplayText = (text: string, max = MAX_SHOWN_CHARACTERS): string => text.slice(0, max).replace(UNSTORABLE, '');

const normalizeTitle = (title: string): string =>
  title
    .replace(/\s*[*＊]$/, '')
    .trim()
    .toLowerCase();

/** Reads the title row, in either language and any order. Refuses a sheet that does not match the template, at `file`. */
export function readTitles<C extends string>({ columns, titles, required }: ImportForm<C>, rows: readonly ReadRow[]): TitledRows<C> {
  const [head, ...data] = rows;
  if (head === undefined || data.length === 0) throw refuseField('file', 'sheetEmpty');
  const places = new Map<C, number>();
  for (const [place, cell] of head.cells.entries()) {
    if (cell === '') continue;
    const column = columns.find((key) => [titles[key].zh, titles[key].en.toLowerCase(), key].includes(normalizeTitle(cell)));
    if (column === undefined) throw refuseField('file', 'sheetColumnUnknown', { column: toDisplayText(cell) });
    if (places.has(column)) throw refuseField('file', 'sheetColumnTwice', { column: toDisplayText(cell) });
    places.set(column, place);
  }
  const missing = required.find((column) => !places.has(column));
  if (missing !== undefined) throw refuseField('file', 'sheetColumnMissing', { column: `${titles[missing].zh} / ${titles[missing].en}` });
  return { places, rows: data };
}

/** Letter of a column in the spreadsheet program. */
export function columnLetter<C extends string>(places: TitledRows<C>['places'], column: C): string | null {
  const place = places.get(column);
  return place === undefined ? null : String.fromCharCode(65 + place);
}

/** Texts of one column, row by row. */
export const readColumn = <C extends string>({ places, rows }: TitledRows<C>, column: C): string[] =>
  rows.map(({ cells }) => cells[places.get(column) ?? -1] ?? '');

/** Reads the cells of one row and collects its faults, only the first of each cell. */
export interface RowReader<C extends string> {
  text(column: C): string;
  /** The beginning of the cell, for the message of a rule. */
  shown(column: C): { value: string };
  fault(field: C, rule: string, params?: CellFault['params']): void;
  /** Returns the text, and records a fault when it is too long. */
  limitedText(column: C, limit: number): string;
}

/** Parses every row. A repeated value of the column `unique` is a fault `twice`; `fold` decides which values are equal. */
export function parseRows<C extends string, Value>(
  form: ImportForm<C>,
  { places, rows }: TitledRows<C>,
  { unique, fold, read }: { unique: C; fold: (text: string) => string; read: (row: RowReader<C>) => Value },
): ParsedRow<C, Value>[] {
  const firstRows = new Map<string, number>();
  return rows.map(({ number, cells }) => {
    const faults: CellFault<C>[] = [];
    const reader: RowReader<C> = {
      text: (column) => cells[places.get(column) ?? -1] ?? '',
      shown: (column) => ({ value: toDisplayText(reader.text(column)) }),
      fault: (field, rule, params) => {
        if (!faults.some((one) => one.field === field)) faults.push(params === undefined ? { field, rule } : { field, rule, params });
      },
      limitedText: (column, limit) => {
        if ([...reader.text(column)].length > limit) reader.fault(column, 'length', { limit });
        return reader.text(column);
      },
    };
    for (const column of form.columns) if (reader.text(column).search(UNSTORABLE) >= 0) reader.fault(column, 'characters');
    for (const column of form.required) if (reader.text(column) === '') reader.fault(column, 'required');
    const value = read(reader);
    const name = fold(reader.text(unique));
    const first = firstRows.get(name);
    if (name !== '' && first === undefined) firstRows.set(name, number);
    if (first !== undefined) faults.push({ field: unique, rule: 'twice', params: { row: first } });
    const ordered = faults.toSorted((a, b) => form.columns.indexOf(a.field) - form.columns.indexOf(b.field));
    const values = Object.fromEntries([...places.keys()].map((column) => [column, reader.text(column)])) as Partial<Record<C, string>>;
    return { row: number, values, faults: ordered, value: ordered.length === 0 ? value : undefined };
  });
}

const fill = (text: string, params: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(params[key] ?? whole));

/** Message of a fault with its column: `C列「部门」：没有部门「x」`. */
export function describeFault<C extends string>(
  form: ImportForm<C>,
  { field, rule, params = {} }: CellFault<C>,
  column: string | null,
): Words {
  const rules: Readonly<Record<string, Words>> = { ...commonRules, ...form.rules };
  const { zh, en } = rules[rule] ?? { zh: rule, en: rule };
  const title = form.titles[field];
  return {
    zh: `${column === null ? '' : `${column}列`}「${title.zh}」：${fill(zh, params)}`,
    en: `${title.en}${column === null ? '' : ` (column ${column})`}: ${fill(en, params)}`,
  };
}

/** All messages of a row with its number. */
export function describeRow(row: number, words: readonly Words[]): Words {
  return {
    zh: `第 ${row} 行 ${words.map(({ zh }) => zh).join('；')}`,
    en: `Row ${row}: ${words.map(({ en }) => en).join('; ')}`,
  };
}
