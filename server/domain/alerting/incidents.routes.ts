import { type AlertRow, listIncidents } from '#contracts/endpoints/alerts.ts';
import { incidentTitle } from '../alerts.ts';
import { defineCall } from '../call.ts';
import { toAlertRow } from './alert-row.ts';
import { countOwnIncidents, loadOwnAlerts, loadOwnIncidents } from './incidents.repository.ts';

/** Alerts shown of one incident. */
const SHOWN_ALERTS = 20;

/** Calls on the incidents of the caller's own alerts. */
export const incidentCalls = [
  defineCall({
    endpoint: listIncidents,
    audit: 'read',
    async handle({ db, caller, language }, { page = 1, page_size = 20, open = false }) {
      const reader = { language, timezone: caller.timezone };
      const [total, incidents] = await Promise.all([
        countOwnIncidents(db, caller.userId, open),
        loadOwnIncidents(db, caller.userId, open, { limit: page_size, offset: (page - 1) * page_size }),
      ]);
      const alerts = await loadOwnAlerts(
        db,
        caller.userId,
        incidents.map(({ id }) => id),
        SHOWN_ALERTS,
      );
      const alertsOf = (id: number, closed_at: Date | null): AlertRow[] =>
        alerts.filter(({ incident_id }) => incident_id === id).map((alert) => toAlertRow({ ...alert, closed_at }, reader));
      return {
        list: incidents.map(({ id, subject_type, cause, name, level, opened_at, last_alert_at, closed_at, count }) => ({
          id,
          subject: subject_type,
          cause,
          title: incidentTitle(cause, name, reader),
          level,
          opened_at: opened_at.toISOString(),
          last_alert_at: last_alert_at.toISOString(),
          closed_at: closed_at?.toISOString() ?? null,
          count,
          alerts: alertsOf(id, closed_at),
        })),
        total,
        page,
        page_size,
      };
    },
  }),
];
