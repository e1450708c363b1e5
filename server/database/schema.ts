import type { ColumnType } from 'kysely';
import type { BaseColumns, Defaulted, Id, Instant, Json, Optional } from './columns.ts';
import type { AssetTables } from './schema-assets.ts';
import type { ContentTables } from './schema-content.ts';
import type { FactTables } from './schema-facts.ts';
import type { HostingTables } from './schema-hosting.ts';
import type { LaunchTables } from './schema-launches.ts';

export interface SysUserTable extends BaseColumns {
  version: Defaulted<number>;
  account: string;
  pwd_hash: string;
  /** `none`: no password was ever given out; `given`: made by the server or an administrator; `own`: chosen by the user. */
  password_state: Defaulted<'none' | 'given' | 'own'>;
  name: string;
  remark: string | null;
  /** 0 staff, 1 ordinary admin, 9 super admin. */
  is_admin: 0 | 1 | 9;
  is_leader: 0 | 1;
  platform: 'dj' | 'ec';
  /** Null only when is_admin is 9. */
  department_id: number | null;
  status: 'enabled' | 'disabled';
  login_at: Date | null;
  timezone: string;
  deleted_at: Date | null;
}

export interface SysLoginFailureTable {
  id: Id;
  /** An existing account, or a keyed hash of the typed text, which may have been a password. */
  account: string;
  /** Network of the client. */
  address: string;
  /** Set for a browser that the user has signed in from before; its failures are counted separately. */
  device_hash: Optional<string>;
  failed_at: Instant;
}

/** A browser that a user has signed in from. */
export interface SysDeviceTable {
  token_hash: string;
  user_id: number;
  used_at: ColumnType<Date, Date, Date>;
}

/** Why a session was ended early, as shown to its owner. */
export type SessionEndCause = 'password_reset' | 'ended_elsewhere' | 'signed_out';

export interface SysSessionTable {
  id: Id;
  /** SHA-256 of the token, hex. */
  token_hash: string;
  user_id: number;
  issued_at: Instant;
  expires_at: Instant;
  revoked_at: Date | null;
  /** Why it was revoked, when its owner should be told. */
  end_cause: Optional<SessionEndCause>;
  ip: string;
  ua: string;
}

export interface SysDepartmentTable extends BaseColumns {
  parent_id: number | null;
  name: string;
  /** `/1/4/9/`, ends with its own id. */
  path: string;
  depth: number;
  sort: number;
  deleted_at: Date | null;
}

export interface SysRoleTable extends BaseColumns {
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

export interface WorkspaceTable {
  user_id: number;
  /** Chosen by the browser window. */
  window_id: string;
  state: Json;
  saved_at: Instant;
}

export interface DraftTable {
  id: Id;
  user_id: number;
  form: string;
  /** Null for the draft of a new object. */
  subject_id: number | null;
  version: number | null;
  values: Json;
  saved_at: Instant;
}

export interface SavedViewTable extends BaseColumns {
  version: Defaulted<number>;
  owner_user_id: number;
  page: string;
  name: string;
  shared: 'me' | 'roles' | 'all';
  query: string;
  table_view: Json;
}

export interface SavedViewRoleTable {
  view_id: number;
  role_id: number;
}

export interface SavedViewDefaultTable {
  user_id: number;
  page: string;
  view_id: number;
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

export interface BatchTable extends BaseColumns {
  type: string;
  level: Optional<'campaign' | 'ad_group' | 'ad'>;
  user_id: number;
  /** Path of a page, `rule:{id}` or `cron:{key}`. */
  origin: string;
  /** Path of the call that ordered it. */
  action: string;
  language: 'zh' | 'en';
  summary: ColumnType<{ zh: string; en: string }, string, string>;
  params: ColumnType<unknown, string, string>;
  reason: Optional<string>;
  scheme_id: Optional<number>;
  scheme_version: Optional<number>;
  /** First batch of an order that was split into several. */
  order_id: Optional<number>;
  status: BatchStatus;
  total: number;
  done: Defaulted<number>;
  ok: Defaulted<number>;
  fail: Defaulted<number>;
  skip: Defaulted<number>;
  unknown: Defaulted<number>;
  canceled: Defaulted<number>;
  idempotency_key: Optional<string>;
  started_at: Optional<Date>;
  finished_at: Optional<Date>;
  cancel_requested_at: Optional<Date>;
}

export type BatchStatus = 'pending' | 'running' | 'succeeded' | 'partial' | 'failed' | 'canceled';
export type ItemStatus = 'pending' | 'running' | 'succeeded' | 'failed' | 'unknown' | 'skipped' | 'canceled';

export interface BatchItemTable extends BaseColumns {
  batch_id: number;
  /** Starts at 1. */
  seq: number;
  parent_item_id: Optional<number>;
  needs_item_id: Optional<number>;
  /** The item of an earlier batch that this one undoes. */
  undoes_item_id: Optional<number>;
  lane: Optional<string>;
  branch: Optional<number>;
  closes: Defaulted<boolean>;
  undone: Defaulted<boolean>;
  /** User who ordered this attempt. */
  user_id: number;
  address: string;
  target_type: string;
  target_id: Optional<number>;
  label: string;
  params: ColumnType<unknown, string | undefined, string>;
  /** Values last sent to the channel. */
  sent: ColumnType<unknown, string | null | undefined, string | null>;
  client_tag: Defaulted<string>;
  locks: boolean;
  status: ItemStatus;
  attempt: Defaulted<number>;
  /** Automatic repetitions of this attempt. */
  repeats: Defaulted<number>;
  not_before: Optional<Date>;
  executor: Optional<string>;
  leased_until: Optional<Date>;
  checks: Defaulted<number>;
  next_check_at: Optional<Date>;
  code: Optional<number>;
  reason: Optional<string>;
  platform_code: Optional<string>;
  platform_subcode: Optional<string>;
  message: Optional<string>;
  data: ColumnType<unknown, string | null | undefined, string | null>;
  retryable: Defaulted<boolean>;
  before: ColumnType<unknown, string | null | undefined, string | null>;
  after: ColumnType<unknown, string | null | undefined, string | null>;
  started_at: Optional<Date>;
  finished_at: Optional<Date>;
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
  /** A core job cannot be disabled. */
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
  /** The server process that runs it, and its last heartbeat. */
  instance: ColumnType<string | null, string | null | undefined, string | null>;
  alive_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface SchedulerHeartbeatTable {
  instance: string;
  at: Instant;
}

export interface VaultCanaryTable {
  id: number;
  /** Sealed with the keys of this database's servers. */
  canary_enc: string;
}

/** All tables. */
export interface Database extends AssetTables, ContentTables, LaunchTables, FactTables, HostingTables {
  sys_user: SysUserTable;
  sys_login_failure: SysLoginFailureTable;
  sys_device: SysDeviceTable;
  sys_session: SysSessionTable;
  sys_department: SysDepartmentTable;
  sys_role: SysRoleTable;
  sys_user_role: SysUserRoleTable;
  sys_menu: SysMenuTable;
  user_pref: UserPrefTable;
  workspace: WorkspaceTable;
  draft: DraftTable;
  saved_view: SavedViewTable;
  saved_view_role: SavedViewRoleTable;
  saved_view_default: SavedViewDefaultTable;
  op_log: OpLogTable;
  idempotency: IdempotencyTable;
  setting: SettingTable;
  vault_canary: VaultCanaryTable;
  batch: BatchTable;
  batch_item: BatchItemTable;
  cron_job: CronJobTable;
  cron_run: CronRunTable;
  scheduler_heartbeat: SchedulerHeartbeatTable;
}
