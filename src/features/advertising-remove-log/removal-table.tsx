import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { RemoveLogRow } from '#contracts/endpoints/ad-logs.ts';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { removeLogColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import type { RemoveLog } from '#machines/advertising-remove-log/remove-log.machine.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useEntityPermits, useLaunchActions, useLogColumns } from '#src/parts/launches/index.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ChosenBar } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { RemovedBelow } from './removed-below.tsx';

interface Props extends Pick<PartsOf<RemoveLog>, 'list' | 'below' | 'tableView' | 'export'> {
  parts: LaunchActionParts;
}

const toActionRow = ({ entity }: RemoveLogRow) => ({ id: entity.id, name: entity.label, account: {} });
const COPY_PARAMS = { from_deleted: true, copied: 'PAUSED' } as const;

/** Deleted objects with their lifetime totals. They no longer exist on the channel, but can be copied. */
export function RemovalTable({ list, below, tableView, export: download, parts }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { isGranted } = useEntityPermits();
  const { filters, answer, chosen, choose, table, footer, refresh } = useLog(list);
  const expandedId = useSelector(below, (state) => state.context.subject?.id);
  const actions = useLaunchActions(parts);
  const shared = useLogColumns<RemoveLogRow>({ onOpen: undefined });
  const canCopy = isGranted('copy');
  const columns = useMemo(
    (): Column<RemoveLogRow>[] => [
      ...shared.start,
      {
        key: 'platform_id',
        title: w(launchColumnWords.platform_id),
        width: 190,
        defaultHidden: true,
        render: ({ platform_id }) =>
          platform_id === null ? DASH : <CopyText text={platform_id} label={w(launchColumnWords.platform_id)} />,
      },
      {
        key: 'children',
        title: w(removeLogColumnWords.children),
        width: 96,
        align: 'right',
        render: ({ children }) => format.number(children),
      },
      {
        key: 'lifetime_spend',
        title: w(removeLogColumnWords.lifetime_spend),
        width: 120,
        align: 'right',
        render: ({ lifetime_spend_usd }) => format.money(lifetime_spend_usd, 'USD'),
      },
      {
        key: 'lifetime_revenue',
        title: w(removeLogColumnWords.lifetime_revenue),
        hint: t('removelog.revenueHint'),
        width: 120,
        align: 'right',
        render: ({ lifetime_revenue_usd }) => format.money(lifetime_revenue_usd, 'USD'),
      },
      { key: 'lifetime_roi', title: 'ROI', width: 80, align: 'right', render: ({ lifetime_roi }) => format.decimal(lifetime_roi, 2) },
      ...shared.end,
      {
        key: 'do',
        title: t('launches.do'),
        width: 132,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.entity.label}
            actions={
              canCopy
                ? [
                    {
                      key: 'copy',
                      text: t('removelog.anew'),
                      onRun: () => actions.openDialog('copy', row.level, [toActionRow(row)], COPY_PARAMS),
                    },
                  ]
                : []
            }
          />
        ),
      },
    ],
    [t, w, format, shared, canCopy, actions],
  );
  const view = useTableView(tableView, columns);
  const rows = (answer?.rows ?? []).filter(({ id }) => chosen.includes(id));
  const [first] = rows;
  const isOneLevel = rows.every(({ level }) => level === first?.level);
  const { date_from: _from, date_to: _to, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <>
      <Toolbar
        selection={
          rows.length > 0 && (
            <ChosenBar
              selection={{ kind: 'rows', ids: chosen }}
              total={rows.length}
              allowAll={false}
              onChooseAll={() => undefined}
              onClear={() => choose([])}
            >
              <Tooltip content={t(isOneLevel ? 'removelog.anew' : 'removelog.oneLevel')}>
                {(describedBy) => (
                  <Button
                    disabled={!isOneLevel}
                    aria-describedby={describedBy}
                    onClick={() => first && actions.openDialog('copy', first.level, rows.map(toActionRow), COPY_PARAMS)}
                  >
                    {t('removelog.anew')}
                  </Button>
                )}
              </Tooltip>
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('removelog.title')}
              query={filters}
              columns={view.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable<RemoveLogRow>
        {...table}
        {...view.table}
        label={t('removelog.title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ entity, at }) => `${entity.label} ${format.instant(at)}`}
        chosen={chosen}
        onChoose={canCopy ? choose : undefined}
        expanded={expandedId === undefined ? [] : [expandedId]}
        onToggle={(id) => below.send(id === expandedId ? { type: 'detail.closed' } : { type: 'detail.opened', subject: { id } })}
        renderExpanded={() => <RemovedBelow below={below} />}
        onResetFilters={isNarrowed ? () => list.send({ type: 'log.filtersChosen', filters: {} }) : undefined}
        empty={{ text: t('removelog.empty') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
