import { ACCOUNT_PATTERN, NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { type RowReading, understood as readRows, shownText, type TitledRows, textsIn, type UnderstoodRow } from '../spreadsheet/index.ts';
import { accountForm, type ImportColumn } from './import-words.ts';
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

const DEFAULT_ZONE = 'Asia/Shanghai';
/** Between the roles of one cell. */
const BETWEEN = /[,，、;；\n]/;

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

/** The accounts named in a sheet, to be looked up. */
export const accountsIn = (sheet: TitledRows<ImportColumn>): string[] => textsIn(sheet, 'account');

/** What each row says, and what is wrong with it. */
export const understood = (sheet: TitledRows<ImportColumn>, known: Known): UnderstoodRow<ImportColumn, ImportedAccount>[] =>
  readRows(accountForm, sheet, { unique: 'account', fold: (text) => text.toLowerCase(), read: (row) => readRow(row, known) });

function readRow({ text, shown, fault, limited }: RowReading<ImportColumn>, known: Known): ImportedAccount {
  const account = text('account');
  if (!ACCOUNT_PATTERN.test(account)) fault('account', 'account', shown('account'));
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
