import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { STORED_EVENT_DAYS } from '#contracts/rules/pixel-events.ts';
import { pixelEventFilters } from '#contracts/vocabulary/pixel-events.ts';
import { type PixelEvents, pixelEventQuery } from '#machines/analyse-pixel-list/pixel-events.machine.ts';
import { dateIn } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { toEffectiveDays } from '#src/parts/reports/index.ts';
import { DateRangeFilter, useRangeText } from '#src/ui/date/date-range-filter.tsx';
import { LogPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { AnyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { EmptyBlock, Remark } from '#src/ui/page/block.tsx';
import { PickerFilter } from '#src/ui/pick/picker-fields.tsx';
import { EventTable } from './event-table.tsx';
import './pixel-events.css';

const FOLDED = ['ad', 'order_no', 'event_id'];
const DAY_MS = 86_400_000;

/** Single events of one pixel. */
export function PixelEventsPage({ page }: { page: PixelEvents }) {
  const t = useText();
  return (
    <LogPage page={page} query={pixelEventQuery} title={t('pixelEvents.title')} filters={(parts) => <EventFilters {...parts} />}>
      {(parts) => <PixelEventsBody {...parts} />}
    </LogPage>
  );
}

function PixelEventsBody(parts: PartsOf<PixelEvents>) {
  const t = useText();
  const w = useWords();
  const timezone = useTimezone();
  const filters = useSelector(parts.list, (state) => state.context.filters);
  const choosePixel = (pixel_id: number | undefined) => parts.list.send({ type: 'log.filtersChosen', filters: { ...filters, pixel_id } });
  const { pixel_id, date_from } = filters;
  if (pixel_id === undefined) {
    return (
      <EmptyBlock
        text={t('pixelEvents.choosePixel')}
        action={
          <div className="ads-event-choice">
            <PickerFilter
              label={w(pixelEventFilters.pixel_id.label)}
              picker={parts.pixels}
              value={undefined}
              onChange={choosePixel}
              width={240}
            />
          </div>
        }
      />
    );
  }
  const firstStored = dateIn(new Date(Date.now() - STORED_EVENT_DAYS * DAY_MS), timezone);
  return (
    <>
      {date_from !== undefined && date_from < firstStored && (
        <Remark kind="info" title={t('pixelEvents.tooOld', { days: STORED_EVENT_DAYS })}>
          <Link
            to={`/analyse/pixel?${new URLSearchParams({ pixel_id: String(pixel_id), date_from, date_to: filters.date_to ?? date_from })}`}
          >
            {t('pixelEvents.toSums')}
          </Link>
        </Remark>
      )}
      <EventTable {...parts} />
    </>
  );
}

function EventFilters({ list, pixels }: PartsOf<PixelEvents>) {
  const w = useWords();
  const timezone = useTimezone();
  const rangeText = useRangeText();
  const filters = useSelector(list, (state) => state.context.filters);
  const { id, date_from, date_to, pixel_id } = filters;
  const days = toEffectiveDays({ dateFrom: date_from, dateTo: date_to }, dateIn(new Date(), timezone));
  const choose = (next: typeof filters) => list.send({ type: 'log.filtersChosen', filters: next });
  // Setting a filter clears the single entry that a link named.
  const change = (changes: object) =>
    choose({ ...filters, ...(Object.values(changes).some((value) => value !== undefined) && { id: undefined }), ...changes });
  if (pixel_id === undefined) return null;
  return (
    <AnyFilterLine
      vocabulary={pixelEventFilters}
      filters={filters}
      pickers={{ pixel_id: pixels }}
      own={{
        date_from: {
          control: id === undefined && (
            <DateRangeFilter
              label={w(pixelEventFilters.date_from.label)}
              value={days}
              onChange={({ from, to }) => change({ date_from: from, date_to: to })}
            />
          ),
          text: rangeText(days),
        },
      }}
      folded={FOLDED}
      onChange={change}
      onReset={() => choose({ pixel_id })}
    />
  );
}
