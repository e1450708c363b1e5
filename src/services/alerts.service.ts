import { call } from './call.ts';

const alertReads = {
  id: true,
  level: true,
  kind: true,
  title: true,
  body: true,
  link: true,
  read_at: true,
  resolved_at: true,
  created_at: true,
} as const;
const targetReads = {
  id: true,
  name: true,
  format: true,
  language: true,
  levels: true,
  kinds: true,
  quiet_from: true,
  quiet_to: true,
  quiet_errors: true,
  enabled: true,
  address: true,
  secret_set: true,
  last_at: true,
  last_problem: true,
  last_text: true,
  waiting: true,
} as const;

export const listAlerts = call('/home-alerts/list', { list: [alertReads], total: true, unread: true });
export const readAlerts = call('/home-alerts/read', { unread: true });
export const listIncidents = call('/home-alerts/incidents', {
  list: [{ id: true, title: true, level: true, opened_at: true, last_alert_at: true, closed_at: true, count: true, alerts: [alertReads] }],
  total: true,
});
export const listAlertTargets = call('/home-alerts/targets', { list: [targetReads] });
export const saveAlertTarget = call('/home-alerts/save_target', targetReads);
export const deleteAlertTarget = call('/home-alerts/delete_target', {});
export const testAlertTarget = call('/home-alerts/test_target', targetReads);
