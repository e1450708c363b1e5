import { memo, useEffect, useId, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useLineWindow } from '#src/ui/table/line-window.ts';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { formatStateValue, formatTime, INIT_EVENT } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';
import { useRowNavigation } from './use-row-navigation.ts';

/** Matches the style sheet, in pixels. */
const LINE_HEIGHT = 24;

interface RowTextProps {
  entry: RecordedEntry;
  formatActor: Moment['formatActor'];
  isMachine: boolean;
}

/** Actor and content of an entry. */
const RowText = memo(function RowText({ entry, formatActor, isMachine }: RowTextProps) {
  const t = useText();
  switch (entry.kind) {
    case 'gap':
      return <span className="ads-trace-gap">{t('trace.gapText', { count: entry.dropped })}</span>;
    case 'born': {
      const { key, parent, isRestored } = entry.actor;
      return (
        <>
          <span className="ads-trace-who">
            {parent !== undefined && `${formatActor(parent)} → `}
            {formatActor(key)}
          </span>
          <span className="ads-trace-what">
            <span className="ads-vis-code">{formatStateValue(entry.state.value)}</span>
            {isRestored && <span className="ads-trace-mark ads-is-restored">{t('trace.restored')}</span>}
          </span>
        </>
      );
    }
    case 'event':
      return (
        <>
          <span className="ads-trace-who">
            {entry.from === undefined ? t('trace.outside') : formatActor(entry.from)} → {formatActor(entry.to)}
          </span>
          <span className="ads-trace-what">
            <strong className="ads-vis-code">{entry.event.type}</strong>
          </span>
        </>
      );
    case 'step':
      return (
        <>
          <span className="ads-trace-who">{formatActor(entry.actor)}</span>
          <span className="ads-trace-what">
            <span className="ads-vis-code">{formatStateValue(entry.state.value) || t(`trace.status.${entry.state.status}`)}</span>
            {isMachine && entry.transitions.length === 0 && <span className="ads-vis-quiet">{t('trace.nothingTaken')}</span>}
          </span>
        </>
      );
    case 'gone':
      return <span className="ads-trace-who">{formatActor(entry.actor)}</span>;
  }
});

interface LogProps {
  trace: Trace;
  moment: Moment;
}

/** The log, line by line; only visible lines are rendered. The line of the cursor is selected. */
export function Log({ trace, moment }: LogProps) {
  const t = useText();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { entries, rows, index, formatActor, allActors } = moment;
  const { position, onKeyDown } = useRowNavigation(trace, moment);
  const lines = useLineWindow<HTMLDivElement, HTMLDivElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 8,
    initialRect: { width: 800, height: 400 },
  });
  useEffect(() => {
    if (position >= 0) lines.scrollToIndex(position, { align: 'auto' });
  }, [lines, position]);
  const drawn = lines.getVirtualItems();
  const isDrawn = drawn.some((line) => line.index === position);
  return (
    <div
      ref={scroller}
      className="ads-trace-log"
      role="listbox"
      tabIndex={0}
      aria-label={t('trace.log')}
      aria-activedescendant={isDrawn ? `${id}${position}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: lines.getTotalSize() }}>
        {drawn.map((line) => {
          const entry = entries[rows[line.index] ?? -1];
          if (!entry) return null;
          const isCurrent = line.index === position;
          const classes = [
            'ads-trace-row',
            `ads-is-${entry.kind}`,
            isCurrent && (rows[position] === index ? 'ads-is-here' : 'ads-is-before'),
            line.index > position && 'ads-is-later',
          ];
          return (
            <div
              key={entry.seq}
              id={`${id}${line.index}`}
              className={classes.filter(Boolean).join(' ')}
              role="option"
              aria-selected={isCurrent}
              aria-posinset={line.index + 1}
              aria-setsize={rows.length}
              style={{ transform: `translateY(${line.start}px)` }}
              onClick={() => trace.send({ type: 'cursor.moved', seq: entry.seq })}
            >
              <span className="ads-trace-number ads-numbers">{entry.seq}</span>
              <span className="ads-trace-at ads-numbers">{formatTime(entry.at)}</span>
              <span className="ads-trace-entry-kind">{t(`trace.entry.${entry.kind}`)}</span>
              <RowText
                entry={entry}
                formatActor={formatActor}
                isMachine={entry.kind === 'step' && entry.event !== INIT_EVENT && allActors.get(entry.actor)?.machine !== undefined}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
