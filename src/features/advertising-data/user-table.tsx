import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillGrouping, groupingOf } from '#machines/advertising-data/drill-query.ts';
import { schemeListQuery } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import { DASH, useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Segments, toEffectiveStep } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';
import type { DrillBodyProps } from './drill-frame.tsx';
import { toPlace } from './drill-place.ts';
import { DrillTable } from './drill-table.tsx';

const HIDDEN_METRICS: readonly MetricKey[] = ['reach', 'frequency'];

const SCHEMES = '/analyse/scheme-list';

type Grouping = DrillGrouping<'user'>;
const GROUPINGS: readonly Grouping[] = ['user', 'department', 'date'];

/** Users, or departments that expand into their users. */
export function UserTable(props: DrillBodyProps) {
  const { parts, report } = props;
  const t = useText();
  const today = useBusinessToday();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { query } = report;
  const canOpenSchemes = viewer.canOpen(SCHEMES);
  const grouping = GROUPINGS.find((name) => groupingOf('user', name).join() === query.groupBy.join()) ?? 'user';

  const go = useCallback(
    (row: DrillRow) => {
      const { user, department } = row.dims;
      if (user) {
        const id = Number(user.id);
        void navigate(toPlace('account', query, id === 0 ? { user_id: undefined, unowned: true } : { user_id: [id], unowned: undefined }));
      } else if (department && Number(department.id) > 0) {
        void navigate(toPlace('account', query, { department_id: Number(department.id) }));
      }
    },
    [navigate, query],
  );
  const renderName = useCallback(
    (row: DrillRow, depth: number) => {
      const { user, department } = row.dims;
      if (department && !user && depth === 1) return Number(department.id) === 0 ? <NameText text={t('data.noDepartment')} /> : undefined;
      if (!user) return undefined;
      const name = Number(user.id) === 0 ? t('data.nobody') : user.label;
      return (
        <span className="ads-drill-name">
          <NameText text={name} onOpen={() => go(row)} />
          {user.deleted && <PlainTag text={t('data.deleted')} />}
        </span>
      );
    },
    [t, go],
  );
  const attributes = useMemo(
    (): Column<DrillRow>[] => [
      {
        key: 'user_department',
        title: t('data.department'),
        hint: t('data.departmentHint'),
        width: 140,
        sortable: true,
        render: ({ dims }) => <NameText text={dims.user?.department?.label ?? (dims.user ? DASH : '')} />,
      },
    ],
    [t],
  );
  const actions = useMemo((): Column<DrillRow> => {
    const trend = ({ dims }: DrillRow) => {
      const dimension = dims.user ? ('user' as const) : ('department' as const);
      const { id = 0, label = '' } = dims.user ?? dims.department ?? {};
      const step = toEffectiveStep(query, today);
      const name = Number(id) === 0 ? t('data.nobody') : label;
      parts.rowTrend.send({ type: 'detail.opened', subject: { dimension, id: Number(id), name, query, step } });
    };
    const showSchemes = ({ dims }: DrillRow) => {
      const { dateFrom, dateTo, accountToday, filters } = query;
      const days = { dateFrom, dateTo, accountToday };
      const search = schemeListQuery.write({
        ...schemeListQuery.read(''),
        ...days,
        filters: { ...filters, user_id: [Number(dims.user?.id)] },
      });
      void navigate(`${SCHEMES}${search}`);
    };
    return {
      key: 'do',
      title: t('data.do'),
      // People whose schemes cannot be opened have both words in the row instead of a menu.
      width: actionsWidth(t('data.trend'), t('data.accounts')),
      frozen: 'right',
      render: (row) => (
        <RowActions
          subject={row.dims.user?.label ?? row.dims.department?.label ?? ''}
          inline={1}
          actions={[
            { key: 'trend', text: t('data.trend'), onRun: () => trend(row) },
            { key: 'accounts', text: t('data.accounts'), onRun: () => go(row) },
            ...(canOpenSchemes && Number(row.dims.user?.id ?? 0) > 0
              ? [{ key: 'schemes', text: t('data.schemes'), onRun: () => showSchemes(row) }]
              : []),
          ]}
        />
      ),
    };
  }, [t, today, query, parts.rowTrend, go, canOpenSchemes, navigate]);

  return (
    <DrillTable
      {...props}
      tableView={parts.tableView}
      label={t('data.user')}
      hiddenMetrics={HIDDEN_METRICS}
      trailing={attributes}
      actions={actions}
      renderName={renderName}
      nameWidth={180}
      // A department is expanded; its menu links to its accounts.
      onOpen={(row) => row.dims.user && go(row)}
      controls={
        <Segments
          label={t('data.groupBy')}
          options={GROUPINGS.map((key) => ({ key, text: t(`data.grouping.user.${key}`) }))}
          chosen={grouping}
          onChoose={(name) => parts.report.send({ type: 'report.groupsChosen', groupBy: groupingOf('user', name) })}
        />
      }
      empty={{ text: t('data.noSpend') }}
    />
  );
}
