import { useLocation, useNavigate } from 'react-router-dom';
import { orders } from '#contracts/reports/orders.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { toAdEdit } from '#machines/parts/launches/ad-edit-rules.ts';
import type { EntityRow } from '#machines/parts/launches/entity-rows.ts';
import { toGroupEdit } from '#machines/parts/launches/group-edit-rules.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import type { LaunchAction } from '#machines/parts/launches/launch-batch-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { actionsAt, type LaunchActions, useEntityPermits } from '#src/parts/launches/index.ts';
import { toReportSearch } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { type RowAction, RowActions } from '#src/ui/table/row-actions.tsx';

interface Props {
  level: EntityLevel;
  row: EntityRow;
  actions: LaunchActions;
  schemeSaving: LaunchActionParts['schemeSaving'];
}

/** Actions of a row besides its switch and its amounts, which are edited in place. */
const ROW_ACTIONS: readonly LaunchAction[] = ['edit', 'copy', 'appeal', 'schedule', 'rename', 'transfer', 'archive', 'remove'];

const ORDERS = '/analyse/material';
/** The filter of orders by one object, where there is one. */
const ORDER_FILTERS: Partial<Record<EntityLevel, string>> = { campaign: 'campaign_id', ad: 'ad_id' };

/** The days of the list, which by default are the current day of each account. */
function daysIn(search: string): string {
  const address = new URLSearchParams(search);
  if (!address.has('date_from')) address.set('date_mode', 'account_today');
  return `?${address}`;
}

/** The values that editing starts with. */
function editParamsOf(row: EntityRow) {
  if ('targeting' in row) return toGroupEdit(row);
  return 'primary_text' in row ? toAdEdit(row) : undefined;
}

/** Row actions of one object besides its switch. */
export function LaunchRowActions({ level, row, actions, schemeSaving }: Props) {
  const viewer = useViewer();
  const t = useText();
  const navigate = useNavigate();
  const { search } = useLocation();
  const orderFilter = ORDER_FILTERS[level];
  const { isGranted, refusalOf } = useEntityPermits();
  const offeredActions = ROW_ACTIONS.filter((action) => actionsAt[level].includes(action) && isGranted(action));
  return (
    <RowActions
      subject={row.name}
      inline={1}
      actions={[
        { key: 'trend', text: t('launches.tab.trend'), onRun: () => actions.openEntity(level, row, 'trend') },
        ...offeredActions.map(
          (action): RowAction => ({
            key: action,
            text: t(`launches.action.${action}`),
            danger: action === 'remove',
            refusal: refusalOf(row, action),
            onRun: () => actions.openDialog(action, level, [row], action === 'edit' ? editParamsOf(row) : undefined),
          }),
        ),
        ...(level === 'campaign' && viewer.can('publish') && viewer.canOpen('/advertising/publish')
          ? [
              {
                key: 'scheme',
                text: t('launches.action.asScheme'),
                onRun: () => schemeSaving.send({ type: 'command.requested', subject: { id: row.id, name: row.name } }),
              },
            ]
          : []),
        ...(orderFilter !== undefined && viewer.canOpen(ORDERS)
          ? [
              {
                key: 'orders',
                text: t('launches.orders'),
                onRun: () => void navigate(`${ORDERS}${toReportSearch(orders, daysIn(search), { [orderFilter]: row.id })}`),
              },
            ]
          : []),
        { key: 'breakdown', text: t('launches.tab.breakdown'), onRun: () => actions.openEntity(level, row, 'breakdown') },
        { key: 'events', text: t('launches.tab.events'), onRun: () => actions.openEntity(level, row, 'events') },
      ]}
    />
  );
}
