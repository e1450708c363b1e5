import { Button } from '@arco-design/web-react';
import { useCallback, useMemo } from 'react';
import type { CloseLogRow } from '#contracts/endpoints/ad-logs.ts';
import { eventWords } from '#contracts/vocabulary/launch-events.ts';
import { closeLogColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import type { CloseLog } from '#machines/advertising-close-log/close-log.machine.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { EntityStatusTag, EventTag, useEntityPermits, useLaunchActions, useLogColumns } from '#src/parts/launches/index.ts';
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
import { statusWidth } from '#src/ui/text/text-width.ts';

interface Props extends Pick<PartsOf<CloseLog>, 'list' | 'tableView' | 'export'> {
  parts: LaunchActionParts;
}

/** Most objects of one batch. */
const MAX_PER_REQUEST = 500;

const toActionRow = ({ entity }: CloseLogRow) => ({ id: entity.id, name: entity.label, account: {} });

/** Entries with the metrics at that time; objects that are still closed can be reopened. */
export function CloseTable({ list, tableView, export: download, parts }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { isGranted } = useEntityPermits();
  const { filters, answer, chosen, choose, chooseAll, table, footer, refresh } = useLog(list);
  const actions = useLaunchActions(parts);
  const openEntity = useCallback((row: CloseLogRow) => actions.openEntity(row.level, toActionRow(row)), [actions]);
  const shared = useLogColumns<CloseLogRow>({ onOpen: openEntity });
  const canReopen = isGranted('open');
  const columns = useMemo((): Column<CloseLogRow>[] => {
    const money = (cents: number | null) => format.money(cents, 'USD');
    return [
      ...shared.start.slice(0, 2),
      {
        key: 'event',
        title: w(closeLogColumnWords.event),
        width: statusWidth(w(eventWords.open), w(eventWords.close)),
        render: ({ event }) => <EventTag event={event} />,
      },
      ...shared.start.slice(2),
      {
        key: 'spend_at',
        title: w(closeLogColumnWords.spend_at),
        width: 112,
        align: 'right',
        render: ({ snapshot }) => money(snapshot.spend_usd),
      },
      {
        key: 'orders_at',
        title: w(closeLogColumnWords.orders_at),
        width: 96,
        align: 'right',
        defaultHidden: true,
        render: ({ snapshot }) => format.number(snapshot.orders),
      },
      {
        key: 'roi_at',
        title: w(closeLogColumnWords.roi_at),
        width: 96,
        align: 'right',
        render: ({ snapshot }) => format.decimal(snapshot.roi, 2),
      },
      {
        key: 'roi_d0_at',
        title: w(closeLogColumnWords.roi_d0_at),
        width: 104,
        align: 'right',
        defaultHidden: true,
        render: ({ snapshot }) => format.decimal(snapshot.roi_d0, 2),
      },
      {
        key: 'hours_running',
        title: w(closeLogColumnWords.hours_running),
        width: 120,
        align: 'right',
        render: ({ snapshot }) => format.decimal(snapshot.hours_running, 1),
      },
      {
        key: 'after_revenue',
        title: w(closeLogColumnWords.after_revenue),
        width: 120,
        align: 'right',
        render: ({ after_revenue_usd }) => money(after_revenue_usd),
      },
      {
        key: 'current_status',
        title: w(closeLogColumnWords.current_status),
        width: 136,
        render: ({ current_status }) => <EntityStatusTag status={current_status} />,
      },
      ...shared.end,
      {
        key: 'do',
        title: t('launches.do'),
        width: 156,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.entity.label}
            inline={2}
            actions={[
              ...(canReopen
                ? [
                    {
                      key: 'open',
                      text: t('closelog.reopen'),
                      refusal: row.reopenable ? undefined : t('closelog.notReopenable'),
                      onRun: () => actions.openDialog('open', row.level, [toActionRow(row)]),
                    },
                  ]
                : []),
              { key: 'look', text: t('closelog.look'), onRun: () => openEntity(row) },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, shared, canReopen, actions, openEntity]);
  const view = useTableView(tableView, columns);
  const rows = (answer?.rows ?? []).filter(({ id }) => chosen.includes(id));
  const [first] = rows;
  const isOneLevel = rows.every(({ level }) => level === first?.level);
  const refusal = isOneLevel ? undefined : t('closelog.oneLevel');
  // An object that was closed several times has several entries.
  const objects = new Set(rows.map(({ level, entity }) => `${level} ${entity.id}`)).size;
  const isTooMany = objects > MAX_PER_REQUEST;
  const isAllChosen = answer?.nextCursor === null && rows.length === answer.rows.filter(({ reopenable }) => reopenable).length;
  const { date_from: _from, date_to: _to, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <>
      <Toolbar
        selection={
          rows.length > 0 && (
            <ChosenBar
              selection={{ kind: 'rows', ids: chosen }}
              total={answer?.total ?? 0}
              allowAll={!isAllChosen && chooseAll !== undefined}
              allText={t('closelog.chooseAll')}
              onChooseAll={() => chooseAll?.()}
              onClear={() => choose([])}
            >
              <Tooltip content={isTooMany ? t('closelog.tooMany', { max: MAX_PER_REQUEST }) : (refusal ?? t('closelog.reopen'))}>
                {(describedBy) => (
                  <Button
                    disabled={!isOneLevel || isTooMany}
                    aria-describedby={describedBy}
                    onClick={() => first && actions.openDialog('open', first.level, rows.map(toActionRow))}
                  >
                    {t('closelog.reopen')}
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
              what={t('closelog.title')}
              query={filters}
              columns={view.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable<CloseLogRow>
        {...table}
        {...view.table}
        label={t('closelog.title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ entity, at }) => `${entity.label} ${format.instant(at)}`}
        chosen={chosen}
        onChoose={canReopen ? choose : undefined}
        canChoose={({ reopenable }) => reopenable}
        onRowOpen={openEntity}
        onResetFilters={isNarrowed ? () => list.send({ type: 'log.filtersChosen', filters: {} }) : undefined}
        empty={{ text: t('closelog.empty') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
