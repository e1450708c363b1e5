import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { adData } from '#contracts/reports/ad-data.ts';
import { dimensionWords } from '#contracts/reports/dimensions.ts';
import { type LandingDimension, landing } from '#contracts/reports/landing.ts';
import { landingColumnWords, landingStatusWords, landingTemplateWords } from '#contracts/vocabulary/landing-pages.ts';
import {
  type LandingFilters,
  type LandingPlot,
  type LandingRow,
  landingFiguresQuery,
  landingMetrics,
} from '#machines/analyse-landing/landing.machine.ts';
import type { ReportPageActor } from '#machines/parts/reports/report-page.machine.ts';
import { DASH, dateIn, useBusinessToday } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ReportPage, type ReportPlot } from '#src/parts/report-page/index.ts';
import { toEffectiveDays, toReportSearch } from '#src/parts/reports/index.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink, useOutsideOpening } from '#src/ui/text/outside-link.tsx';
import { PlainTag, type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';
import { LandingComparison, LandingFunnelChart } from './landing-plots.tsx';
import './landing.css';

const NO_PRESETS: readonly never[] = [];
const EXPORT_KEYS = {
  url: 'landing_url',
  site: 'landing_site',
  template: 'landing_template',
  status: 'landing_status',
  ab_group: 'landing_ab_group',
} as const;
const LINKS = { ads: '/advertising/user', site: '/auth/site' } as const;

const statusKinds: Record<'draft' | 'online' | 'offline', StatusKind> = { draft: 'info', online: 'ok', offline: 'muted' };

/** Metrics of landing pages, from the click to the payment. */
export function LandingAnalysisPage({ page }: { page: ReportPageActor<LandingFilters, LandingRow, null, LandingPlot> }) {
  const t = useText();
  const w = useWords();
  const timezone = useTimezone();
  const today = useBusinessToday();
  const viewer = useViewer();
  const navigate = useNavigate();
  const openOutside = useOutsideOpening();
  const search = useSelector(page, (state) => state.context.search);
  const report = useSelector(page, (state) => state.children.report);
  const query = useSelector(report, (state) => state?.context.query);
  const group = query?.filters.ab_group;
  const isOfPages = query?.groupBy.includes('landing') ?? false;
  const { dateFrom, dateTo } = query ?? {};
  const titleOf = useCallback((key: string) => w(dimensionWords[key as LandingDimension]), [w]);
  // Pages about one drama often have the same title.
  const renderName = useCallback(
    ({ dims: { landing: of, ...others } }: LandingRow) =>
      of?.url && Object.values(others).every((value) => value === undefined) ? (
        <NameText text={of.label} note={new URL(of.url).pathname} />
      ) : undefined,
    [],
  );
  const attributes = useMemo((): Column<LandingRow>[] => {
    const { from, to } = toEffectiveDays({ dateFrom, dateTo }, today);
    const compare = (of: string) => {
      const asked = report?.getSnapshot().context.query;
      if (!asked) return;
      void navigate({ search: landingFiguresQuery.write({ ...asked, filters: { ...asked.filters, ab_group: of }, page: 1 }) });
      page.send({ type: 'plot.chosen', plot: 'ab' });
    };
    return [
      {
        key: 'url',
        title: w(landingColumnWords.url),
        width: 200,
        defaultHidden: true,
        render: ({ dims: { landing: of } }) =>
          of?.url && (
            <OutsideLink url={of.url} className="ads-link-button ads-name-lines">
              {of.url}
            </OutsideLink>
          ),
      },
      {
        key: 'site',
        title: w(landingColumnWords.site),
        width: 128,
        render: ({ dims: { landing: of } }) => of?.site && <NameText text={of.site.label} />,
      },
      {
        key: 'template',
        title: w(landingColumnWords.template),
        width: 128,
        render: ({ dims: { landing: of } }) => of?.template && <PlainTag text={w(landingTemplateWords[of.template])} />,
      },
      {
        key: 'status',
        title: w(landingColumnWords.status),
        width: 148,
        render: ({ dims: { landing: of } }) => {
          if (!of?.status) return null;
          const left = of.status === 'offline' && of.offline_at ? dateIn(new Date(of.offline_at), timezone) : undefined;
          return left !== undefined && left >= from && left <= to ? (
            <StatusTag kind="warn" text={t('landing.offlineOn', { date: left })} hint={t('landing.offlineOnHint', { date: left })} />
          ) : (
            <StatusTag kind={statusKinds[of.status]} text={w(landingStatusWords[of.status])} />
          );
        },
      },
      {
        key: 'ab_group',
        title: w(landingColumnWords.ab_group),
        width: 112,
        defaultHidden: true,
        render: ({ dims: { landing: of } }) => {
          const name = of?.ab_group;
          return name ? (
            <button type="button" className="ads-link-button" onClick={() => compare(name)}>
              {name}
            </button>
          ) : (
            of && DASH
          );
        },
      },
    ];
  }, [t, w, timezone, today, dateFrom, dateTo, navigate, page, report]);
  const actions = useMemo(
    (): Column<LandingRow> => ({
      key: 'do',
      title: t('landing.do'),
      width: actionsWidth(t('landing.open'), t('landing.link.ads'), t('landing.link.site')),
      frozen: 'right',
      render: ({ dims: { landing: of } }) => {
        const id = Number(of?.id ?? 0);
        if (!of || id === 0) return null;
        const { url, site } = of;
        return (
          <RowActions
            subject={of.label}
            inline={3}
            actions={[
              ...(url ? [{ key: 'open', text: t('landing.open'), onRun: () => openOutside(url) }] : []),
              ...(viewer.canOpen(LINKS.ads)
                ? [
                    {
                      key: 'ads',
                      text: t('landing.link.ads'),
                      onRun: () => void navigate(`${LINKS.ads}${toReportSearch(adData, search, { landing_page_id: id })}`),
                    },
                  ]
                : []),
              ...(site && viewer.canOpen(LINKS.site)
                ? [{ key: 'site', text: t('landing.link.site'), onRun: () => void navigate(`${LINKS.site}?landing_site_id=${site.id}`) }]
                : []),
            ]}
          />
        );
      },
    }),
    [t, viewer, navigate, search, openOutside],
  );
  const plots = useMemo(
    (): ReportPlot<LandingFilters, LandingRow, LandingPlot>[] => [
      {
        key: 'funnel',
        text: t('landing.funnel'),
        draw: (_, choice, loaded) => <LandingFunnelChart loaded={loaded} choice={choice} />,
      },
      ...(group === undefined
        ? []
        : [
            {
              key: 'ab',
              text: t('landing.ab'),
              draw: (...[, choice, loaded]: Parameters<ReportPlot<LandingFilters, LandingRow, LandingPlot>['draw']>) => (
                <LandingComparison loaded={loaded} choice={choice} group={group} />
              ),
            },
          ]),
    ],
    [t, group],
  );
  return (
    <ReportPage<LandingFilters, LandingRow, null, LandingPlot>
      page={page}
      declared={landing}
      query={landingFiguresQuery}
      title={t('landing.title')}
      metrics={landingMetrics}
      splitLabel={t('landing.divided')}
      plots={plots}
      table={{
        label: t('landing.title'),
        rowsName: t('landing.title'),
        titleOf,
        presets: NO_PRESETS,
        exportKeys: EXPORT_KEYS,
        ...(isOfPages && { attributes, actions }),
        renderName,
        empty: {
          text: t('landing.nothing'),
          action: <Button onClick={() => void navigate({ search: '' })}>{t('landing.lastDays')}</Button>,
        },
      }}
    />
  );
}
