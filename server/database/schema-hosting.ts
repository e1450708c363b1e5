import type { BaseColumns, Defaulted, Instant, Json, Optional, OptionalJson } from './columns.ts';
import type { EntityLevel } from './schema-launches.ts';

export type HostState = 'pending' | 'hosting' | 'paused' | 'ended';
export type AutoLevel = 'off' | 'suggest' | 'auto';
export type RuleAction = 'pause' | 'start' | 'budget_inc' | 'budget_dec' | 'budget_set' | 'bid_inc' | 'bid_dec' | 'notify';
export type HitResult = 'acting' | 'done' | 'suggested' | 'rejected' | 'expired' | 'dry_run' | 'skipped' | 'failed';
export type SkipReason = 'cooldown' | 'daily_max' | 'human_override' | 'data_stale' | 'lower_priority' | 'limit' | 'locked';

export interface HostAccountTable extends BaseColumns {
  version: Defaulted<number>;
  ad_account_id: number;
  personal_account_id: number;
  operator_user_id: number;
  state: Defaulted<HostState>;
  /** Set while it is paused because its holder's authorisation was lost, and not by an operator. */
  paused_by_authoriser: Defaulted<boolean>;
  auto_level: Defaulted<AutoLevel>;
  /** In the minor unit of the account's currency. */
  daily_cap: Optional<number>;
  target_roi_bp: Optional<number>;
  start_at: Instant;
  end_at: Optional<Date>;
  consent_at: Optional<Date>;
  consent_note: Optional<string>;
  remark: Optional<string>;
  /** The account's day on which its daily cap turned the campaigns off; null once they were turned on again. */
  capped_on: Optional<string>;
}

export interface HostRuleTable extends BaseColumns {
  version: Defaulted<number>;
  name: string;
  owner_user_id: number;
  level: EntityLevel;
  conditions: Json;
  /** {min_spend_usd, min_age_hours, name_contains?, exclude_learning}. */
  guard: OptionalJson;
  action: RuleAction;
  /** Percent to raise or lower by, or an amount in minor units to set. */
  action_value: Optional<number>;
  /** Upper bound when raising, lower bound otherwise. */
  action_limit: Optional<number>;
  /** {every, at?, hours?}, in the account's local time. */
  schedule: Json;
  cooldown_min: Defaulted<number>;
  /** Maximum per object. */
  max_actions_per_day: Defaulted<number>;
  /** 1 to 100; the highest wins. */
  priority: Defaulted<number>;
  dry_run: Defaulted<boolean>;
  status: Defaulted<'enabled' | 'disabled'>;
  deleted_at: Optional<Date>;
}

export interface HostRuleTargetTable {
  rule_id: number;
  host_account_id: number;
}

export interface HostRuleRunTable extends BaseColumns {
  rule_id: number;
  host_account_id: number;
  run_at: Instant;
  /** Beginning of the half hour that the run belongs to. */
  slot: Instant;
  evaluated: Defaulted<number>;
  matched: Defaulted<number>;
  acted: Defaulted<number>;
  skipped: Defaulted<number>;
  failed: Defaulted<number>;
  ms: Defaulted<number>;
  status: 'ok' | 'partial' | 'failed' | 'no_data';
  message: Optional<string>;
}

export interface HostRuleHitTable extends BaseColumns {
  run_id: number;
  rule_id: number;
  level: EntityLevel;
  entity_id: number;
  metrics: OptionalJson;
  action: RuleAction;
  before: OptionalJson;
  after: OptionalJson;
  result: HitResult;
  skip_reason: Optional<SkipReason>;
  batch_item_id: Optional<number>;
  /** Set for suggestions only. */
  expires_at: Optional<Date>;
  /** Who accepted or rejected the suggestion. */
  decided_by: Optional<number>;
  decided_at: Optional<Date>;
  undone_at: Optional<Date>;
}

/** What was known of an hour of an ad in a hosted account, from an instant until the next one. */
export interface InsightHourKnownTable {
  ad_id: number;
  stat_date: string;
  stat_hour: number;
  known_at: Instant;
  ad_account_id: number;
  spend_usd: number;
  impressions: number;
  link_clicks: number;
  new_users: number;
  plat_purchases: number | null;
}

/** Hosted accounts and the rules that steer them. */
export interface HostingTables {
  host_account: HostAccountTable;
  host_rule: HostRuleTable;
  host_rule_target: HostRuleTargetTable;
  host_rule_run: HostRuleRunTable;
  host_rule_hit: HostRuleHitTable;
  insight_hour_known: InsightHourKnownTable;
}
