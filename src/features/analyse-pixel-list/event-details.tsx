import type { ActorRefFrom } from 'xstate';
import { dedupeWords, eventStatusWords, pixelEventColumnWords } from '#contracts/vocabulary/pixel-events.ts';
import { eventSources, eventSourceWords } from '#contracts/vocabulary/pixels.ts';
import type { PixelEventDetail, shownEvent } from '#machines/analyse-pixel-list/pixel-events.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import './pixel-events.css';

type Side = Pick<PixelEventDetail, 'event' | 'parameters'>;

/** An event and the same one from the other source, side by side: the browser first. */
export function EventDetails({ shown }: { shown: ActorRefFrom<typeof shownEvent> }) {
  const t = useText();
  const w = useWords();
  const { answer, failure, refresh } = useDetail(shown);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (!answer) return <Spinner />;
  const sides: Side[] = [answer, ...(answer.pair ? [answer.pair] : [])];
  return (
    <div className="ads-event-sides">
      {eventSources.map((source) => {
        const side = sides.find(({ event }) => event.source === source);
        return (
          <section key={source} className="ads-event-side" aria-label={w(eventSourceWords[source])}>
            <h3>{w(eventSourceWords[source])}</h3>
            {side ? <EventSide {...side} /> : <p className="ads-quiet">{t('pixelEvents.noPair')}</p>}
          </section>
        );
      })}
    </div>
  );
}

function EventSide({ event, parameters }: Side) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  return (
    <>
      <dl className="ads-event-facts">
        <dt>{w(pixelEventColumnWords.event_time)}</dt>
        <dd>{format.instant(event.event_time, true)}</dd>
        <dt>{w(pixelEventColumnWords.received_at)}</dt>
        <dd>{format.instant(event.received_at, true)}</dd>
        <dt>{w(pixelEventColumnWords.dedupe)}</dt>
        <dd>{w(dedupeWords[event.dedupe])}</dd>
        <dt>{w(pixelEventColumnWords.match_score)}</dt>
        <dd>{format.decimal(event.match_score, 1)}</dd>
        <dt>{w(pixelEventColumnWords.status)}</dt>
        <dd>{event.error ?? w(eventStatusWords[event.status])}</dd>
      </dl>
      <h4>{t('pixelEvents.parameters')}</h4>
      <dl className="ads-event-facts">
        {parameters.map(({ key, value, hashed }) => (
          <div key={key} className="ads-event-parameter">
            <dt>
              <code>{key}</code> {hashed && <PlainTag text={t('pixelEvents.hashed')} hint={t('pixelEvents.hashedHint')} />}
            </dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
