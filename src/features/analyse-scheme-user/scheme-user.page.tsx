import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type SchemeUserDimension, schemeUser } from '#contracts/reports/schemes.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import { schemeListQuery } from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import {
  type SchemeUserFilters,
  type SchemeUserRow,
  schemeUserMetrics,
  schemeUserQuery,
} from '#machines/analyse-scheme-user/scheme-user.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportBars, ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { SchemelessSpend } from '#src/parts/schemes/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';

const LEADING_METRICS: readonly MetricKey[] = ['schemes', 'publishes', 'ads_created', 'publish_ok_rate', 'ads_spending', 'takeoff_rate'];
const BARS: readonly MetricKey[] = ['publishes'];
const DOTS: readonly MetricKey[] = ['takeoff_rate'];
const PRESETS = ['launch', 'recovery'] as const;
const NO_KEYS = {};

const SCHEMES = '/analyse/scheme-list';
const PUBLISH = '/advertising/publish';

/** Metrics of the people who publish from schemes. */
export function SchemeAnalysisPage({ page }: { page: ReportPageActor<SchemeUserFilters, SchemeUserRow> }) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const navigate = useNavigate();
  const report = useSelector(page, (state) => state.children.report);
  const isOfUsers = useSelector(report, (state) => state?.context.query.groupBy.includes('user') ?? false);
  const canOpenSchemes = viewer.canOpen(SCHEMES);
  const titleOf = useCallback((key: string) => w(dimensionWords[key as SchemeUserDimension]), [w]);
  const showSchemes = useCallback(
    ({ dims: { user } }: SchemeUserRow) => {
      const query = report?.getSnapshot().context.query;
      const id = Number(user?.id ?? 0);
      if (!query || id === 0 || !canOpenSchemes) return;
      const filters = { ...query.filters, user_id: [id] };
      void navigate(`${SCHEMES}${schemeListQuery.write({ ...query, groupBy: ['scheme'], filters, sort: undefined, page: 1 })}`);
    },
    [report, navigate, canOpenSchemes],
  );
  const renderName = useCallback(
    (row: SchemeUserRow, depth: number) => {
      const { user, department } = row.dims;
      if (department && !user && depth === 1 && Number(department.id) === 0) return <NameText text={t('schemeUser.noDepartment')} />;
      if (!user) return undefined;
      if (Number(user.id) === 0) return <NameText text={t('schemeUser.nobody')} />;
      return (
        <span className="ads-buttons">
          <NameText text={user.label} {...(canOpenSchemes && { onOpen: () => showSchemes(row) })} />
          {user.deleted && <PlainTag text={t('schemeUser.deleted')} />}
        </span>
      );
    },
    [t, canOpenSchemes, showSchemes],
  );
  const actions = useMemo(
    (): Column<SchemeUserRow> => ({
      key: 'do',
      title: t('schemeUser.do'),
      width: actionsWidth(t('schemeUser.schemes')),
      frozen: 'right',
      render: (row) =>
        Number(row.dims.user?.id ?? 0) > 0 && (
          <RowActions
            subject={row.dims.user?.label ?? ''}
            actions={[{ key: 'schemes', text: t('schemeUser.schemes'), onRun: () => showSchemes(row) }]}
          />
        ),
    }),
    [t, showSchemes],
  );
  const plots = useMemo(
    (): ReportPlot<SchemeUserFilters, SchemeUserRow>[] => [
      {
        key: 'bars',
        text: t('scheme.bars'),
        draw: (shown, choice) => (
          <ReportBars
            report={shown}
            label={t('scheme.barsOf')}
            choice={choice}
            bars={BARS}
            dots={DOTS}
            titleOf={titleOf}
            empty={t('schemeUser.nothing')}
          />
        ),
      },
    ],
    [t, titleOf],
  );
  const canPublish = viewer.can('publish') && viewer.canOpen(PUBLISH);
  return (
    <ReportPage<SchemeUserFilters, SchemeUserRow, null, null>
      page={page}
      declared={schemeUser}
      query={schemeUserQuery}
      title={t('schemeUser.title')}
      metrics={schemeUserMetrics}
      splitLabel={t('schemeUser.divided')}
      plots={plots}
      footnote={({ page: answer }) => <SchemelessSpend leftOut={answer?.leftOut} />}
      table={{
        label: t('schemeUser.title'),
        rowsName: t('schemeUser.title'),
        titleOf,
        presets: PRESETS,
        leading: LEADING_METRICS,
        exportKeys: NO_KEYS,
        ...(isOfUsers && canOpenSchemes && { actions }),
        renderName,
        empty: {
          text: t('schemeUser.nothing'),
          ...(canPublish && {
            action: (
              <Button type="primary" onClick={() => void navigate(`${PUBLISH}?tab=publish`)}>
                {t('schemeUser.publish')}
              </Button>
            ),
          }),
        },
      }}
    />
  );
}
