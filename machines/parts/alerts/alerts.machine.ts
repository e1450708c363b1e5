import type { AlertRow } from '#contracts/endpoints/home.ts';
import type { PageSize } from '../../kernel/list/list-query.ts';
import { createCommandMachine } from '../../kernel/page/command.machine.ts';
import { createDetailMachine } from '../../kernel/page/detail.machine.ts';

export interface Alerts {
  rows: Pick<AlertRow, 'id' | 'level' | 'kind' | 'title' | 'body' | 'link' | 'read_at' | 'created_at'>[];
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
/** Alerts by their ids, or all of them. */
export type ReadAlertsSubject = { ids: number[] } | { all: true };

export const readAlerts = createCommandMachine<ReadAlertsSubject, { unread: number }>({
  id: 'readAlerts',
  description: 'Alerts are marked as read.',
});
