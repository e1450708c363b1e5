import { ACCOUNT_PATTERN, NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { type ParsedRow, type RowReader, readColumn, parseRows as readRows, type TitledRows, toDisplayText } from '../spreadsheet/index.ts';
import { accountForm, type ImportColumn } from './import-words.ts';
import { isTimezone } from './users.rules.ts';

/** Existing records that the rows of a sheet refer to. */
export interface ImportLookups {
  /** Ids by path, with steps joined by a slash; null where several departments have the same path. */
  departments: ReadonlyMap<string, number | null>;
  roles: ReadonlyMap<string, number>;
  /** Accounts in lowercase, including those of deleted users. */
  taken: ReadonlySet<string>;
}

/** An account to be created, stored as the parameters of one batch item. */
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

const DEFAULT_TIMEZONE = 'Asia/Shanghai';
/** Separates the roles of one cell. */
const ROLE_SEPARATOR = /[,，、;；\n]/;

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

/** Normalizes a typed path, so that spaces and the kind of separator do not matter. */
export const pathKey = (path: string): string =>
  path
    .split(/\s*[/／›>]\s*/)
    .filter((step) => step !== '')
    .join('/');

/** Reads the account column, so that existing accounts can be looked up. */
export const readAccounts = (sheet: TitledRows<ImportColumn>): string[] => readColumn(sheet, 'account');

/** Reads every row into an account, or lists its faults. */
export const parseRows = (sheet: TitledRows<ImportColumn>, known: ImportLookups): ParsedRow<ImportColumn, ImportedAccount>[] =>
  readRows(accountForm, sheet, { unique: 'account', fold: (text) => text.toLowerCase(), read: (row) => readRow(row, known) });

function readRow({ text, shown, fault, limitedText }: RowReader<ImportColumn>, known: ImportLookups): ImportedAccount {
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
  const timezone = text('timezone') || DEFAULT_TIMEZONE;
  if (!isTimezone(timezone)) fault('timezone', 'timezone', shown('timezone'));

  return {
    account,
    name: limitedText('name', NAME_MAX),
    department_id: departmentId ?? 0,
    role_ids: parseRoles(text('roles'), known, (value) =>
      value === '' ? fault('roles', 'required') : fault('roles', 'role', { value: toDisplayText(value) }),
    ),
    is_leader: isLeader ?? 0,
    platform: platform ?? 'dj',
    timezone,
    remark: limitedText('remark', REMARK_MAX) || null,
  };
}

/**
 * A role whose name contains a comma is recognised when it stands alone in its cell. `onUnknown` gets the unknown name, or '' for an
 * empty cell.
 */
function parseRoles(cell: string, known: ImportLookups, onUnknown: (name: string) => void): number[] {
  const whole = known.roles.get(cell);
  if (whole !== undefined) return [whole];
  const names = cell.split(ROLE_SEPARATOR).flatMap((name) => name.trim() || []);
  const ids = names.map((name) => known.roles.get(name));
  const unknown = ids.indexOf(undefined);
  if (unknown >= 0 || names.length === 0) onUnknown(names[unknown] ?? '');
  return [...new Set(ids.filter((id) => id !== undefined))];
}
