import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { roleActions } from './permissions.ts';
import { Exact, Id, Instant, Nothing, Nullable, OneOf, PasswordDigest } from './shapes.ts';

export const Platform = OneOf(['dj', 'ec'] as const);
export type Platform = Static<typeof Platform>;

/** The signed-in user, as the console keeps it. */
export const UserInfo = Exact({
  id: Id,
  account: Type.String(),
  name: Type.String(),
  remark: Nullable(Type.String()),
  is_admin: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(9)]),
  is_leader: Type.Union([Type.Literal(0), Type.Literal(1)]),
  platform: Platform,
  /** Routes the user may open, in menu order, hidden pages right after their parent. */
  paths: Type.Array(Type.String()),
  actions: Type.Array(OneOf(roleActions)),
  login_at: Nullable(Instant),
  department_id: Nullable(Id),
  department_name: Nullable(Type.String()),
  role_names: Type.Array(Type.String()),
  /** IANA name; only for showing instants. */
  timezone: Type.String(),
});
export type UserInfo = Static<typeof UserInfo>;

export const SessionRow = Exact({
  id: Id,
  issued_at: Instant,
  expires_at: Instant,
  ip: Type.String(),
  ua: Type.String(),
  /** The session that asks. */
  current: Type.Boolean(),
});
export type SessionRow = Static<typeof SessionRow>;

export const login = endpoint({
  name: 'session.login',
  method: 'POST',
  path: '/login',
  summary: { zh: '登录', en: 'Sign in' },
  request: Exact({ account: Type.String({ minLength: 1, maxLength: 32 }), pwd: PasswordDigest }),
  reply: Exact({ token: Type.String({ minLength: 1 }), expires_at: Instant }),
  reasons: ['LOGIN_BAD', 'LOGIN_DISABLED', 'LOGIN_LOCKED'],
});

export const logout = endpoint({
  name: 'session.logout',
  method: 'POST',
  path: '/sys-users/logout',
  summary: { zh: '退出登录', en: 'Sign out' },
  request: Nothing,
  reply: Nothing,
});

export const userInfo = endpoint({
  name: 'session.userInfo',
  method: 'GET',
  path: '/sys-users/get_user_info',
  summary: { zh: '当前用户', en: 'Current user' },
  request: Nothing,
  reply: UserInfo,
});

export const ownSessions = endpoint({
  name: 'session.listOwn',
  method: 'POST',
  path: '/sys-users/sessions',
  summary: { zh: '我的登录', en: 'Own sessions' },
  request: Nothing,
  reply: Exact({ list: Type.Array(SessionRow) }),
});

export const endOtherSessions = endpoint({
  name: 'session.endOthers',
  method: 'POST',
  path: '/sys-users/end_sessions',
  summary: { zh: '结束其他登录', en: 'End the other sessions' },
  request: Nothing,
  reply: Exact({ ended: Type.Integer({ minimum: 0 }) }),
});
