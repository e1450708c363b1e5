import { adMetrics } from '#contracts/rules/metrics.ts';
import { launchFilters } from '#contracts/vocabulary/launch-filters.ts';
import { type EntityLevel, quickViewHints, quickViews, quickViewWords } from '#contracts/vocabulary/launches.ts';
import type { AdPickers } from '#machines/parts/launches/ad-pickers.machine.ts';
import type { LaunchFilters } from '#machines/parts/launches/launch-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AdFilterLine } from '#src/parts/launches/index.ts';
import { RangeFilter, useRangeWords } from '#src/parts/reports/index.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { KeywordFilter } from '#src/ui/list/filter-line.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

interface Props {
  level: EntityLevel;
  filters: LaunchFilters;
  pickers: AdPickers;
  onFilters: (filters: LaunchFilters) => void;
}

/** Quick views in a line of their own, above the filters. */
export function LaunchFilterLine({ level, filters, pickers, onFilters }: Props) {
  const t = useText();
  const w = useWords();
  const viewer = useViewer();
  const rangeText = useRangeText();
  const rangeWords = useRangeWords();
  const change = (changes: LaunchFilters) => onFilters({ ...filters, ...changes });
  const { metric_range, ...narrowing } = filters;
  const { date_from, date_to, batch_id } = filters;
  const days = date_from && date_to ? { from: date_from, to: date_to } : undefined;
  const toChip = (ids: number[] | undefined) => ({ text: ids && t('start.chosenCount', { count: ids.length }) });
  return (
    <>
      <div className="ads-buttons ads-quick-views" role="group" aria-label={t('start.views')}>
        {quickViews
          .filter((view) => view !== 'unowned' || viewer.isAdmin)
          .map((view) => (
            <button
              key={view}
              type="button"
              className="ads-segment"
              aria-pressed={filters.view === view}
              title={w(quickViewHints[view])}
              onClick={() => change({ view: filters.view === view ? undefined : view })}
            >
              {w(quickViewWords[view])}
            </button>
          ))}
      </div>
      <AdFilterLine
        vocabulary={launchFilters}
        filters={narrowing}
        pickers={pickers}
        own={{
          date_from: {
            control: (
              <DateRangeFilter
                label={w(launchFilters.date_from.label)}
                value={days}
                accountToday={{ chosen: days === undefined, onChoose: () => change({ date_from: undefined, date_to: undefined }) }}
                onChange={({ from, to }) => change({ date_from: from, date_to: to })}
              />
            ),
            text: days && rangeText(days),
          },
          view: {},
          campaign_id: toChip(filters.campaign_id),
          ad_group_id: toChip(filters.ad_group_id),
          post_id: toChip(filters.post_id),
          ids: toChip(filters.ids),
          batch_id: {
            control: (
              <KeywordFilter
                label={t('start.batchId')}
                shortcut={false}
                width={140}
                max={15}
                value={batch_id === undefined ? undefined : String(batch_id)}
                onCommit={(typed) => change({ batch_id: typed && /^[1-9]\d*$/.test(typed) ? Number(typed) : undefined })}
              />
            ),
          },
          // Ads have no budget.
          ...(level === 'ad' && { budget_level: {}, budget_mode: {} }),
        }}
        onChange={change}
        onReset={() => onFilters({})}
        more={
          <RangeFilter
            value={metric_range}
            metrics={adMetrics.map((value) => ({ value, label: t(`metric.${value}`) }))}
            onChange={(ranges) => change({ metric_range: ranges })}
          />
        }
        chips={
          metric_range && [
            {
              key: 'metric_range',
              text: `${t('reports.metricRange')}: ${metric_range.map(rangeWords).join(', ')}`,
              onRemove: () => change({ metric_range: undefined }),
            },
          ]
        }
        moreActive={metric_range ? 1 : 0}
      />
    </>
  );
}
