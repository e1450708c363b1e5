import { Button } from '@arco-design/web-react';
import { useId, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { PendingDelay, Step } from '../../model/scenario.ts';
import { formatDuration } from './format.ts';

interface TimeControlsProps {
  now: number;
  pendingDelays: readonly PendingDelay[];
  onStep: (step: Step) => void;
}

/** Lets simulated time pass, by a number of milliseconds or until the next delay. */
export function TimeControls({ now, pendingDelays, onStep }: TimeControlsProps) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('1000');
  const ms = Number(text);
  const isTime = text.trim() !== '' && Number.isFinite(ms) && ms >= 0;
  return (
    <section className="ads-sim-section" aria-label={t('simulation.time')}>
      <h2>
        {t('simulation.time')} <small className="ads-numbers">{formatDuration(now)}</small>
      </h2>
      {pendingDelays.length > 0 && (
        <ul className="ads-sim-rows">
          {pendingDelays.map(({ actor, event, delay, state, remainingMs }, index) => (
            <li key={index} className="ads-sim-row">
              <span className="ads-sim-actor" title={event}>
                <strong className="ads-vis-code">{delay ?? event}</strong>
                <small className="ads-vis-code">{[actor, state].filter(Boolean).join(' · ')}</small>
              </span>
              <span className="ads-numbers">{formatDuration(remainingMs)}</span>
            </li>
          ))}
        </ul>
      )}
      <form
        className="ads-sim-pass"
        onSubmit={(event) => {
          event.preventDefault();
          if (isTime) onStep({ do: 'pass', ms });
        }}
      >
        <label htmlFor={id}>{t('simulation.milliseconds')}</label>
        <input
          id={id}
          inputMode="numeric"
          value={text}
          aria-invalid={!isTime || undefined}
          onChange={(event) => setText(event.target.value)}
        />
        <Button htmlType="submit" size="small" disabled={!isTime}>
          {t('simulation.pass')}
        </Button>
        {pendingDelays.length > 0 && (
          <Button size="small" type="primary" onClick={() => onStep({ do: 'next' })}>
            {t('simulation.next')}
          </Button>
        )}
      </form>
    </section>
  );
}
