import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { PixelEventRow } from '#contracts/endpoints/pixel-analysis.ts';
import { isClockSkewed, isUnmatchedPurchase } from '#contracts/rules/pixel-events.ts';
import { dedupeWords, eventStatusWords, pixelEventColumnWords } from '#contracts/vocabulary/pixel-events.ts';
import { eventSourceWords, pixelEventNames, pixelEventWords } from '#contracts/vocabulary/pixels.ts';
import type { PixelEvents } from '#machines/analyse-pixel-list/pixel-events.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { EventDetails } from './event-details.tsx';

const LAUNCHES = '/advertising/start';
const PIXELS = '/auth/pixel';

/** Single events of the chosen pixel; a row unfolds to its parameters. */
export function EventTable({ list, shown, tableView, export: download }: PartsOf<PixelEvents>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { filters, table, footer, refresh } = useLog(list);
  const expandedId = useSelector(shown, (state) => state.context.subject?.id);
  const canOpenAds = viewer.canOpen(LAUNCHES);
  const columns = useMemo((): Column<PixelEventRow>[] => {
    const title = (key: keyof typeof pixelEventColumnWords) => ({ key, title: w(pixelEventColumnWords[key]) });
    const nameOf = (name: string) => {
      const known = pixelEventNames.find((one) => one === name);
      return known ? w(pixelEventWords[known]) : name;
    };
    return [
      { ...title('event_time'), width: 176, frozen: true, render: ({ event_time }) => format.instant(event_time, true) },
      { ...title('received_at'), width: 176, defaultHidden: true, render: ({ received_at }) => format.instant(received_at, true) },
      {
        ...title('delay'),
        width: 136,
        align: 'right',
        render: ({ delay_s }) =>
          isClockSkewed(delay_s) ? (
            <StatusTag kind="warn" text={t('pixelEvents.clockSkew')} hint={t('pixelEvents.seconds', { count: delay_s })} />
          ) : (
            format.duration(delay_s * 1000)
          ),
      },
      { ...title('event_name'), width: 136, render: ({ event_name }) => <PlainTag text={nameOf(event_name)} hint={event_name} /> },
      { ...title('source'), width: 92, render: ({ source }) => <PlainTag text={w(eventSourceWords[source])} /> },
      {
        ...title('event_id'),
        width: 216,
        render: ({ event_id }) => <CopyText text={event_id} label={w(pixelEventColumnWords.event_id)} />,
      },
      {
        ...title('count'),
        hint: t('pixelEvents.countHint'),
        width: 84,
        align: 'right',
        render: ({ count }) => <span className="ads-numbers">{format.number(count)}</span>,
      },
      {
        ...title('dedupe'),
        width: 104,
        render: ({ dedupe }) => <StatusTag kind={dedupe === 'kept' ? 'ok' : 'muted'} text={w(dedupeWords[dedupe])} />,
      },
      {
        ...title('match_score'),
        width: 104,
        align: 'right',
        render: ({ match_score }) => <span className="ads-numbers">{format.decimal(match_score, 1)}</span>,
      },
      {
        ...title('value'),
        width: 112,
        align: 'right',
        render: ({ value, currency }) => <span className="ads-numbers">{format.money(value, currency ?? 'USD')}</span>,
      },
      {
        ...title('ad'),
        width: 220,
        render: ({ ad }) => (ad ? <NameText text={ad.label} {...(canOpenAds && { to: `${LAUNCHES}?tab=ad&ids=${ad.id}` })} /> : DASH),
      },
      {
        ...title('order_no'),
        width: 190,
        render(row) {
          if (row.order_no !== null) return <CopyText text={row.order_no} label={w(pixelEventColumnWords.order_no)} />;
          return isUnmatchedPurchase(row) ? <StatusTag kind="warn" text={t('pixelEvents.unmatched')} /> : DASH;
        },
      },
      { ...title('url'), width: 240, render: ({ url }) => (url ? <NameText text={url} /> : DASH) },
      {
        ...title('status'),
        width: 92,
        render: ({ status }) => <StatusTag kind={status === 'ok' ? 'ok' : 'error'} text={w(eventStatusWords[status])} />,
      },
      { ...title('error'), width: 220, render: ({ error }) => error ?? DASH },
    ];
  }, [t, w, format, canOpenAds]);
  const view = useTableView(tableView, columns);
  const { date_from: _from, date_to: _to, pixel_id, ...narrowing } = filters;
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined);
  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand exporting={download} what={t('pixelEvents.title')} query={filters} columns={view.drawn} />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable<PixelEventRow>
        {...table}
        {...view.table}
        label={t('pixelEvents.title')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ event_name, event_time }) => `${event_name} ${format.instant(event_time)}`}
        expanded={expandedId === undefined ? [] : [expandedId]}
        onToggle={(id) => shown.send(id === expandedId ? { type: 'detail.closed' } : { type: 'detail.opened', subject: { id } })}
        renderExpanded={() => <EventDetails shown={shown} />}
        onResetFilters={isNarrowed ? () => list.send({ type: 'log.filtersChosen', filters: { pixel_id } }) : undefined}
        empty={{
          text: t('pixelEvents.empty'),
          ...(viewer.canOpen(PIXELS) && {
            action: <Button onClick={() => void navigate(PIXELS)}>{t('pixelEvents.sendTest')}</Button>,
          }),
        }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
