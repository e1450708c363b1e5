import { userColumnWords, userImportColumns } from '#contracts/vocabulary/users.ts';
import type { ImportForm, TemplateNotes } from '../spreadsheet/index.ts';

export type ImportColumn = (typeof userImportColumns)[number];

/** Columns, titles and messages of an account import. */
export const accountForm: ImportForm<ImportColumn> = {
  columns: userImportColumns,
  titles: userColumnWords,
  required: ['account', 'name', 'department', 'roles'],
  rules: {
    account: {
      zh: '「{value}」不符合规则：3–32 个小写字母、数字或 _ . -，以小写字母开头',
      en: '“{value}” is not allowed: 3–32 lowercase letters, digits or _ . -, beginning with a lowercase letter',
    },
    department: { zh: '没有部门「{value}」，请填写完整路径', en: 'there is no department “{value}”; enter its full path' },
    departmentTwice: { zh: '有多个部门的路径是「{value}」', en: 'several departments have the path “{value}”' },
    role: { zh: '没有角色「{value}」', en: 'there is no role “{value}”' },
    timezone: { zh: '「{value}」不是有效的时区', en: '“{value}” is not a valid time zone' },
    twice: { zh: '与第 {row} 行的账号相同', en: 'the account is in row {row} already' },
    taken: { zh: '账号「{value}」已被使用', en: 'the account “{value}” is taken' },
  },
};

/** Instructions printed on the import template. */
export const accountTemplate = (departments: readonly string[], roles: readonly string[]): TemplateNotes<ImportColumn> => ({
  page: { zh: '账号导入模板', en: 'Accounts to import' },
  slug: 'accounts-import',
  sheet: { zh: '账号', en: 'Accounts' },
  widths: { account: 18, name: 16, department: 32, roles: 28, is_leader: 10, platform: 12, timezone: 20, remark: 30 },
  rules: {
    account: {
      zh: '必填。3–32 个字符：小写字母、数字、_ . -，以小写字母开头；不能与现有或已删除的账号重复',
      en: 'Required. 3–32 characters: lowercase letters, digits, _ . -, beginning with a lowercase letter; never used before, not even by a deleted account',
    },
    name: { zh: '必填。1–32 个字符', en: 'Required. 1–32 characters' },
    department: {
      zh: '必填。从根部门开始的完整路径，用 / 分隔，可选值见下',
      en: 'Required. The full path from the root, steps separated by /; see below',
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
  },
  general: [
    {
      zh: '导入的账号没有密码，由管理员重置密码后才能登录；管理员身份只能在页面上设置',
      en: 'Imported accounts have no password: they can log in once an administrator has reset it. Administrators can only be created on the page',
    },
  ],
  choices: [
    { title: { zh: '可选部门', en: 'Department' }, values: departments },
    { title: { zh: '可选角色', en: 'Role' }, values: roles },
  ],
});
