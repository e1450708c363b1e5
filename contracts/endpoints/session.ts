import { type Static, Type } from 'typebox';
import { bizLines } from '../vocabulary/business-lines.ts';
import { roleActions } from '../vocabulary/roles.ts';
import { leaderNote, platformNote } from '../vocabulary/users.ts';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { Count, Exact, Id, Instant, Nothing, Nullable, OneOf, PasswordDigest, PasswordState } from './shapes.ts';

export const Platform = noted(OneOf(bizLines), platformNote);
export type Platform = Static<typeof Platform>;

/** The signed-in user, as the console stores it. */
export const UserInfo = Exact({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  remark: Nullable(Type.String()),
  is_admin: noted(Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(9)]), {
    zh: '0 普通员工，1 普通管理员，9 超级管理员；按数字比较。',
    en: '0 staff, 1 ordinary admin, 9 super admin; compared as a number.',
  }),
  is_leader: noted(Type.Union([Type.Literal(0), Type.Literal(1)]), leaderNote),
  platform: Platform,
  paths: noted(Type.Array(Type.String()), {
    zh: '可以打开的页面，按菜单顺序；隐藏页紧跟在所属页面之后。',
    en: 'Pages the user may open, in menu order, hidden ones right after their parent.',
  }),
  actions: noted(Type.Array(OneOf(roleActions)), {
    zh: '在这些页面上允许的操作，是其所有角色的并集。',
    en: 'What the user may do on those pages: all that any of the roles allows.',
  }),
  login_at: noted(Nullable(Instant), { zh: '最近一次登录；从未登录则为空。', en: 'Last login; null before the first.' }),
  department_id: Nullable(Id),
  department_name: Nullable(Type.String()),
  role_names: Type.Array(Type.String()),
  timezone: noted(Type.String(), { zh: 'IANA 时区名，只用于显示时刻。', en: 'IANA name; only for showing instants.' }),
  business_timezone: noted(Type.Optional(Type.String()), {
    zh: '公司计日所用的 IANA 时区名，业务日期与“今天”以它为准；没有则为 Asia/Shanghai。',
    en: 'IANA name of the time zone in which the company counts its days: business dates and “today”. Asia/Shanghai where it is missing.',
  }),
  password_state: PasswordState,
});
export type UserInfo = Static<typeof UserInfo>;

export const SessionRow = Exact({
  id: Id,
  issued_at: Instant,
  expires_at: Instant,
  ip: noted(Type.String(), { zh: '登录时的客户端地址。', en: 'Address of the client that logged in.' }),
  ua: noted(Type.String(), { zh: '登录时浏览器的 User-Agent。', en: 'User-Agent of the browser that logged in.' }),
  current: noted(Type.Boolean(), { zh: '正在提问的这一次登录。', en: 'The session that asks.' }),
});
export type SessionRow = Static<typeof SessionRow>;

export const login = endpoint({
  name: 'session.login',
  method: 'POST',
  path: '/login',
  summary: { zh: '登录', en: 'Log in' },
  access: 'public',
  effect: 'write',
  request: Exact({ account: Type.String({ minLength: 1, maxLength: 32 }), pwd: PasswordDigest }),
  reply: Exact({
    token: noted(Type.String({ minLength: 1 }), {
      zh: '之后每次调用放在 Authorization: Bearer 里；内容由服务端自定。',
      en: 'Goes into Authorization: Bearer of every call after this one. Only the server reads it.',
    }),
    expires_at: noted(Instant, {
      zh: '不再调用时何时失效；每次调用会顺延。',
      en: 'When the session ends if nothing is asked before; each call moves it on.',
    }),
  }),
  reasons: ['LOGIN_BAD', 'LOGIN_DISABLED', 'LOGIN_LOCKED'],
});

export const logout = endpoint({
  name: 'session.logout',
  method: 'POST',
  path: '/sys-users/logout',
  summary: { zh: '退出登录', en: 'Log out' },
  access: 'signedIn',
  effect: 'write',
  request: Nothing,
  reply: Nothing,
});

export const userInfo = endpoint({
  name: 'session.userInfo',
  method: 'GET',
  path: '/sys-users/get_user_info',
  summary: { zh: '当前用户', en: 'Current user' },
  access: 'signedIn',
  effect: 'read',
  request: Nothing,
  reply: UserInfo,
});

export const ownSessions = endpoint({
  name: 'session.listOwn',
  method: 'POST',
  path: '/sys-users/sessions',
  summary: { zh: '我的登录', en: 'Own sessions' },
  access: 'signedIn',
  effect: 'read',
  request: Nothing,
  reply: Exact({ list: Type.Array(SessionRow) }),
});

export const endOtherSessions = endpoint({
  name: 'session.endOthers',
  method: 'POST',
  path: '/sys-users/end_sessions',
  summary: { zh: '结束其他登录', en: 'End the other sessions' },
  access: 'signedIn',
  effect: 'write',
  request: Nothing,
  reply: Exact({ ended: noted(Count, { zh: '被结束的登录数。', en: 'Sessions that were ended.' }) }),
});

export const changePassword = endpoint({
  name: 'session.changePassword',
  method: 'POST',
  path: '/sys-users/change_passwd',
  summary: { zh: '修改自己的密码', en: 'Change the own password' },
  access: 'signedIn',
  effect: 'write',
  request: Exact({
    old_pwd: noted(PasswordDigest, { zh: '现在的密码的 MD5。', en: 'MD5 of the present password.' }),
    new_pwd: noted(PasswordDigest, {
      zh: '新密码的 MD5；常见的密码会被拒绝。长度和字符由页面检查。',
      en: 'MD5 of the new password; common ones are refused. Length and characters are checked where it is typed.',
    }),
  }),
  reply: Exact({
    ended: noted(Count, {
      zh: '被结束的登录数；提问的这一次登录继续有效。',
      en: 'Sessions of the person that were ended; the one that asks goes on.',
    }),
  }),
  reasons: ['LOGIN_LOCKED'],
});
