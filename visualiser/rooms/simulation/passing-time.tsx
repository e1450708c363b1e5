import { Button } from '@arco-design/web-react';
import { useId, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { PendingDelay, Step } from '../../model/scenario.ts';
import { durationText } from './words.ts';

interface PassingTimeProps {
  now: number;
  waiting: readonly PendingDelay[];
  onStep: (step: Step) => void;
}

/** Time stands until it is let go on: for so long, or to the end of the next delay. */
export function PassingTime({ now, waiting, onStep }: PassingTimeProps) {
  const t = useText();
  const id = useId();
  const [text, setText] = useState('1000');
  const ms = Number(text);
  const isTime = text.trim() !== '' && Number.isFinite(ms) && ms >= 0;
  return (
    <section className="ads-sim-section" aria-label={t('simulation.time')}>
      <h2>
        {t('simulation.time')} <small className="ads-numbers">{durationText(now)}</small>
      </h2>
      {waiting.length > 0 && (
        <ul className="ads-sim-rows">
          {waiting.map(({ actor, event, delay, state, remainingMs: left }, index) => (
            <li key={index} className="ads-sim-row">
              <span className="ads-sim-actor" title={event}>
                <strong className="ads-vis-code">{delay ?? event}</strong>
                <small className="ads-vis-code">{[actor, state].filter(Boolean).join(' · ')}</small>
              </span>
              <span className="ads-numbers">{durationText(left)}</span>
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
        {waiting.length > 0 && (
          <Button size="small" type="primary" onClick={() => onStep({ do: 'next' })}>
            {t('simulation.next')}
          </Button>
        )}
      </form>
    </section>
  );
}
