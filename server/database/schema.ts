import type { ColumnType, Generated } from 'kysely';

/** Identity columns are bigint; they come back as numbers (see connect.ts). */
type Id = Generated<number>;
/** Written once, by the caller's clock. */
type Instant = ColumnType<Date, Date, Date>;
type Json = ColumnType<unknown, string | null, string | null>;
/** Filled by the writer; a default exists in the table. */
type Defaulted<T> = ColumnType<T, T | undefined, T>;

interface Kept {
  id: Id;
  created_at: Instant;
  updated_at: Instant;
}

export interface SysUserTable extends Kept {
  version: Defaulted<number>;
  account: string;
  pwd_hash: string;
  name: string;
  remark: string | null;
  /** 0 staff, 1 ordinary admin, 9 super admin. */
  is_admin: 0 | 1 | 9;
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  /** Null only for is_admin 9. */
  department_id: number | null;
  status: 'enabled' | 'disabled';
  login_at: Date | null;
  timezone: string;
  deleted_at: Date | null;
}

export interface SysLoginFailureTable {
  id: Id;
  account: string;
  address: string;
  failed_at: Instant;
}

export interface SysSessionTable {
  id: Id;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  user_id: number;
  issued_at: Instant;
  expires_at: Instant;
  revoked_at: Date | null;
  ip: string;
  ua: string;
}

export interface SysDepartmentTable extends Kept {
  parent_id: number | null;
  name: string;
  /** `/1/4/9/`, ends with the own id. */
  path: string;
  depth: number;
  sort: number;
  deleted_at: Date | null;
}

export interface SysRoleTable extends Kept {
  version: Defaulted<number>;
  name: string;
  remark: string | null;
  paths: string[];
  actions: string[];
  is_builtin: Defaulted<boolean>;
  deleted_at: Date | null;
}

export interface SysUserRoleTable {
  user_id: number;
  role_id: number;
}

export interface SysMenuTable {
  path: string;
  parent_path: string | null;
  group_key: 'base' | 'admin';
  title_zh: string;
  title_en: string;
  sort: number;
  hide: boolean;
  active_menu: string | null;
  icon: string | null;
}

export interface UserPrefTable {
  user_id: number;
  key: string;
  value: Json;
  updated_at: Instant;
}

export interface OpLogTable {
  id: Id;
  at: Instant;
  user_id: number | null;
  account: string;
  action: string;
  target_type: string | null;
  target_id: number | null;
  target_label: string | null;
  ip: string;
  summary: string;
  before: Json;
  after: Json;
  ok: boolean;
  code: number;
  ms: number;
}

export interface IdempotencyTable {
  user_id: number;
  key: string;
  action: string;
  /** SHA-256 of the request without the key, hex. */
  request_hash: string;
  answer: Json;
  created_at: Instant;
}

export interface SettingTable {
  key: string;
  value: Json;
}

export interface CronJobTable {
  key: string;
  name_zh: string;
  name_en: string;
  /** Five fields, UTC. */
  cron: string;
  enabled: Defaulted<boolean>;
  timeout_s: Defaulted<number>;
  allow_manual: Defaulted<boolean>;
  /** Cannot be disabled. */
  core: Defaulted<boolean>;
  last_run_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  last_status: ColumnType<CronRunStatus | null, CronRunStatus | null | undefined, CronRunStatus | null>;
  last_duration_ms: ColumnType<number | null, number | null | undefined, number | null>;
  next_run_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Instant;
  updated_at: Instant;
}

export type CronRunStatus = 'running' | 'succeeded' | 'failed' | 'timeout' | 'skipped';

export interface CronRunTable {
  id: Id;
  job_key: string;
  trigger: 'schedule' | 'manual';
  triggered_by: number | null;
  status: CronRunStatus;
  started_at: Instant;
  finished_at: Date | null;
  rows_in: ColumnType<number | null, number | null | undefined, number | null>;
  rows_out: ColumnType<number | null, number | null | undefined, number | null>;
  message: ColumnType<string | null, string | null | undefined, string | null>;
  /** At most 64 KiB. */
  log: Defaulted<string>;
  /** The server process that runs it, and its last sign of life. */
  instance: ColumnType<string | null, string | null | undefined, string | null>;
  alive_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface SchedulerHeartbeatTable {
  instance: string;
  at: Instant;
}

/** Every table, as Kysely sees it. */
export interface Database {
  sys_user: SysUserTable;
  sys_login_failure: SysLoginFailureTable;
  sys_session: SysSessionTable;
  sys_department: SysDepartmentTable;
  sys_role: SysRoleTable;
  sys_user_role: SysUserRoleTable;
  sys_menu: SysMenuTable;
  user_pref: UserPrefTable;
  op_log: OpLogTable;
  idempotency: IdempotencyTable;
  setting: SettingTable;
  cron_job: CronJobTable;
  cron_run: CronRunTable;
  scheduler_heartbeat: SchedulerHeartbeatTable;
}
