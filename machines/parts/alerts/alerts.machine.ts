import type { AlertRow, IncidentRow } from '#contracts/endpoints/alerts.ts';
import type { PageSize } from '../../kernel/list/list-query.ts';
import { createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';

export type ShownAlert = Pick<AlertRow, 'id' | 'level' | 'kind' | 'title' | 'body' | 'link' | 'read_at' | 'resolved_at' | 'created_at'>;

/** Alerts with one likely cause. */
export type ShownIncident = Pick<IncidentRow, 'id' | 'title' | 'level' | 'opened_at' | 'last_alert_at' | 'count'> & {
  alerts: ShownAlert[];
};

export interface Alerts {
  rows: ShownAlert[];
  unread: number;
  /** Alerts on all pages. */
  total: number;
}

/** A page of the alerts. */
export interface AlertPage {
  page: number;
  pageSize: PageSize;
}

export const FIRST_ALERTS: AlertPage = { page: 1, pageSize: 20 };

export const homeAlerts = createDetailMachine<AlertPage, Alerts>({
  id: 'homeAlerts',
  description: 'A page of the alerts, unread first.',
});
export const openIncidents = createDetailMachine<'all', ShownIncident[]>({
  id: 'openIncidents',
  description: 'The open incidents, each with its alerts.',
});
/** Alerts by their ids, or all of them. */
export type ReadAlertsSubject = { ids: number[] } | { all: true };

export const readAlerts = createCommandMachine<ReadAlertsSubject, { unread: number }>({
  id: 'readAlerts',
  description: 'Alerts are marked as read.',
});
