import type { importColumns } from '#contracts/endpoints/user-imports.ts';
import type { Words } from '../spreadsheet/index.ts';

export type ImportColumn = (typeof importColumns)[number];

/** What is wrong with a cell: a rule with what its sentence needs. */
export interface CellFault {
  field: ImportColumn;
  rule: keyof typeof rules;
  params?: Record<string, string | number>;
}

/** What stands above each column; `required` ones have a star behind it. */
export const titles: Readonly<Record<ImportColumn, Words>> = {
  account: { zh: '账号', en: 'Account' },
  name: { zh: '姓名', en: 'Name' },
  department: { zh: '部门', en: 'Department' },
  roles: { zh: '角色', en: 'Roles' },
  is_leader: { zh: '组长', en: 'Leader' },
  platform: { zh: '业务线', en: 'Business line' },
  timezone: { zh: '时区', en: 'Time zone' },
  remark: { zh: '备注', en: 'Remark' },
};

export const required: readonly ImportColumn[] = ['account', 'name', 'department', 'roles'];

/** Every rule a cell can break, in a sentence. */
const rules = {
  required: { zh: '必填', en: 'is required' },
  account: {
    zh: '「{value}」不符合规则：3–32 个小写字母、数字或 _ . -，以小写字母开头',
    en: '“{value}” is not allowed: 3–32 small letters, digits or _ . -, beginning with a small letter',
  },
  length: { zh: '最多 {limit} 个字符', en: 'has more than {limit} characters' },
  department: { zh: '没有部门「{value}」，请填写完整路径', en: 'there is no department “{value}”; give its whole path' },
  departmentTwice: { zh: '有多个部门的路径是「{value}」', en: 'several departments have the path “{value}”' },
  role: { zh: '没有角色「{value}」', en: 'there is no role “{value}”' },
  choice: { zh: '「{value}」不在可选值之内：{allowed}', en: '“{value}” is not one of: {allowed}' },
  timezone: { zh: '「{value}」不是有效的时区', en: '“{value}” is not a valid time zone' },
  characters: { zh: '含有不能保存的字符', en: 'has characters that cannot be stored' },
  twice: { zh: '与第 {row} 行的账号相同', en: 'the account is in row {row} already' },
  taken: { zh: '账号「{value}」已被使用', en: 'the account “{value}” is taken' },
} as const satisfies Record<string, Words>;

const fill = (text: string, params: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => String(params[key] ?? whole));

/** The sentence of a fault, naming the column: `C列「部门」：没有部门「x」`. */
export function faultWords({ field, rule, params = {} }: CellFault, column: string | null): Words {
  const { zh, en } = rules[rule];
  const title = titles[field];
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
