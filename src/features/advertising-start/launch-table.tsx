import { type ReactNode, useCallback, useMemo } from 'react';
import { LAUNCH_TABS, type LaunchTab } from '#machines/advertising-start/launch-management.machine.ts';
import { metricPresets } from '#machines/kernel/report/metric-presets.ts';
import type { EntityRow } from '#machines/parts/launches/entity-rows.ts';
import type { LaunchActionParts } from '#machines/parts/launches/launch-actions.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { METRICS_AT, USUAL_METRICS, useEntityColumns, useLaunchActions } from '#src/parts/launches/index.ts';
import { ChosenSum, ReportWarnings, useListMetrics } from '#src/parts/reports/index.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ChosenBar, isChosen } from '#src/ui/list/chosen-bar.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { ChosenLaunches } from './chosen-launches.tsx';
import { LaunchRowActions } from './launch-row-actions.tsx';
import type { LevelParts } from './level-parts.ts';
import { useSeenRows } from './use-seen-rows.ts';
import './start.css';

interface Props extends Omit<LevelParts, 'pickers' | 'launchActions' | 'redo'> {
  tab: LaunchTab;
  parts: LaunchActionParts;
  /** Shown while there are no launches. */
  publish: ReactNode;
}

const toEntity = (row: EntityRow) => row;
/** Facts that stand before the figures. */
const LEADING = ['switch', 'cover', 'name', 'effective_status', 'budget'];
const NOT_EXPORTED = ['switch', 'cover', 'do'];
/** The maximum number of columns in an export. */
const MAX_EXPORTED = 60;
/** Target of the D0 ROI of a row. */
const targetOf = (row: unknown): number | undefined => (row as Pick<EntityRow, 'target_roi'>).target_roi ?? undefined;

/** The objects of one level with their metrics and actions. */
export function LaunchTable({ tab, list, tableView, download, parts, publish }: Props) {
  const t = useText();
  const level = LAUNCH_TABS[tab];
  const { query, answer, table, choosing, choice, pager, refresh } = useList(list);
  const actions = useLaunchActions(parts);
  const seen = useSeenRows(answer?.rows);
  const open = useCallback((row: EntityRow) => actions.openEntity(level, row), [actions, level]);
  const entityColumns = useEntityColumns<EntityRow>({ level, parts, entityOf: toEntity, onOpen: open });
  // Figures stand before what is looked up now and then.
  const [leading, trailing] = useMemo(
    () => [entityColumns.filter(({ key }) => LEADING.includes(key)), entityColumns.filter(({ key }) => !LEADING.includes(key))],
    [entityColumns],
  );
  const metrics = useListMetrics<EntityRow>({ getFigures: toEntity, keys: METRICS_AT[level], usual: USUAL_METRICS, targetOf });
  const columns = useMemo((): Column<EntityRow>[] => {
    return [
      ...leading,
      ...metrics.columns,
      ...trailing,
      {
        key: 'do',
        title: t('launches.do'),
        width: 108,
        frozen: 'right',
        render: (row) => <LaunchRowActions level={level} row={row} actions={actions} schemeSaving={parts.schemeSaving} />,
      },
    ];
  }, [leading, trailing, metrics, t, level, actions, parts.schemeSaving]);
  const presets = useMemo(() => {
    const keysOf = (entityColumns: readonly Column<EntityRow>[]) =>
      entityColumns.filter(({ defaultHidden, frozen }) => !defaultHidden && !frozen).map(({ key }) => key);
    const sets = (['launch', 'recovery', 'video'] as const).filter((key) => key !== 'video' || level === 'ad');
    return sets.map((key) => ({
      key,
      title: t(`reports.preset.${key}`),
      shown: [...keysOf(leading), ...metricPresets[key], ...keysOf(trailing)],
    }));
  }, [leading, trailing, level, t]);
  const view = useTableView(tableView, columns, presets);
  const ids = choice.selection.kind === 'rows' ? choice.selection.ids : [];
  const onPage = answer?.rows.filter(({ id }) => ids.includes(id)) ?? [];
  // Rows of other pages may have older figures.
  const chosenRows = onPage.length > 1 && onPage.length === ids.length ? onPage : undefined;
  const totals = answer?.totals;
  const totalOf = (key: string) => (key === 'name' ? t('ui.totals') : metrics.totalOf(key, totals));
  const deleted = totals?.deleted;
  const deletedOf = (key: string) =>
    key === 'name' ? <span title={t('start.deletedHint')}>{t('start.deleted')}</span> : metrics.totalOf(key, deleted);
  const exportedColumns = view.drawn.filter(({ key }) => !NOT_EXPORTED.includes(key)).slice(0, MAX_EXPORTED);
  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              {chosenRows && <ChosenSum rows={chosenRows} />}
              <ChosenLaunches level={level} selection={choice.selection} filters={query.filters} seen={seen} actions={actions} />
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand exporting={download} what={t(`launches.level.${level}`)} query={query} columns={exportedColumns} />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {answer && <DataAsOf fresh={answer} />}
      </Toolbar>
      <ReportWarnings warnings={answer?.warnings} />
      <DataTable<EntityRow>
        {...table}
        {...view.table}
        {...choosing}
        label={t(`launches.level.${level}`)}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        onRowOpen={open}
        totals={totals && totalOf}
        excludedTotals={deleted && deletedOf}
        empty={{ text: t('start.empty'), action: publish || undefined }}
      />
      <Pager {...pager} />
    </>
  );
}
