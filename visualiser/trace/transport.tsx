import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconLeft, IconPause, IconPlayArrowFill, IconRight, IconSkipNext, IconSkipPrevious } from '#src/ui/text/icons.ts';
import type { Trace, TraceSpeed } from '#visualiser/machines/trace.machine.ts';
import { lastUpTo, timeText } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';

const SPEEDS: readonly TraceSpeed[] = [1, 4, 'step'];

interface TransportProps {
  trace: Trace;
  moment: Moment;
  tools?: ReactNode;
}

/** The means to move in time: from entry to entry of those that are shown, anywhere, and by itself. */
export function Transport({ trace, moment, tools }: TransportProps) {
  const t = useText();
  const { entries, index, rows, entry } = moment;
  const isOpen = useSelector(trace, (state) => state.context.isOpen);
  const speed = useSelector(trace, (state) => state.context.speed);
  const isFollowing = useSelector(trace, (state) => state.matches({ moment: 'following' }));
  const isPlaying = useSelector(trace, (state) => state.matches({ moment: 'playing' }));
  const place = lastUpTo(rows, index);
  const goTo = (to: number | undefined) => {
    const seq = to === undefined ? undefined : entries[to]?.seq;
    if (seq !== undefined) trace.send({ type: 'cursor.moved', seq });
  };
  // Where the cursor stands between two rows, the one before it is a step back.
  const previous = rows[place] === index ? rows[place - 1] : rows[place];
  const next = rows[place + 1];
  const count = entries.length;
  const position = t('trace.position', { number: index + 1, count, time: timeText(entry?.at ?? 0) });
  // Nobody looks any more: nothing is played.
  useEffect(
    () => () => {
      if (trace.getSnapshot().status === 'active') trace.send({ type: 'play.paused' });
    },
    [trace],
  );
  return (
    <div className="ads-trace-bar" role="group" aria-label={t('trace.time')}>
      <span className="ads-trace-buttons">
        <IconButton label={t('trace.first')} icon={<IconSkipPrevious />} disabled={index <= 0} onClick={() => goTo(0)} />
        <IconButton label={t('trace.previous')} icon={<IconLeft />} disabled={previous === undefined} onClick={() => goTo(previous)} />
        <IconButton
          label={t(isPlaying ? 'trace.pause' : 'trace.play')}
          icon={isPlaying ? <IconPause /> : <IconPlayArrowFill />}
          disabled={count < 2}
          onClick={() => trace.send({ type: isPlaying ? 'play.paused' : 'play.started' })}
        />
        <IconButton label={t('trace.next')} icon={<IconRight />} disabled={next === undefined} onClick={() => goTo(next)} />
        <IconButton label={t('trace.last')} icon={<IconSkipNext />} disabled={index >= count - 1} onClick={() => goTo(count - 1)} />
      </span>
      <input
        type="range"
        className="ads-trace-scrubber"
        aria-label={t('trace.scrubber')}
        aria-valuetext={position}
        min={0}
        max={Math.max(0, count - 1)}
        value={Math.max(0, index)}
        disabled={count === 0}
        onChange={(event) => goTo(Number(event.target.value))}
      />
      <output className="ads-trace-position ads-numbers">{position}</output>
      <select
        className="ads-trace-select"
        aria-label={t('trace.speed')}
        title={t('trace.speedText')}
        value={String(speed)}
        onChange={(event) => {
          const chosen = SPEEDS.find((one) => String(one) === event.target.value);
          if (chosen) trace.send({ type: 'speed.chosen', speed: chosen });
        }}
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one === 'step' ? t('trace.speedStep') : t('trace.speedTimes', { times: one })}
          </option>
        ))}
      </select>
      {isOpen && (
        <button
          type="button"
          className="ads-trace-toggle"
          aria-pressed={isFollowing}
          onClick={() => (isFollowing ? goTo(count - 1) : trace.send({ type: 'cursor.released' }))}
        >
          {t('trace.follow')}
        </button>
      )}
      {tools}
    </div>
  );
}
