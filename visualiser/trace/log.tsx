import { memo, useEffect, useId, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useLineWindow } from '#src/ui/table/line-window.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { BEGINNING, timeText, valueText } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';
import { useRowWalk } from './use-row-walk.ts';

/** As it stands in the style sheet, in pixels. */
const LINE = 24;

interface RowTextProps {
  entry: RecordedEntry;
  nameOf: Moment['nameOf'];
  isMachine: boolean;
}

/** Who, and what. */
const RowText = memo(function RowText({ entry, nameOf, isMachine }: RowTextProps) {
  const t = useText();
  switch (entry.kind) {
    case 'gap':
      return <span className="ads-trace-gap">{t('trace.gapText', { count: entry.dropped })}</span>;
    case 'born': {
      const { key, parent, isRestored } = entry.actor;
      return (
        <>
          <span className="ads-trace-who">
            {parent !== undefined && `${nameOf(parent)} → `}
            {nameOf(key)}
          </span>
          <span className="ads-trace-what">
            <span className="ads-vis-code">{valueText(entry.state.value)}</span>
            {isRestored && <span className="ads-trace-mark ads-is-restored">{t('trace.restored')}</span>}
          </span>
        </>
      );
    }
    case 'event':
      return (
        <>
          <span className="ads-trace-who">
            {entry.from === undefined ? t('trace.outside') : nameOf(entry.from)} → {nameOf(entry.to)}
          </span>
          <span className="ads-trace-what">
            <strong className="ads-vis-code">{entry.event.type}</strong>
          </span>
        </>
      );
    case 'step':
      return (
        <>
          <span className="ads-trace-who">{nameOf(entry.actor)}</span>
          <span className="ads-trace-what">
            <span className="ads-vis-code">{valueText(entry.state.value) || t(`trace.status.${entry.state.status}`)}</span>
            {isMachine && entry.transitions.length === 0 && <span className="ads-vis-quiet">{t('trace.nothingTaken')}</span>}
          </span>
        </>
      );
    case 'gone':
      return <span className="ads-trace-who">{nameOf(entry.actor)}</span>;
  }
});

interface LogProps {
  trace: Trace;
  moment: Moment;
}

/** What happened, line by line; of a long log only what is in sight is drawn. The line of the cursor is the one that is chosen. */
export function Log({ trace, moment }: LogProps) {
  const t = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { entries, rows, index, nameOf, everybody } = moment;
  const { place, onKeyDown } = useRowWalk(trace, moment);
  const lines = useLineWindow<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 8,
    initialRect: { width: 800, height: 400 },
  });
  useEffect(() => {
    if (place >= 0) lines.scrollToIndex(place, { align: 'auto' });
  }, [lines, place]);
  const drawn = lines.getVirtualItems();
  const isDrawn = drawn.some((line) => line.index === place);
  return (
    <div
      ref={scroller}
      className="ads-trace-log"
      role="listbox"
      tabIndex={0}
      aria-label={t('trace.log')}
      aria-activedescendant={isDrawn ? `${id}${place}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: lines.getTotalSize() }}>
        {drawn.map((line) => {
          const entry = entries[rows[line.index] ?? -1];
          if (!entry) return null;
          const isHere = line.index === place;
          const classes = [
            'ads-trace-row',
            `ads-is-${entry.kind}`,
            isHere && (rows[place] === index ? 'ads-is-here' : 'ads-is-before'),
            line.index > place && 'ads-is-later',
          ];
          return (
            <div
              key={entry.seq}
              id={`${id}${line.index}`}
              className={classes.filter(Boolean).join(' ')}
              role="option"
              aria-selected={isHere}
              aria-posinset={line.index + 1}
              aria-setsize={rows.length}
              style={{ transform: `translateY(${line.start}px)` }}
              onClick={() => trace.send({ type: 'cursor.moved', seq: entry.seq })}
            >
              <span className="ads-trace-number ads-numbers">{entry.seq}</span>
              <span className="ads-trace-at ads-numbers">{timeText(entry.at)}</span>
              <span className="ads-trace-entry-kind">{t(`trace.entry.${entry.kind}`)}</span>
              <RowText
                entry={entry}
                nameOf={nameOf}
                isMachine={entry.kind === 'step' && entry.event !== BEGINNING && everybody.get(entry.actor)?.machine !== undefined}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
