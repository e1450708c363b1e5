export const alertLevels = ['info', 'warn', 'error'] as const;
export type AlertLevel = (typeof alertLevels)[number];

export const alertKinds = [
  'token_expiring',
  'token_expired',
  'account_disabled',
  'ad_disapproved',
  'batch_done',
  'rule_hit',
  'pixel_silent',
  'budget_cap',
  'copyright_expiring',
  'copyright_ended',
  'spend_stopped',
  'spend_racing',
  'spend_without_orders',
  'emergency_closed',
  'cron_failed',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What the alerts of one incident are about. */
export type IncidentSubject = 'authorisation' | 'ad_account' | 'pixel' | 'policy';

/** Message formats of alert delivery; `json` is our own. */
export type AlertTargetFormat = 'feishu' | 'dingtalk' | 'wecom' | 'slack' | 'json';
