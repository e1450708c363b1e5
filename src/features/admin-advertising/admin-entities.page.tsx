import { useSelector } from '@xstate/react';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import { type AdminEntities, adminQueries, CHARTED_METRICS } from '#machines/admin-advertising/admin-entities.machine.ts';
import { STEPS } from '#machines/kernel/report/trend-query.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { isHourly, ReportTrend, RowTrendDrawer } from '#src/parts/reports/index.ts';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { type Crumb, Crumbs } from '#src/ui/page/crumbs.tsx';
import { AdminFilterLine } from './admin-entity-filters.tsx';
import { AdminEntityTable } from './admin-entity-table.tsx';
import { toList } from './admin-links.ts';
import { EmergencyLayer } from './emergency-dialog.tsx';

type Parts = PartsOf<AdminEntities>;

const TITLES = { campaign: 'adminAds.campaigns', ad_group: 'adminAds.groups', ad: 'adminAds.ads' } as const;

/** The campaigns, ad groups or ads of the whole company. */
function AdminPage({ level, page }: { level: EntityLevel; page: AdminEntities }) {
  const t = useText();
  return (
    <ListPage
      page={page}
      query={adminQueries[level]}
      title={t(TITLES[level])}
      filters={(parts) => <AdminFilterLine level={level} {...parts} />}
    >
      {(parts) => (
        <>
          <AdminCrumbs level={level} list={parts.list} />
          <AdminTrend level={level} trend={parts.trend} list={parts.list} />
          <AdminEntityTable level={level} {...parts} />
          <RowTrend rowTrend={parts.rowTrend} />
          <EmergencyLayer batch={parts.batch} />
        </>
      )}
    </ListPage>
  );
}

/** The metrics of everything that matches over time; a point narrows the table to its days. */
function AdminTrend({ level, trend, list }: Pick<Parts, 'trend' | 'list'> & { level: EntityLevel }) {
  const t = useText();
  const only = useSelector(list, (state) => state.context.query.filters.only);
  return (
    <ReportTrend
      trend={trend}
      label={t('adminAds.chart', { level: t(TITLES[level]) })}
      metrics={CHARTED_METRICS}
      splitLabel={t(`adminAds.divided.${level}`)}
      only={only}
      onOnly={(days) => list.send({ type: 'list.filtersChanged', changes: { only: days } })}
    />
  );
}

export const AdminCampaignsPage = ({ page }: { page: AdminEntities }) => <AdminPage level="campaign" page={page} />;
export const AdminGroupsPage = ({ page }: { page: AdminEntities }) => <AdminPage level="ad_group" page={page} />;
export const AdminAdsPage = ({ page }: { page: AdminEntities }) => <AdminPage level="ad" page={page} />;

const single = (ids: number[] | undefined): number | undefined => (ids?.length === 1 ? ids[0] : undefined);

/** Campaigns › ad groups › ads, each with the object that the rows belong to. */
function AdminCrumbs({ level, list }: { level: EntityLevel; list: Parts['list'] }) {
  const w = useWords();
  const filters = useSelector(list, (state) => state.context.query.filters);
  const [row] = useSelector(list, (state) => state.context.answer?.rows) ?? [];
  if (level === 'campaign') return null;
  const group = single(filters.group_id);
  // The rows name the campaign of an ad group that the address names alone.
  const campaignOfRow = row && 'campaign' in row ? row.campaign : undefined;
  const campaign = single(filters.campaign_id) ?? (group === undefined ? undefined : campaignOfRow?.id);
  const groupOfRow = row && 'group' in row ? row.group : undefined;
  const nameOf = (id: number, known: { id: number; label: string } | undefined) => (known?.id === id ? known.label : `#${id}`);
  const above: Crumb[] = [
    ...(campaign === undefined
      ? []
      : [
          {
            key: 'campaign',
            kind: w(entityLevelWords.campaign),
            name: nameOf(campaign, campaignOfRow),
            to: toList('campaign', filters, {}),
          },
        ]),
    ...(group === undefined
      ? []
      : [
          {
            key: 'group',
            kind: w(entityLevelWords.ad_group),
            name: nameOf(group, groupOfRow),
            to: toList('ad_group', filters, campaign === undefined ? {} : { campaign_id: [campaign] }),
          },
        ]),
  ];
  if (above.length === 0) return null;
  return <Crumbs crumbs={[...above, { key: 'here', kind: w(entityLevelWords[level]) }]} />;
}

/** The metrics of one row over time, while they are open. */
function RowTrend({ rowTrend }: Pick<Parts, 'rowTrend'>) {
  const today = useBusinessToday();
  const subject = useSelector(rowTrend, (state) => state.context.subject);
  if (!subject) return null;
  const byHour = isHourly(subject, today);
  return (
    <RowTrendDrawer
      detail={rowTrend}
      name={subject.name}
      step={subject.step}
      steps={STEPS.filter((step) => step !== 'hour' || byHour)}
      onStep={(step) => rowTrend.send({ type: 'detail.opened', subject: { ...subject, step } })}
      onClose={() => rowTrend.send({ type: 'detail.closed' })}
    />
  );
}
