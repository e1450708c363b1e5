import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { EventOffer, EventReception, ScenarioEvent, SimulatedMachine, Step } from '../../model/scenario.ts';
import { JsonForm } from './json-form.tsx';
import { payloadSummary } from './words.ts';

interface Row {
  key: string;
  actor: string;
  event: ScenarioEvent;
  reception: EventReception;
}

export const isEvent = (value: unknown) =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
    ? undefined
    : ('simulation.noEvent' as const);

interface EventRowProps {
  row: Row;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onStep: (step: Step) => void;
}

function EventRow({ row: { actor, event, reception }, isOpen, onOpen, onStep }: EventRowProps) {
  const t = useText();
  const to = actor === '' ? {} : { to: actor };
  const payload = payloadSummary(event);
  const send = (value: unknown) => {
    onOpen(false);
    onStep({ do: 'send', ...to, event: value as ScenarioEvent });
  };
  return (
    <li>
      <div className="ads-sim-row">
        <button
          type="button"
          className={`ads-sim-event ads-is-${reception}`}
          title={JSON.stringify(event, undefined, 2)}
          onClick={() => send(event)}
        >
          <strong className="ads-vis-code">{event.type}</strong>
          {payload !== '' && <small className="ads-vis-code">{payload}</small>}
          {reception !== 'taken' && <em>{t(`simulation.reception.${reception}`)}</em>}
        </button>
        <button
          type="button"
          className="ads-link-button"
          aria-label={t('simulation.editEvent', { event: event.type })}
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        >
          JSON
        </button>
      </div>
      {isOpen && (
        <JsonForm
          label={t('simulation.event')}
          value={event}
          submitText={t('simulation.send')}
          check={isEvent}
          onSubmit={send}
          onCancel={() => onOpen(false)}
        />
      )}
    </li>
  );
}

interface OfferedEventsProps {
  offers: readonly EventOffer[];
  machines: readonly SimulatedMachine[];
  onStep: (step: Step) => void;
}

/** Events that the current states take, and below them those that a guard would refuse. */
export function OfferedEvents({ offers, machines, onStep }: OfferedEventsProps) {
  const t = useText();
  const [open, setOpen] = useState('');
  const rows = offers.flatMap(({ actor, events }) =>
    events.map(({ event, reception }, index): Row => ({ key: `${actor} ${event.type} ${index}`, actor, event, reception })),
  );
  const running = machines.filter(({ status }) => status === 'active');
  const list = (shown: readonly Row[]) => (
    <ul className="ads-sim-rows">
      {shown.map((row) => (
        <EventRow key={row.key} row={row} isOpen={open === row.key} onOpen={(isOpen) => setOpen(isOpen ? row.key : '')} onStep={onStep} />
      ))}
    </ul>
  );
  return (
    <section className="ads-sim-section" aria-label={t('simulation.events')}>
      <h2>{t('simulation.events')}</h2>
      {running.length === 0 && <p>{t('simulation.ended')}</p>}
      {running.map(({ name, machine }) => {
        const own = rows.filter(({ actor }) => actor === name);
        const taken = own.filter(({ reception }) => reception === 'taken');
        const others = own.filter(({ reception }) => reception !== 'taken');
        const any = `${name} any`;
        const content = (
          <>
            {taken.length > 0 ? list(taken) : <p>{t('simulation.noneTaken')}</p>}
            {others.length > 0 && (
              <details>
                <summary>{t('simulation.refused', { count: others.length })}</summary>
                {list(others)}
              </details>
            )}
            {open === any ? (
              <JsonForm
                label={t('simulation.event')}
                value={{ type: '' }}
                submitText={t('simulation.send')}
                check={isEvent}
                onSubmit={(value) => {
                  setOpen('');
                  onStep({ do: 'send', ...(name !== '' && { to: name }), event: value as ScenarioEvent });
                }}
                onCancel={() => setOpen('')}
              />
            ) : (
              <button type="button" className="ads-link-button" onClick={() => setOpen(any)}>
                {t('simulation.anyEvent')}
              </button>
            )}
          </>
        );
        return (
          <div key={name} role="group" aria-label={name || machine}>
            {name === '' ? (
              content
            ) : (
              // What is said to a machine below goes past the one that is tried out: it is shown on request.
              <details className="ads-sim-below">
                <summary>
                  <span className="ads-vis-code">{name}</span> {t('simulation.taken', { count: taken.length })}
                </summary>
                {content}
              </details>
            )}
          </div>
        );
      })}
    </section>
  );
}
