import { type KnownRoutes, permittedPaths } from './permitted-paths.ts';

/** The signed-in person, as the console keeps it. */
export interface SessionUser {
  id: number;
  account: string;
  name: string;
  remark: string | null;
  is_admin: number;
  is_leader: number;
  platform: string;
  login_at: string | null;
  /** What may be opened; see permittedPaths. */
  paths: string[];
  actions: string[];
  department_name: string | null;
  role_names: string[];
  /** IANA name; for showing instants only. */
  timezone: string;
  /** `given`: the server or an administrator made the password. */
  password_state: 'given' | 'own';
}

/** What the server, or an earlier visit, says of the user: nothing in it is taken for granted. */
export type ClaimedUser = Partial<Record<keyof SessionUser, unknown>>;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const whole = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
const texts = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);

const isTimezone = (name: string) => {
  try {
    return Boolean(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** Fills in what is missing with the console's defaults: no leader, platform dj, Shanghai time. */
export const sessionUser = (claimed: ClaimedUser, routes: KnownRoutes): SessionUser => ({
  id: whole(claimed.id),
  account: text(claimed.account),
  name: text(claimed.name),
  remark: textOrNull(claimed.remark),
  is_admin: whole(claimed.is_admin),
  is_leader: whole(claimed.is_leader),
  platform: text(claimed.platform) || 'dj',
  login_at: textOrNull(claimed.login_at),
  paths: permittedPaths(claimed.is_admin, claimed.paths, routes),
  actions: texts(claimed.actions),
  department_name: textOrNull(claimed.department_name),
  role_names: texts(claimed.role_names),
  timezone: isTimezone(text(claimed.timezone)) ? text(claimed.timezone) : 'Asia/Shanghai',
  password_state: claimed.password_state === 'given' ? 'given' : 'own',
});

/** Whether both may do the same and are shown the same; when they signed in does not count. */
export const isSameStanding = (one: SessionUser | undefined, other: SessionUser | undefined): boolean =>
  JSON.stringify({ ...one, login_at: null }) === JSON.stringify({ ...other, login_at: null });
