import { useSelector } from '@xstate/react';
import { adminEntityFilters } from '#contracts/vocabulary/admin-entities.ts';
import type { EntityLevel } from '#contracts/vocabulary/launches.ts';
import { type AdminEntities, type AdminFilters, toRowFilters } from '#machines/admin-advertising/admin-entities.machine.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AdFilterLine } from '#src/parts/launches/index.ts';
import { toEffectiveDays, useNarrowedDaysChip } from '#src/parts/reports/index.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';

type Props = Pick<PartsOf<AdminEntities>, 'list' | 'pickers' | 'homepages'> & { level: EntityLevel };

/** Filters that only ads have. */
const OF_ADS = ['review', 'homepage_id'] as const;

/** The days and filters of a list of the whole company. */
export function AdminFilterLine({ level, list, pickers, homepages }: Props) {
  const t = useText();
  const w = useWords();
  const today = useBusinessToday();
  const rangeText = useRangeText(today);
  const filters = useSelector(list, (state) => state.context.query.filters);
  const change = (changes: AdminFilters) => list.send({ type: 'list.filtersChanged', changes });
  const { date_from, date_to, campaign_id, group_id, only } = filters;
  const chips = useNarrowedDaysChip(only, () => change({ only: undefined }));
  const days = date_from && date_to ? { from: date_from, to: date_to } : undefined;
  const chip = (ids: number[] | undefined) => ({ text: ids && t('adminAds.chosen', { count: ids.length }) });
  return (
    <AdFilterLine
      vocabulary={adminEntityFilters}
      filters={toRowFilters(filters)}
      chips={chips}
      pickers={pickers}
      ownPickers={{ homepage_id: homepages }}
      own={{
        date_from: {
          control: (
            <DateRangeFilter
              label={w(adminEntityFilters.date_from.label)}
              value={toEffectiveDays({ dateFrom: date_from, dateTo: date_to }, today)}
              today={today}
              onChange={({ from, to }) => change({ date_from: from, date_to: to, only: undefined })}
            />
          ),
          text: days && rangeText(days),
        },
        campaign_id: chip(campaign_id),
        group_id: chip(group_id),
      }}
      first={
        <button
          type="button"
          className="ads-segment"
          aria-pressed={filters.unowned === true}
          onClick={() => change({ unowned: filters.unowned ? undefined : true })}
        >
          {w(adminEntityFilters.unowned.label)}
        </button>
      }
      {...(level !== 'ad' && { without: OF_ADS })}
      onChange={change}
      onReset={() => list.send({ type: 'list.filtersChosen', filters: {} })}
    />
  );
}
