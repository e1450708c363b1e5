import { DEFAULT_TIMEZONE } from '#contracts/rules/business-time.ts';
import { type KnownRoutes, permittedPaths } from './permitted-paths.ts';

/** The signed-in user, as the console keeps it. */
export interface SessionUser {
  id: number;
  account: string;
  name: string;
  remark: string | null;
  is_admin: number;
  is_leader: number;
  platform: string;
  login_at: string | null;
  /** Routes the user may open; see permittedPaths. */
  paths: string[];
  actions: string[];
  department_name: string | null;
  role_names: string[];
  /** IANA time zone, used only to display instants. */
  timezone: string;
  /** IANA time zone in which the company counts its days: “today” in reports. */
  business_timezone: string;
  /** `given`: the server or an administrator made the password. */
  password_state: 'given' | 'own';
}

/** The user as the server or an earlier visit describes it, without guaranteed types. */
export type ClaimedUser = Partial<Record<keyof SessionUser, unknown>>;

const toText = (value: unknown) => (typeof value === 'string' ? value : '');
const toTextOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const toInteger = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) ? value : 0);
const toTexts = (value: unknown) => (Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []);

const isTimezone = (name: string) => {
  try {
    return Boolean(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const toTimezone = (value: unknown) => (isTimezone(toText(value)) ? toText(value) : DEFAULT_TIMEZONE);

/** Fills in missing fields with the console's defaults: no leader, platform dj, Shanghai time. */
export const toSessionUser = (claimed: ClaimedUser, routes: KnownRoutes): SessionUser => ({
  id: toInteger(claimed.id),
  account: toText(claimed.account),
  name: toText(claimed.name),
  remark: toTextOrNull(claimed.remark),
  is_admin: toInteger(claimed.is_admin),
  is_leader: toInteger(claimed.is_leader),
  platform: toText(claimed.platform) || 'dj',
  login_at: toTextOrNull(claimed.login_at),
  paths: permittedPaths(claimed.is_admin, claimed.paths, routes),
  actions: toTexts(claimed.actions),
  department_name: toTextOrNull(claimed.department_name),
  role_names: toTexts(claimed.role_names),
  timezone: toTimezone(claimed.timezone),
  business_timezone: toTimezone(claimed.business_timezone),
  password_state: claimed.password_state === 'given' ? 'given' : 'own',
});

/** Whether both have the same rights and details; the time of the sign-in does not count. */
export const hasSameRights = (one: SessionUser | undefined, other: SessionUser | undefined): boolean =>
  JSON.stringify({ ...one, login_at: null }) === JSON.stringify({ ...other, login_at: null });
