import { refuseField } from '../refusal.ts';
import type { Words } from './export.ts';
import type { ReadRow } from './read-sheet.ts';

/** What a sheet to be imported is made like. */
export interface ImportForm<Column extends string> {
  readonly columns: readonly Column[];
  /** What stands above each column; those that are required have a star behind it. */
  readonly titles: Readonly<Record<Column, Words>>;
  readonly required: readonly Column[];
  /** Every rule a cell can break, in a sentence; beside `commonRules`. */
  readonly rules: Readonly<Record<string, Words>>;
}

/** What is wrong with a cell: a rule with what its sentence needs. */
export interface CellFault<Column extends string = string> {
  field: Column;
  rule: string;
  params?: Record<string, string | number>;
}

/** The sheet as its titles order it. */
export interface TitledRows<Column extends string> {
  /** Place of each column, from 0. */
  places: ReadonlyMap<Column, number>;
  rows: readonly ReadRow[];
}

/** A row of data, understood or not. */
export interface UnderstoodRow<Column extends string, Value> {
  row: number;
  values: Partial<Record<Column, string>>;
  faults: CellFault<Column>[];
  /** Only without faults. */
  value: Value | undefined;
}

/** Rules that any sheet has. */
export const commonRules = {
  required: { zh: '必填', en: 'is required' },
  length: { zh: '最多 {limit} 个字符', en: 'has more than {limit} characters' },
  choice: { zh: '「{value}」不在可选值之内：{allowed}', en: '“{value}” is not one of: {allowed}' },
  characters: { zh: '含有不能保存的字符', en: 'has characters that cannot be stored' },
} as const satisfies Record<string, Words>;

/** NUL and other controls, and halves of a character that lost the other half. */
const BROKEN = /[^\P{Cc}\t\n\r]|\p{Surrogate}/gu;
const SHOWN_MAX = 60;

/** So much of a text, without what cannot be stored. */
export const shownText = (text: string, max = SHOWN_MAX): string => text.slice(0, max).replace(BROKEN, '');

const folded = (title: string): string =>
  title
    .replace(/\s*[*＊]$/, '')
    .trim()
    .toLowerCase();

/** Reads the titles, in either language and any order. Refuses, at `file`, a sheet that is not made like the template. */
export function titledRows<C extends string>({ columns, titles, required }: ImportForm<C>, rows: readonly ReadRow[]): TitledRows<C> {
  const [head, ...data] = rows;
  if (head === undefined || data.length === 0) throw refuseField('file', 'sheetEmpty');
  const places = new Map<C, number>();
  for (const [place, cell] of head.cells.entries()) {
    if (cell === '') continue;
    const column = columns.find((key) => [titles[key].zh, titles[key].en.toLowerCase(), key].includes(folded(cell)));
    if (column === undefined) throw refuseField('file', 'sheetColumnUnknown', { column: shownText(cell) });
    if (places.has(column)) throw refuseField('file', 'sheetColumnTwice', { column: shownText(cell) });
    places.set(column, place);
  }
  const missing = required.find((column) => !places.has(column));
  if (missing !== undefined) throw refuseField('file', 'sheetColumnMissing', { column: `${titles[missing].zh} / ${titles[missing].en}` });
  return { places, rows: data };
}

/** A column as the spreadsheet program names it. */
export function lettersOf<C extends string>(places: TitledRows<C>['places'], column: C): string | null {
  const place = places.get(column);
  return place === undefined ? null : String.fromCharCode(65 + place);
}

/** What stands in one column, row by row. */
export const textsIn = <C extends string>({ places, rows }: TitledRows<C>, column: C): string[] =>
  rows.map(({ cells }) => cells[places.get(column) ?? -1] ?? '');

/** Collects what is wrong with a row; of each cell only the first. */
export interface RowReading<C extends string> {
  text(column: C): string;
  /** So much of the cell, as the sentence of a rule shows it. */
  shown(column: C): { value: string };
  fault(field: C, rule: string, params?: CellFault['params']): void;
  /** The text; a fault where it has more characters. */
  limited(column: C, limit: number): string;
}

/**
 * What each row says, and what is wrong with it. A text of the column `unique` that was there before, whatever its letter case, is a
 * fault `twice`.
 */
export function understood<C extends string, Value>(
  form: ImportForm<C>,
  { places, rows }: TitledRows<C>,
  { unique, fold, read }: { unique: C; fold: (text: string) => string; read: (row: RowReading<C>) => Value },
): UnderstoodRow<C, Value>[] {
  const firstRows = new Map<string, number>();
  return rows.map(({ number, cells }) => {
    const faults: CellFault<C>[] = [];
    const reading: RowReading<C> = {
      text: (column) => cells[places.get(column) ?? -1] ?? '',
      shown: (column) => ({ value: shownText(reading.text(column)) }),
      fault: (field, rule, params) => {
        if (!faults.some((one) => one.field === field)) faults.push(params === undefined ? { field, rule } : { field, rule, params });
      },
      limited: (column, limit) => {
        if ([...reading.text(column)].length > limit) reading.fault(column, 'length', { limit });
        return reading.text(column);
      },
    };
    for (const column of form.columns) if (reading.text(column).search(BROKEN) >= 0) reading.fault(column, 'characters');
    for (const column of form.required) if (reading.text(column) === '') reading.fault(column, 'required');
    const value = read(reading);
    const name = fold(reading.text(unique));
    const first = firstRows.get(name);
    if (name !== '' && first === undefined) firstRows.set(name, number);
    if (first !== undefined) faults.push({ field: unique, rule: 'twice', params: { row: first } });
    const ordered = faults.toSorted((a, b) => form.columns.indexOf(a.field) - form.columns.indexOf(b.field));
    const values = Object.fromEntries([...places.keys()].map((column) => [column, reading.text(column)])) as Partial<Record<C, string>>;
    return { row: number, values, faults: ordered, value: ordered.length === 0 ? value : undefined };
  });
}

const fill = (text: string, params: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(params[key] ?? whole));

/** The sentence of a fault, naming the column: `C列「部门」：没有部门「x」`. */
export function faultWords<C extends string>(
  form: ImportForm<C>,
  { field, rule, params = {} }: CellFault<C>,
  column: string | null,
): Words {
  const known: Readonly<Record<string, Words>> = { ...commonRules, ...form.rules };
  const { zh, en } = known[rule] ?? { zh: rule, en: rule };
  const title = form.titles[field];
  return {
    zh: `${column === null ? '' : `${column}列`}「${title.zh}」：${fill(zh, params)}`,
    en: `${title.en}${column === null ? '' : ` (column ${column})`}: ${fill(en, params)}`,
  };
}

/** All faults of a row, naming it too. */
export function rowWords(row: number, words: readonly Words[]): Words {
  return {
    zh: `第 ${row} 行 ${words.map(({ zh }) => zh).join('；')}`,
    en: `Row ${row}: ${words.map(({ en }) => en).join('; ')}`,
  };
}
