import { Button } from '@arco-design/web-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { choosableIdOf, type DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useEntityColumns, useEntityPermits, useLaunchActions } from '#src/parts/launches/index.ts';
import { ChosenSum } from '#src/parts/reports/index.ts';
import { ChosenBar } from '#src/ui/list/chosen-bar.tsx';
import type { MenuAction } from '#src/ui/overlay/menu-button.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import type { DrillBodyProps } from './drill-frame.tsx';
import { DrillTable, type DrillTableProps } from './drill-table.tsx';

const COUNTS: readonly MetricKey[] = ['accounts', 'campaigns_running', 'ads_created', 'ads_running', 'ads_spending'];
export const WITHOUT_COUNTS: readonly MetricKey[] = COUNTS;
export const WITHOUT_SINGLE: readonly MetricKey[] = [...COUNTS, 'reach', 'frequency'];

/** Further sortable columns, besides names and metrics. */
const SORTABLE = ['effective_status', 'budget', 'start_at', 'stop_at', 'created_at'];

/** Columns before the metrics; the others follow them. */
const FIRST_COLUMNS = ['switch', 'cover', 'effective_status', 'budget'];

/** Most objects of one batch. */
const MAX_CHOSEN = 500;

const START = '/advertising/start';
const BULK = ['open', 'close', 'budget', 'copy'] as const;

type Level = 'campaign' | 'ad_group' | 'ad';
/** Names of the levels in addresses. */
const tabs: Record<Level, string> = { campaign: 'campaign', ad_group: 'group', ad: 'ad' };

const entityIn =
  (level: Level) =>
  ({ dims }: DrillRow) =>
    dims[level]?.base ?? undefined;

type Own = Pick<DrillTableProps, 'label' | 'hiddenMetrics' | 'whySingle' | 'controls' | 'empty' | 'tableView'>;

interface Props extends DrillBodyProps, Own {
  level: Level;
  /** Called when a name is clicked. Must be referentially stable. */
  onOpen: (row: DrillRow) => void;
  /** Further actions of a row. Must be referentially stable. */
  more?: (row: DrillRow) => MenuAction[];
  /** Beside the bulk actions. */
  selectionMore?: ReactNode;
  /** Columns without a meaning on this page. */
  without?: readonly string[];
}

const NO_COLUMNS: readonly string[] = [];

/** The campaigns, ad groups or ads of one account with switches and budgets. */
export function EntityTable({ level, onOpen, more, selectionMore, without = NO_COLUMNS, ...props }: Props) {
  const { launchActions, report } = props;
  const t = useText();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { openDialog, openEntity } = useLaunchActions(launchActions);
  const { isGranted, refusalOf } = useEntityPermits();
  const entityOf = useMemo(() => entityIn(level), [level]);
  const canOpenStart = viewer.canOpen(START);

  const all = useEntityColumns<DrillRow>({ level, parts: launchActions, entityOf, onOpen });
  const [attributes, trailing] = useMemo(() => {
    const levelColumns = all
      .filter(({ key }) => key !== 'name' && key !== 'account' && !without.includes(key))
      .map((column): Column<DrillRow> => {
        const { frozen: _, sortable = false, ...rest } = column;
        const isSwitch = column.key === 'switch';
        return {
          ...rest,
          // Parent rows, such as a material above its ads, have no such object.
          render: (row) => (row.dims[level] ? column.render(row) : null),
          sortable: sortable && SORTABLE.includes(column.key),
          ...(isSwitch && { frozen: true as const }),
        };
      });
    return [levelColumns.filter(({ key }) => FIRST_COLUMNS.includes(key)), levelColumns.filter(({ key }) => !FIRST_COLUMNS.includes(key))];
  }, [all, level, without]);
  const renderName = useCallback(
    (row: DrillRow) => {
      const value = row.dims[level];
      return value && <NameText text={value.label} onOpen={() => onOpen(row)} />;
    },
    [level, onOpen],
  );
  const actions = useMemo((): Column<DrillRow> => {
    const toLinks = (row: DrillRow): MenuAction[] => {
      const entity = entityOf(row);
      if (!entity || entity.status === 'DELETED') return [];
      const levelColumns = more?.(row) ?? [];
      return [
        { key: 'trend', text: t('data.trend'), onRun: () => openEntity(level, entity, 'trend') },
        { key: 'breakdown', text: t('launches.tab.breakdown'), onRun: () => openEntity(level, entity, 'breakdown') },
        ...levelColumns,
        {
          key: 'copy',
          text: t('launches.action.copy'),
          refusal: refusalOf(entity, 'copy'),
          onRun: () => openDialog('copy', level, [entity]),
        },
        { key: 'events', text: t('data.log'), onRun: () => openEntity(level, entity, 'events') },
        ...(canOpenStart
          ? [
              {
                key: 'start',
                text: t('data.toStart'),
                onRun: () =>
                  void navigate({ pathname: START, search: `?${new URLSearchParams({ tab: tabs[level], ids: String(entity.id) })}` }),
              },
            ]
          : []),
      ];
    };
    return {
      key: 'do',
      title: t('data.do'),
      width: 108,
      frozen: 'right',
      render: (row) => <RowActions subject={row.dims[level]?.label ?? ''} inline={1} actions={toLinks(row)} />,
    };
  }, [t, level, entityOf, more, openEntity, openDialog, refusalOf, canOpenStart, navigate]);
  const targetOf = useCallback((row: unknown) => entityOf(row as DrillRow)?.target_roi ?? undefined, [entityOf]);

  const { chosen, onChoose, onChooseAll, isAllChosen, query, page } = report;
  // Below a material, the rows of other pages are not known.
  const canChooseAll = query.groupBy[0] === level && (page?.total ?? 0) <= MAX_CHOSEN;
  const ids = chosen.map(({ id }) => id);
  const rows = [...(report.page?.rows ?? []), ...Object.values(report.table.branches).flatMap((branch) => branch.rows)];
  const seen = rows.flatMap((row) => entityOf(row) ?? []);
  const summedRows = rows.filter((row) => ids.includes(entityOf(row)?.id ?? 0) && !row.dims.date);
  const chosenRows = ids.map((id) => seen.find((one) => one.id === id));
  // All rows belong to one account, on every page.
  const openDialogForChosen = (action: (typeof BULK)[number]) => {
    const [one] = chosenRows.filter((entity) => entity !== undefined);
    openDialog(
      action,
      level,
      ids.map((id, at) => chosenRows[at] ?? { id, name: `#${id}`, account: one?.account ?? {} }),
    );
  };
  return (
    <DrillTable
      {...props}
      attributes={attributes}
      trailing={trailing}
      nameWidth={168}
      actions={actions}
      renderName={renderName}
      onOpen={onOpen}
      targetOf={targetOf}
      isLocal
      choice={{
        chosen,
        onChoose,
        idOf: ({ row }) => choosableIdOf(row as DrillRow),
      }}
      selection={
        chosen.length > 0 && (
          <ChosenBar
            selection={{ kind: 'rows', ids }}
            total={report.page?.total ?? 0}
            onChooseAll={onChooseAll}
            onClear={() => onChoose([])}
            allowAll={!isAllChosen && canChooseAll}
          >
            {summedRows.length > 1 && summedRows.length === ids.length && <ChosenSum rows={summedRows} />}
            {BULK.filter((action) => level !== 'ad' || action !== 'budget').map((action) => (
              <Button key={action} disabled={!isGranted(action)} onClick={() => openDialogForChosen(action)}>
                {t(`launches.action.${action}`)}
              </Button>
            ))}
            {selectionMore}
          </ChosenBar>
        )
      }
    />
  );
}
