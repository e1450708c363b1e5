import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '#src/ui/text/icon-button.tsx';
import { IconLeft, IconPause, IconPlayArrowFill, IconRight, IconSkipNext, IconSkipPrevious } from '#src/ui/text/icons.ts';
import type { Trace, TraceSpeed } from '#visualiser/machines/trace.machine.ts';
import { findLastIndexUpTo, formatTime } from './trace-rows.ts';
import type { Moment } from './use-moment.ts';

const PLAY_SPEEDS: readonly TraceSpeed[] = [1, 4, 'step'];

interface TransportProps {
  trace: Trace;
  moment: Moment;
  tools?: ReactNode;
}

/** Playback controls: step through the shown entries, jump, and play. */
export function Transport({ trace, moment, tools }: TransportProps) {
  const t = useText();
  const { entries, index, rows, entry } = moment;
  const isLive = useSelector(trace, (state) => state.context.isLive);
  const speed = useSelector(trace, (state) => state.context.speed);
  const isFollowing = useSelector(trace, (state) => state.matches({ moment: 'following' }));
  const isPlaying = useSelector(trace, (state) => state.matches({ moment: 'playing' }));
  const position = findLastIndexUpTo(rows, index);
  const goTo = (to: number | undefined) => {
    const seq = to === undefined ? undefined : entries[to]?.seq;
    if (seq !== undefined) trace.send({ type: 'cursor.moved', seq });
  };
  // If the cursor is between two rows, a step back goes to the row before it.
  const previous = rows[position] === index ? rows[position - 1] : rows[position];
  const next = rows[position + 1];
  const count = entries.length;
  const positionText = t('trace.position', { number: index + 1, count, time: formatTime(entry?.at ?? 0) });
  // Playback stops when the view is closed.
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
        aria-valuetext={positionText}
        min={0}
        max={Math.max(0, count - 1)}
        value={Math.max(0, index)}
        disabled={count === 0}
        onChange={(event) => goTo(Number(event.target.value))}
      />
      <output className="ads-trace-position ads-numbers">{positionText}</output>
      <select
        className="ads-trace-select"
        aria-label={t('trace.speed')}
        title={t('trace.speedText')}
        value={String(speed)}
        onChange={(event) => {
          const chosen = PLAY_SPEEDS.find((one) => String(one) === event.target.value);
          if (chosen) trace.send({ type: 'speed.chosen', speed: chosen });
        }}
      >
        {PLAY_SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one === 'step' ? t('trace.speedStep') : t('trace.speedTimes', { times: one })}
          </option>
        ))}
      </select>
      {isLive && (
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
