import { importColumns } from '#contracts/endpoints/user-imports.ts';
import { stampOf } from '../instants.ts';
import { type Locale, pick, readyFile, type Sheet, type SheetFile, type Words } from '../spreadsheet/index.ts';
import { type ImportColumn, required, titles } from './import-words.ts';

const widths: Readonly<Record<ImportColumn, number>> = {
  account: 18,
  name: 16,
  department: 32,
  roles: 28,
  is_leader: 10,
  platform: 12,
  timezone: 20,
  remark: 30,
};

const rules: Readonly<Record<ImportColumn, Words>> = {
  account: {
    zh: '必填。3–32 个字符：小写字母、数字、_ . -，以小写字母开头；不能与现有或已删除的账号重复',
    en: 'Required. 3–32 characters: small letters, digits, _ . -, beginning with a small letter; never used before, not even by a deleted account',
  },
  name: { zh: '必填。1–32 个字符', en: 'Required. 1–32 characters' },
  department: {
    zh: '必填。从根部门开始的完整路径，用 / 分隔，可选值见下',
    en: 'Required. The whole path from the root, steps separated by /; see below',
  },
  roles: {
    zh: '必填。一个或多个角色名称，用顿号或逗号分隔，可选值见下',
    en: 'Required. One or more names of roles, separated by commas; see below',
  },
  is_leader: { zh: '是 或 否，不填为否', en: 'Yes or No; No when empty' },
  platform: { zh: '短剧 或 电商，不填为短剧', en: 'Short drama or E-commerce; Short drama when empty' },
  timezone: {
    zh: 'IANA 时区名称，不填为 Asia/Shanghai；例如 Asia/Tokyo、America/New_York、UTC',
    en: 'IANA name of a time zone; Asia/Shanghai when empty. For example Asia/Tokyo, America/New_York, UTC',
  },
  remark: { zh: '最多 200 个字符', en: 'At most 200 characters' },
};

const words = {
  page: { zh: '账号导入模板', en: 'Accounts to import' },
  notes: { zh: '说明', en: 'Notes' },
  column: { zh: '列', en: 'Column' },
  rule: { zh: '填写规则', en: 'Rule' },
  general: { zh: '说明', en: 'General' },
  rows: {
    zh: '一次最多 {max} 行；第一行的标题请保留，列的顺序可以调整',
    en: 'At most {max} rows at once; keep the titles of the first row, in any order',
  },
  password: {
    zh: '导入的账号没有密码，由管理员重置密码后才能登录；管理员身份只能在页面上设置',
    en: 'Imported accounts have no password: they can sign in once an administrator has reset it. Administrators are made on the page only',
  },
  department: { zh: '可选部门', en: 'Department' },
  role: { zh: '可选角色', en: 'Role' },
} as const satisfies Record<string, Words>;

/** A sheet to fill in, and one that says how, with everything that can be referred to. */
export function templateFile(
  locale: Locale,
  {
    departments,
    roles,
    rowsMax,
    now,
    timezone,
  }: { departments: readonly string[]; roles: readonly string[]; rowsMax: number; now: Date; timezone: string },
): Promise<SheetFile> {
  const say = (given: Words) => pick(given, locale);
  const title = (column: ImportColumn) => `${say(titles[column])}${required.includes(column) ? '*' : ''}`;
  const data: Sheet = {
    name: say({ zh: '账号', en: 'Accounts' }),
    columns: importColumns.map((column) => ({ title: title(column), width: widths[column] })),
    rows: [],
  };
  const notes: Sheet = {
    name: say(words.notes),
    columns: [
      { title: say(words.column), width: 20 },
      { title: say(words.rule), width: 90 },
    ],
    rows: [
      [
        ...importColumns.map((column) => [title(column), say(rules[column])]),
        [say(words.general), say(words.rows).replace('{max}', String(rowsMax))],
        [say(words.general), say(words.password)],
        ...departments.map((path) => [say(words.department), path]),
        ...roles.map((name) => [say(words.role), name]),
      ],
    ],
  };
  const stamp = stampOf(now, timezone);
  return readyFile({ fileName: `${say(words.page)}_${stamp}.xlsx`, asciiName: `accounts-import_${stamp}.xlsx`, sheets: [data, notes] });
}
