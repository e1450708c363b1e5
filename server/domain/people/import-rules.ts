import { importColumns } from '#contracts/endpoints/user-imports.ts';
import { refuseField } from '../refusal.ts';
import type { ReadRow } from '../spreadsheet/index.ts';
import { type CellFault, type ImportColumn, required, titles } from './import-words.ts';
import { isTimezone } from './users.rules.ts';

/** What the sheet may refer to. */
export interface Known {
  /** By path, its steps joined by a slash; null where several departments have it. */
  departments: ReadonlyMap<string, number | null>;
  roles: ReadonlyMap<string, number>;
  /** Accounts that exist or existed, in small letters. */
  taken: ReadonlySet<string>;
}

/** An account to be, as an item of a batch carries it. */
export interface ImportedAccount {
  account: string;
  name: string;
  department_id: number;
  role_ids: number[];
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  timezone: string;
  remark: string | null;
}

/** A row of data, understood or not. */
export interface UnderstoodRow {
  row: number;
  values: Partial<Record<ImportColumn, string>>;
  faults: CellFault[];
  /** Only without faults. */
  account: ImportedAccount | undefined;
}

/** The sheet as its titles order it. */
export interface TitledRows {
  /** Place of each column, from 0. */
  places: ReadonlyMap<ImportColumn, number>;
  rows: readonly ReadRow[];
}

const ACCOUNT = /^[a-z][a-z0-9_.-]{2,31}$/;
const NAME_MAX = 32;
const REMARK_MAX = 200;
const DEFAULT_ZONE = 'Asia/Shanghai';
/** Between the roles of one cell. */
const BETWEEN = /[,，、;；\n]/;
/** NUL and other controls, and halves of a character that lost the other half. */
const BROKEN = /[^\P{Cc}\t\n\r]|\p{Surrogate}/gu;
const SHOWN_MAX = 60;

/** So much of a text, without what cannot be stored. */
export const shownText = (text: string, max = SHOWN_MAX): string => text.slice(0, max).replace(BROKEN, '');

const flags: ReadonlyMap<string, 0 | 1> = new Map([
  ['', 0],
  ...['是', 'yes', 'y', 'true', '1'].map((word) => [word, 1] as const),
  ...['否', 'no', 'n', 'false', '0'].map((word) => [word, 0] as const),
]);
const platforms: ReadonlyMap<string, 'dj' | 'ec'> = new Map([
  ['', 'dj'],
  ...['短剧', 'short drama', 'dj'].map((word) => [word, 'dj'] as const),
  ...['电商', 'e-commerce', 'ec'].map((word) => [word, 'ec'] as const),
]);

/** However a path is typed, its steps are the same. */
export const pathKey = (path: string): string =>
  path
    .split(/\s*[/／›>]\s*/)
    .filter((step) => step !== '')
    .join('/');

const folded = (title: string): string =>
  title
    .replace(/\s*[*＊]$/, '')
    .trim()
    .toLowerCase();

/** Reads the titles, in either language and any order. Refuses a sheet that is not made like the template. */
export function titledRows(rows: readonly ReadRow[]): TitledRows {
  const [head, ...data] = rows;
  if (head === undefined || data.length === 0) throw refuseField('file', 'sheetEmpty');
  const places = new Map<ImportColumn, number>();
  for (const [place, cell] of head.cells.entries()) {
    if (cell === '') continue;
    const column = importColumns.find((key) => [titles[key].zh, titles[key].en.toLowerCase(), key].includes(folded(cell)));
    if (column === undefined) throw refuseField('file', 'sheetColumnUnknown', { column: shownText(cell) });
    if (places.has(column)) throw refuseField('file', 'sheetColumnTwice', { column: shownText(cell) });
    places.set(column, place);
  }
  const missing = required.find((column) => !places.has(column));
  if (missing !== undefined) throw refuseField('file', 'sheetColumnMissing', { column: `${titles[missing].zh} / ${titles[missing].en}` });
  return { places, rows: data };
}

/** A column as the spreadsheet program names it. */
export function lettersOf(places: TitledRows['places'], column: ImportColumn): string | null {
  const place = places.get(column);
  return place === undefined ? null : String.fromCharCode(65 + place);
}

/** The accounts named in a sheet, to be looked up. */
export const accountsIn = ({ places, rows }: TitledRows): string[] => rows.map(({ cells }) => cells[places.get('account') ?? 0] ?? '');

/** What each row says, and what is wrong with it. */
export function understood({ places, rows }: TitledRows, known: Known): UnderstoodRow[] {
  const firstRows = new Map<string, number>();
  return rows.map(({ number, cells }) => {
    const text = (column: ImportColumn) => cells[places.get(column) ?? -1] ?? '';
    const values = Object.fromEntries([...places.keys()].map((column) => [column, text(column)]));
    const reading = readRow(text, known);
    const name = text('account').toLowerCase();
    const first = firstRows.get(name);
    if (name !== '' && first === undefined) firstRows.set(name, number);
    if (first !== undefined) reading.faults.push({ field: 'account', rule: 'twice', params: { row: first } });
    const faults = reading.faults.toSorted((a, b) => importColumns.indexOf(a.field) - importColumns.indexOf(b.field));
    return { row: number, values, faults, account: faults.length === 0 ? reading.account : undefined };
  });
}

function readRow(text: (column: ImportColumn) => string, known: Known): { faults: CellFault[]; account: ImportedAccount } {
  const faults: CellFault[] = [];
  const fault = (field: ImportColumn, rule: CellFault['rule'], params?: CellFault['params']) => {
    if (!faults.some((one) => one.field === field)) faults.push(params === undefined ? { field, rule } : { field, rule, params });
  };
  for (const column of importColumns) if (text(column).search(BROKEN) >= 0) fault(column, 'characters');
  for (const column of required) if (text(column) === '') fault(column, 'required');

  const shown = (column: ImportColumn) => ({ value: shownText(text(column)) });
  const limited = (column: ImportColumn, limit: number) => {
    if ([...text(column)].length > limit) fault(column, 'length', { limit });
    return text(column);
  };
  const account = text('account');
  if (!ACCOUNT.test(account)) fault('account', 'account', shown('account'));
  if (known.taken.has(account.toLowerCase())) fault('account', 'taken', shown('account'));

  const departmentId = known.departments.get(pathKey(text('department')));
  if (departmentId === undefined) fault('department', 'department', shown('department'));
  if (departmentId === null) fault('department', 'departmentTwice', shown('department'));

  const isLeader = flags.get(text('is_leader').toLowerCase());
  if (isLeader === undefined) fault('is_leader', 'choice', { ...shown('is_leader'), allowed: '是/Yes, 否/No' });
  const platform = platforms.get(text('platform').toLowerCase());
  if (platform === undefined) fault('platform', 'choice', { ...shown('platform'), allowed: '短剧/dj, 电商/ec' });
  const timezone = text('timezone') || DEFAULT_ZONE;
  if (!isTimezone(timezone)) fault('timezone', 'timezone', shown('timezone'));

  return {
    faults,
    account: {
      account,
      name: limited('name', NAME_MAX),
      department_id: departmentId ?? 0,
      role_ids: rolesIn(text('roles'), known, (value) =>
        value === '' ? fault('roles', 'required') : fault('roles', 'role', { value: shownText(value) }),
      ),
      is_leader: isLeader ?? 0,
      platform: platform ?? 'dj',
      timezone,
      remark: limited('remark', REMARK_MAX) || null,
    },
  };
}

/** A role whose name has a comma in it is found where it stands alone. `onUnknown` is told a name, or nothing where there is none. */
function rolesIn(cell: string, known: Known, onUnknown: (name: string) => void): number[] {
  const whole = known.roles.get(cell);
  if (whole !== undefined) return [whole];
  const names = cell.split(BETWEEN).flatMap((name) => name.trim() || []);
  const ids = names.map((name) => known.roles.get(name));
  const unknown = ids.indexOf(undefined);
  if (unknown >= 0 || names.length === 0) onUnknown(names[unknown] ?? '');
  return [...new Set(ids.filter((id) => id !== undefined))];
}
