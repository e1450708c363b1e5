import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { landing } from '#contracts/reports/landing.ts';
import { orders } from '#contracts/reports/orders.ts';
import { video } from '#contracts/reports/video.ts';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { type DrillGrouping, groupingOf } from '#machines/advertising-data/drill-query.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useEntityPermits, useLaunchActions } from '#src/parts/launches/index.ts';
import { Segments, toEffectiveDays, toReportSearch } from '#src/parts/reports/index.ts';
import { countDays } from '#src/ui/date/date-presets.ts';
import type { MenuAction } from '#src/ui/overlay/menu-button.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { CheckBox } from '#src/ui/pick/check-box.tsx';
import { CompareAds } from './compare-ads.tsx';
import type { DrillBodyProps } from './drill-frame.tsx';
import { toPlace } from './drill-place.ts';
import { EntityTable, WITHOUT_COUNTS, WITHOUT_SINGLE } from './entity-table.tsx';

type Grouping = DrillGrouping<'group'>;
const GROUPINGS: readonly Grouping[] = ['group', 'ad', 'material', 'group_date', 'ad_date'];

const COMPARE_LIMITS = { least: 2, most: 4 } as const;

/** Pages that explain an ad further, where the user may open them. */
const LINKS = {
  material: { path: '/analyse/video', report: video },
  landing: { path: '/analyse/landing', report: landing },
  orders: { path: '/analyse/material', report: orders },
} as const;

const WITHOUT_CAMPAIGN = ['campaign'] as const;
const WITHOUT_GROUP = ['campaign', 'group'] as const;

/** The ad groups of one campaign, or its ads. */
export function GroupTable(props: DrillBodyProps) {
  const { parts, launchActions, report } = props;
  const t = useText();
  const today = useBusinessToday();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { openDialog, openEntity } = useLaunchActions(launchActions);
  const { refusalOf } = useEntityPermits();
  const [isComparing, setComparing] = useState(false);
  const isEmpty = useSelector(parts.parent, (state) => state.context.answer?.isEmpty ?? false);
  const { query, chosen } = report;
  const grouping = GROUPINGS.find((name) => groupingOf('group', name).join() === query.groupBy.join()) ?? 'group';
  const isAds = grouping === 'ad' || grouping === 'material' || grouping === 'ad_date';
  const byDate = grouping === 'group_date' || grouping === 'ad_date';
  const level = isAds ? 'ad' : 'ad_group';
  const { group_id } = query.filters;
  const changeGrouping = (name: Grouping) => parts.report.send({ type: 'report.groupsChosen', groupBy: groupingOf('group', name) });

  const open = useCallback(
    (row: DrillRow) => {
      const { ad_group, ad } = row.dims;
      if (ad_group) void navigate(toPlace('group', query, { group_id: Number(ad_group.id) }, 'ad'));
      else if (ad?.base) openEntity('ad', ad.base, 'creative');
    },
    [navigate, query, openEntity],
  );
  const more = useCallback(
    (row: DrillRow): MenuAction[] => {
      const ad = row.dims.ad?.base;
      if (!ad) return [];
      const toLinkAction = (key: keyof typeof LINKS, id: number | undefined, name: string): MenuAction[] =>
        id !== undefined && viewer.canOpen(LINKS[key].path)
          ? [
              {
                key,
                text: t(`data.link.${key}`),
                onRun: () => void navigate(`${LINKS[key].path}${toReportSearch(LINKS[key].report, search, { [name]: id })}`),
              },
            ]
          : [];
      const replace = (): MenuAction[] =>
        ad.review === 'rejected'
          ? [
              {
                key: 'replace',
                text: t('data.copyWithOther'),
                refusal: refusalOf(ad, 'copy'),
                onRun: () =>
                  openDialog(
                    'copy',
                    'ad',
                    [ad],
                    ad.material ? { replacements: [{ part: 'material', from_id: ad.material.id, to_id: 0 }] } : {},
                  ),
              },
            ]
          : [];
      return [
        { key: 'preview', text: t('data.preview'), onRun: () => openEntity('ad', ad, 'creative') },
        ...replace(),
        ...toLinkAction('material', ad.material?.id, 'material_id'),
        ...toLinkAction('landing', ad.landing?.id, 'landing_page_id'),
        ...toLinkAction('orders', ad.id, 'ad_id'),
        ...(ad.status === 'ACTIVE'
          ? [
              {
                key: 'close',
                text: t('launches.action.close'),
                refusal: refusalOf(ad, 'close'),
                onRun: () => openDialog('close', 'ad', [ad]),
              },
            ]
          : []),
      ];
    },
    [t, viewer, navigate, search, openDialog, openEntity, refusalOf],
  );
  const without = useMemo(() => (group_id === undefined ? WITHOUT_CAMPAIGN : WITHOUT_GROUP), [group_id]);

  const days = query.only ?? toEffectiveDays(query, today);
  const isOneDay = query.accountToday === true || countDays(days) === 1;
  const rows = [...(report.page?.rows ?? []), ...Object.values(report.table.branches).flatMap((branch) => branch.rows)];
  const compared = chosen.flatMap(({ id }) => rows.filter(({ dims }) => dims.ad && Number(dims.ad.id) === id).slice(0, 1));
  const canCompare = compared.length >= COMPARE_LIMITS.least && chosen.length <= COMPARE_LIMITS.most;

  const copyIntoGroup = () => {
    if (group_id === undefined) return;
    openDialog('copy', 'ad', [], { target_group_id: group_id });
  };
  return (
    <>
      <EntityTable
        key={level}
        {...props}
        level={level}
        tableView={isAds ? parts.adTableView : parts.tableView}
        label={t(isAds ? 'data.by.ad' : 'data.by.ad_group')}
        hiddenMetrics={isAds ? WITHOUT_COUNTS : WITHOUT_SINGLE}
        {...(!isOneDay && isAds && { whySingle: t('data.oneDayOnly') })}
        without={without}
        onOpen={open}
        more={more}
        selectionMore={
          isAds && (
            <Button
              disabled={!canCompare}
              title={canCompare ? undefined : t('data.compareCount', COMPARE_LIMITS)}
              onClick={() => setComparing(true)}
            >
              {t('data.compare')}
            </Button>
          )
        }
        controls={
          <>
            <Segments
              label={t('data.level')}
              options={[
                { key: 'group', text: t('data.by.ad_group') },
                { key: 'ad', text: t('data.by.ad') },
              ]}
              chosen={isAds ? 'ad' : 'group'}
              onChoose={(name) => changeGrouping(byDate ? (name === 'ad' ? 'ad_date' : 'group_date') : name === 'ad' ? 'ad' : 'group')}
            />
            <label className="ads-report-choice">
              <CheckBox
                checked={byDate}
                onChange={(yes) => changeGrouping(isAds ? (yes ? 'ad_date' : 'ad') : yes ? 'group_date' : 'group')}
              />
              {t('data.byDay')}
            </label>
            {isAds && (
              <label className="ads-report-choice">
                <CheckBox checked={grouping === 'material'} onChange={(yes) => changeGrouping(yes ? 'material' : 'ad')} />
                {t('data.mergeByMaterial')}
              </label>
            )}
          </>
        }
        empty={
          isEmpty
            ? { text: t('data.emptyGroup'), action: <Button onClick={copyIntoGroup}>{t('data.copyHere')}</Button> }
            : { text: t(isAds ? 'data.noAds' : 'data.noGroups') }
        }
      />
      {isComparing && canCompare && <CompareAds rows={compared} onClose={() => setComparing(false)} />}
    </>
  );
}
