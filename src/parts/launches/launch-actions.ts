import { useMemo } from 'react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { BatchSubject } from '#machines/kernel/batch/batch.machine.ts';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import type { DrawerTab } from '#machines/parts/launches/entity-drawer.machine.ts';
import type { EntityBase } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { initialLaunchBatch, type LaunchAction, type LaunchBatchParams, sharedOf } from '#machines/parts/launches/launch-batch-rules.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';

/** What a dialog needs to know of an object; rows of logs provide as much. */
export type ActionRow = Pick<EntityBase, 'id' | 'name'> & { account: Partial<Pick<EntityBase['account'], 'currency' | 'timezone_name'>> };

export interface LaunchActions {
  /** Opens the dialog of an action for these objects of one level. */
  openDialog(action: LaunchAction, level: EntityLevel, rows: readonly ActionRow[], params?: Partial<LaunchBatchParams>): void;
  /** The same for the chosen objects; `seen` are loaded rows that may be among them. */
  openDialogForChosen(
    action: LaunchAction,
    level: EntityLevel,
    chosen: { selection: Selection<number>; filter: LaunchFilters; seen: readonly ActionRow[] },
  ): void;
  openEntity(level: EntityLevel, row: ActionRow, tab?: DrawerTab): void;
}

/** Removes the days, which select metrics and not rows. */
function withoutDays({ date_from: _from, date_to: _to, ...filters }: LaunchFilters): LaunchFilters {
  return filters;
}

/** Opens the dialogs of a page for launched objects. */
export function useLaunchActions({ batch, drawer }: Pick<LaunchActionParts, 'batch' | 'drawer'>): LaunchActions {
  return useMemo(() => {
    const open = (
      action: LaunchAction,
      level: EntityLevel,
      subject: BatchSubject<LaunchFilters>,
      rows: readonly ActionRow[],
      params?: Partial<LaunchBatchParams>,
    ) => {
      const currency = sharedOf(rows.map(({ account }) => account.currency));
      const timezone = sharedOf(rows.map(({ account }) => account.timezone_name));
      batch.send({
        type: 'batch.opened',
        subject,
        params: initialLaunchBatch({ action, level, currency, timezone, ...params }),
        key: newRequestKey(),
      });
    };
    return {
      openDialog: (action, level, rows, params) => {
        const ids = [...new Set(rows.map(({ id }) => id))];
        const name = ids.length === 1 ? rows[0]?.name : undefined;
        open(action, level, { kind: 'rows', ids, ...(name !== undefined && { name }) }, rows, params);
      },
      openDialogForChosen: (action, level, { selection, filter, seen }) => {
        if (selection.kind === 'allMatching') {
          const subject = {
            kind: 'allMatching' as const,
            total: selection.total,
            filter: filter.metric_range ? filter : withoutDays(filter),
          };
          // Rows on other pages may belong to other accounts, unless the filter names one account.
          return open(action, level, subject, filter.ad_account_id?.length === 1 ? seen : []);
        }
        const chosenRows = selection.ids.map((id) => seen.find((row) => row.id === id));
        open(action, level, selection, chosenRows.every((row) => row !== undefined) ? chosenRows : []);
      },
      openEntity: (level, { id, name, account }, tab) =>
        drawer.send({
          type: 'drawer.opened',
          subject: { level, id, name, timezone: account.timezone_name ?? 'UTC' },
          ...(tab && { tab }),
        }),
    };
  }, [batch, drawer]);
}
