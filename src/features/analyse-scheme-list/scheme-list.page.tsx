import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type SchemeListDimension, schemeList } from '#contracts/reports/schemes.ts';
import type { MetricKey } from '#contracts/rules/metrics.ts';
import {
  type ComparedVersions,
  type SchemeListFilters,
  type SchemeListRow,
  schemeListMetrics,
  schemeListQuery,
} from '#machines/analyse-scheme-list/scheme-list.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportBars, ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { SchemelessSpend } from '#src/parts/schemes/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { type RowAction, RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';
import { type ComparedScheme, SchemeComparisonDialog, toFirstVersions } from './scheme-comparison.tsx';
import { useSchemeColumns } from './use-scheme-columns.tsx';

const LEADING_METRICS: readonly MetricKey[] = ['publishes', 'ads_created', 'publish_ok_rate', 'takeoff_rate', 'ads_spending'];
const PRESETS = ['launch', 'recovery'] as const;
const EXPORT_KEYS = {
  version: 'version',
  scheme_owner: 'scheme_owner',
  scheme_status: 'scheme_status',
  scheme_objective: 'scheme_objective',
  scheme_bid_strategy: 'scheme_bid_strategy',
  scheme_structure: 'scheme_structure',
  scheme_budget: 'scheme_budget',
  scheme_countries: 'scheme_countries',
} as const;

const PUBLISH = '/advertising/publish';
const LAUNCHES = '/advertising/start';
const ANALYSIS = '/analyse/scheme-user';
const BARS: readonly MetricKey[] = ['publishes'];
const DOTS: readonly MetricKey[] = ['takeoff_rate'];

type Page = ReportPageActor<SchemeListFilters, SchemeListRow, ComparedVersions>;

/** Metrics of schemes and of their versions. */
export function SchemeListPage({ page }: { page: Page }) {
  const pickers = useSelector(page, (state) => state.children.pickers);
  const countries = useSelector(pickers, (state) => state?.children.countries);
  return countries ? <LoadedPage page={page} countries={countries} /> : null;
}

function LoadedPage({ page, countries }: { page: Page; countries: Parameters<typeof useSchemeColumns>[0] }) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { report, rowDetail } = useSelector(page, (state) => state.children);
  const isOfSchemes = useSelector(report, (state) => {
    const groups = state?.context.query.groupBy ?? [];
    return groups.includes('scheme') || groups.includes('scheme_version');
  });
  const [compared, setCompared] = useState<ComparedScheme>();
  const titleOf = useCallback((key: string) => w(dimensionWords[key as SchemeListDimension]), [w]);
  const renderName = useCallback(
    ({ dims: { scheme, ...others } }: SchemeListRow) => {
      if (!scheme || Object.values(others).some((value) => value !== undefined)) return undefined;
      return (
        <span className="ads-buttons">
          <NameText text={scheme.label} />
          {scheme.deleted && <PlainTag text={t('schemeList.deleted')} />}
        </span>
      );
    },
    [t],
  );
  const attributes = useSchemeColumns(countries);
  const compare = useCallback(
    ({ id, name }: Pick<ComparedScheme, 'id' | 'name'>, versions: readonly number[]) =>
      page.send({ type: 'details.opened', id, name, path: versions.map((version) => ({ by: 'scheme_version', id: version })) }),
    [page],
  );
  const canPublish = viewer.can('publish') && viewer.canOpen(PUBLISH);
  const canOpenLaunches = viewer.canOpen(LAUNCHES);
  const actions = useMemo(
    (): Column<SchemeListRow> => ({
      key: 'do',
      title: t('schemeList.do'),
      width: actionsWidth(t('schemeList.compare'), t('schemeList.campaigns')),
      frozen: 'right',
      render({ dims: { scheme } }) {
        const id = Number(scheme?.id ?? 0);
        if (!scheme || id === 0) return null;
        const subject = { id, name: scheme.label, latest: scheme.version ?? 1 };
        const onCompare = () => {
          setCompared(subject);
          compare(subject, toFirstVersions(subject));
        };
        const list: RowAction[] = [
          {
            key: 'compare',
            text: t('schemeList.compare'),
            ...(subject.latest < 2 && { refusal: t('schemeList.oneVersion') }),
            onRun: onCompare,
          },
        ];
        if (canPublish && !scheme.deleted) {
          const hidden = scheme.body === null ? t('schemeList.hidden') : undefined;
          const refusals = {
            edit: scheme.can.includes('edit') ? undefined : (hidden ?? t('schemeList.cannotEdit')),
            publish: scheme.can.includes('publish') ? undefined : (hidden ?? t('schemeList.cannotPublish')),
          };
          list.push(
            {
              key: 'edit',
              text: t('schemeList.edit'),
              refusal: refusals.edit,
              onRun: () => void navigate(`${PUBLISH}?tab=schemes&open=${id}`),
            },
            {
              key: 'publish',
              text: t('schemeList.publish'),
              refusal: refusals.publish,
              onRun: () => void navigate(`${PUBLISH}?tab=publish&scheme_id=${id}`),
            },
          );
        }
        if (canOpenLaunches) {
          list.push({ key: 'campaigns', text: t('schemeList.campaigns'), onRun: () => void navigate(`${LAUNCHES}?scheme_id=${id}`) });
        }
        return <RowActions subject={scheme.label} inline={1} actions={list} />;
      },
    }),
    [t, navigate, compare, canPublish, canOpenLaunches],
  );
  const plots = useMemo(
    (): ReportPlot<SchemeListFilters, SchemeListRow>[] => [
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
            empty={t('schemeList.nothing')}
          />
        ),
      },
    ],
    [t, titleOf],
  );
  return (
    <>
      <ReportPage<SchemeListFilters, SchemeListRow, ComparedVersions, null>
        page={page}
        declared={schemeList}
        query={schemeListQuery}
        title={t('schemeList.title')}
        metrics={schemeListMetrics}
        splitLabel={t('schemeList.divided')}
        plots={plots}
        footnote={({ page: answer }) => <SchemelessSpend leftOut={answer?.leftOut} />}
        unknownSubject={
          <div className="ads-block" role="status">
            <p>{t('schemeList.unknown')}</p>
            {viewer.canOpen(ANALYSIS) && (
              <Button type="primary" onClick={() => void navigate(ANALYSIS)}>
                {t('schemeList.backToUsers')}
              </Button>
            )}
          </div>
        }
        table={{
          label: t('schemeList.title'),
          rowsName: t('schemeList.title'),
          titleOf,
          presets: PRESETS,
          leading: LEADING_METRICS,
          exportKeys: EXPORT_KEYS,
          ...(isOfSchemes && { attributes, actions }),
          renderName,
          empty: {
            text: t('schemeList.nothing'),
            action: <Button onClick={() => void navigate({ search: '' })}>{t('schemeList.lastDays')}</Button>,
          },
        }}
      />
      {compared && rowDetail && (
        <SchemeComparisonDialog
          scheme={compared}
          detail={rowDetail}
          metrics={schemeListMetrics.usual}
          onCompare={(versions) => compare(compared, versions)}
          onClose={() => {
            setCompared(undefined);
            page.send({ type: 'details.closed' });
          }}
        />
      )}
    </>
  );
}
