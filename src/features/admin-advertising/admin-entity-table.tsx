import { Button } from '@arco-design/web-react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { adminEntityColumnWords, MAX_PAGED_ROWS } from '#contracts/vocabulary/admin-entities.ts';
import { type EntityLevel, entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { AdminEntities, AdminEntityRow } from '#machines/admin-advertising/admin-entities.machine.ts';
import { metricPresets } from '#machines/kernel/report/metric-presets.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { METRICS_AT, USUAL_METRICS, useEntityColumns } from '#src/parts/launches/index.ts';
import { ReportWarnings, useListMetrics } from '#src/parts/reports/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ChosenBar, isChosen } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Tooltip } from '#src/ui/overlay/tooltip.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { toDetails, toList } from './admin-links.ts';

type Parts = Pick<PartsOf<AdminEntities>, 'list' | 'tableView' | 'export' | 'batch' | 'rowTrend'>;

const toEntity = (row: AdminEntityRow) => row;
const targetOf = (row: unknown): number | undefined => (row as AdminEntityRow).target_roi ?? undefined;
/** Facts that stand before the figures. */
const LEADING = ['cover', 'name', 'effective_status', 'budget'];
/** Who is behind the objects comes next to the figures. */
const BELONGING = ['owner', 'department', 'account'];
const NOT_EXPORTED = ['cover', 'do'];
/** The maximum number of columns in an export, and of objects chosen one by one. */
const MAX_EXPORTED = 60;
const MAX_CHOSEN = 500;

/** The objects of one level, whoever owns them, with their metrics. */
export function AdminEntityTable({ level, list, tableView, export: download, batch, rowTrend }: Parts & { level: EntityLevel }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const { query, answer, table, choosing, choice, pager, refresh } = useList(list);
  const { filters } = query;
  const goTo = useCallback((place: { pathname: string; search: string }) => void navigate(place), [navigate]);
  const open = useCallback(
    (row: AdminEntityRow) => {
      if (level === 'campaign') return goTo(toList('ad_group', filters, { campaign_id: [row.id] }));
      if (level === 'ad') return goTo(toDetails({ level, id: row.id }));
      return goTo(toList('ad', filters, { group_id: [row.id] }));
    },
    [level, filters, goTo],
  );
  const turnOff = useCallback(
    (ids: number[]) => batch.send({ type: 'batch.opened', subject: { kind: 'rows', ids }, params: { level }, key: newRequestKey() }),
    [batch, level],
  );
  const entityColumns = useEntityColumns<AdminEntityRow>({ level, entityOf: toEntity, onOpen: open });
  const metrics = useListMetrics<AdminEntityRow>({ getFigures: toEntity, keys: METRICS_AT[level], usual: USUAL_METRICS, targetOf });
  const { leading, trailing } = useMemo(() => {
    const belonging: Column<AdminEntityRow>[] = [
      {
        key: 'department',
        title: w(adminEntityColumnWords.department),
        width: 112,
        render: ({ department }) => <NameText text={department?.label ?? DASH} />,
      },
      {
        key: 'personal_account',
        title: w(adminEntityColumnWords.personal_account),
        width: 132,
        ...(level !== 'campaign' && { defaultHidden: true }),
        render: ({ personal_account }) => <NameText text={personal_account?.label ?? DASH} />,
      },
    ];
    const all = [...entityColumns, ...belonging];
    return {
      leading: LEADING.flatMap((key) => all.filter((column) => column.key === key)),
      trailing: [
        ...BELONGING.flatMap((key) => all.filter((column) => column.key === key)),
        ...all.filter(({ key }) => !LEADING.includes(key) && !BELONGING.includes(key)),
      ],
    };
  }, [entityColumns, level, w]);
  const columns = useMemo(
    (): Column<AdminEntityRow>[] => [
      ...leading,
      ...metrics.columns,
      ...trailing,
      {
        key: 'do',
        title: t('launches.do'),
        width: 132,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            inline={1}
            actions={[
              { key: 'details', text: t('adminAds.details'), onRun: () => goTo(toDetails({ level, id: row.id })) },
              {
                key: 'trend',
                text: t('launches.tab.trend'),
                onRun: () =>
                  rowTrend.send({
                    type: 'detail.opened',
                    subject: { level, id: row.id, name: row.name, dateFrom: filters.date_from, dateTo: filters.date_to, step: 'day' },
                  }),
              },
              {
                key: 'close',
                text: t('adminAds.close'),
                danger: true,
                refusal: row.status === 'ACTIVE' ? undefined : t('adminAds.isOff'),
                onRun: () => turnOff([row.id]),
              },
            ]}
          />
        ),
      },
    ],
    [leading, trailing, metrics, t, level, goTo, rowTrend, filters, turnOff],
  );
  const presets = useMemo(() => {
    const keysOf = (some: readonly Column<AdminEntityRow>[]) =>
      some.filter(({ defaultHidden, frozen }) => !defaultHidden && !frozen).map(({ key }) => key);
    return (['launch', 'recovery', 'video'] as const)
      .filter((key) => key !== 'video' || level === 'ad')
      .map((key) => ({
        key,
        title: t(`reports.preset.${key}`),
        shown: [...keysOf(leading), ...metricPresets[key], ...keysOf(trailing)],
      }));
  }, [leading, trailing, level, t]);
  const view = useTableView(tableView, columns, presets);
  const { selection } = choice;
  const isTooMany = selection.kind === 'rows' && selection.ids.length > MAX_CHOSEN;
  const turnOffChosen = () =>
    batch.send({
      type: 'batch.opened',
      subject: selection.kind === 'rows' ? selection : { kind: 'allMatching', filter: filters, total: selection.total },
      params: { level },
      key: newRequestKey(),
    });
  const isBeyondEnd = (query.page - 1) * query.pageSize >= MAX_PAGED_ROWS;
  const totals = answer?.totals;
  const deleted = totals?.deleted;
  const label = w(entityLevelWords[level]);
  const file = (
    <ExportCommand
      exporting={download}
      what={label}
      query={query}
      columns={view.drawn.filter(({ key }) => !NOT_EXPORTED.includes(key)).slice(0, MAX_EXPORTED)}
    />
  );
  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              <Tooltip content={isTooMany ? t('adminAds.tooMany', { max: MAX_CHOSEN }) : t('adminAds.closeText')}>
                {(describedBy) => (
                  <Button status="danger" disabled={isTooMany} aria-describedby={describedBy} onClick={turnOffChosen}>
                    {t('adminAds.close')}
                  </Button>
                )}
              </Tooltip>
            </ChosenBar>
          )
        }
        end={
          <>
            {file}
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
      </Toolbar>
      <ReportWarnings warnings={answer?.fresh?.warnings} />
      <DataTable<AdminEntityRow>
        {...table}
        {...view.table}
        {...choosing}
        label={label}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        canChoose={(row) => row.status !== 'DELETED'}
        onRowOpen={open}
        totals={totals && ((key) => (key === 'name' ? t('ui.totals') : metrics.totalOf(key, totals)))}
        excludedTotals={deleted && ((key) => (key === 'name' ? t('adminAds.deletedTotals') : metrics.totalOf(key, deleted)))}
        onResetFilters={isBeyondEnd ? undefined : table.onResetFilters}
        empty={{ text: isBeyondEnd ? t('adminAds.narrow', { shown: format.number(MAX_PAGED_ROWS) }) : t('adminAds.empty') }}
      />
      <Pager {...pager} />
    </>
  );
}
