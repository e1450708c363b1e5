import { bizLines, bizWords } from './business-lines.ts';
import { choiceFilter, columnKeys, keywordFilter, referenceFilter, type Words, type WordsOf, yesNoWords } from './vocabulary.ts';

export const userStatuses = ['enabled', 'disabled'] as const;
export const userStatusWords: WordsOf<(typeof userStatuses)[number]> = {
  enabled: { zh: '启用', en: 'Enabled' },
  disabled: { zh: '停用', en: 'Disabled' },
};

/** Levels of the API. A super admin is created only on the command line. */
export const ordinaryLevels = [0, 1] as const;
export const ordinaryLevelWords: WordsOf<(typeof ordinaryLevels)[number]> = {
  0: { zh: '普通', en: 'Standard' },
  1: { zh: '管理员', en: 'Admin' },
};
/** The API description of the level. */
export const ordinaryLevelNote: Words = {
  zh: '0 普通员工，1 普通管理员。9 只能由命令行设置，接口里没有。',
  en: '0 staff, 1 ordinary admin. 9 comes from the command line only, never through the API.',
};

export const leaderFlags = [0, 1] as const;
/** The API description of leaders. */
export const leaderNote: Words = {
  zh: '1 为组长：能看到本部门及下级部门的数据。',
  en: '1 is a leader, who sees what belongs to the department and those below it.',
};

/** The API description of the business line of a person. */
export const platformNote: Words = { zh: '业务线：dj 短剧，ec 电商。', en: 'Line of business: dj short drama, ec e-commerce.' };

/** The people who know the password of an account. */
export const passwordStates = ['none', 'given', 'own'] as const;
export type PasswordStateName = (typeof passwordStates)[number];
export const passwordStateWords: WordsOf<PasswordStateName> = {
  none: { zh: '未设密码', en: 'No password yet' },
  given: { zh: '初始密码', en: 'Initial password' },
  own: { zh: '本人设定', en: 'Set by the person' },
};
/** The API description of the password state. */
export const passwordStateNote: Words = {
  zh: 'none 从未给出过密码，还不能登录；given 由系统或管理员设定；own 由本人设定。',
  en: 'none: no password was ever given out, so nobody can log in; given: the server or an administrator set it; own: the person set it.',
};

/** The ways in which a bulk change of roles treats the existing roles. */
export const roleModes = ['replace', 'add', 'remove'] as const;
export type RoleMode = (typeof roleModes)[number];

export const userSortable = ['account', 'name', 'department', 'status', 'login_at', 'created_at'] as const;

export const userColumnWords = {
  account: { zh: '账号', en: 'Account' },
  name: { zh: '姓名', en: 'Name' },
  department: { zh: '部门', en: 'Department' },
  roles: { zh: '角色', en: 'Roles' },
  is_admin: { zh: '管理员', en: 'Admin' },
  is_leader: { zh: '组长', en: 'Leader' },
  platform: { zh: '业务线', en: 'Business line' },
  status: { zh: '状态', en: 'Status' },
  login_at: { zh: '最近登录', en: 'Last login' },
  running: { zh: '在投系列', en: 'Campaigns running' },
  timezone: { zh: '时区', en: 'Time zone' },
  remark: { zh: '备注', en: 'Remark' },
  created_at: { zh: '创建时间', en: 'Created' },
  updated_at: { zh: '更新时间', en: 'Updated' },
} satisfies Record<string, Words>;
export const userExportColumns = columnKeys(userColumnWords);

/** Columns of an import sheet. */
export const userImportColumns = ['account', 'name', 'department', 'roles', 'is_leader', 'platform', 'timezone', 'remark'] as const;

const isOrNot = { 0: yesNoWords.no, 1: yesNoWords.yes };

export const userFilters = {
  keyword: keywordFilter({ zh: '账号或姓名', en: 'Account or name' }),
  department_id: referenceFilter(userColumnWords.department, {
    zh: '包括下级部门的人。',
    en: 'With the people of the departments below it.',
  }),
  role_id: referenceFilter({ zh: '角色', en: 'Role' }),
  status: choiceFilter(userColumnWords.status, { values: userStatuses, words: userStatusWords }),
  is_admin: choiceFilter(userColumnWords.is_admin, { values: ordinaryLevels, words: isOrNot, note: ordinaryLevelNote }),
  is_leader: choiceFilter(userColumnWords.is_leader, { values: leaderFlags, words: isOrNot, note: leaderNote }),
  platform: choiceFilter(userColumnWords.platform, { values: bizLines, words: bizWords, note: platformNote }),
  password_state: choiceFilter(
    { zh: '密码', en: 'Password' },
    { values: passwordStates, words: passwordStateWords, note: passwordStateNote },
  ),
};
