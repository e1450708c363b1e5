import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { EventOffer, EventReception, ScenarioEvent, SimulatedMachine, Step } from '../../model/scenario.ts';
import { summarizePayload } from './format.ts';
import { JsonForm } from './json-form.tsx';

interface EventRowData {
  key: string;
  actor: string;
  event: ScenarioEvent;
  reception: EventReception;
}

export const checkEvent = (value: unknown) =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
    ? undefined
    : ('simulation.noEvent' as const);

interface EventRowProps {
  row: EventRowData;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onStep: (step: Step) => void;
}

function EventRow({ row: { actor, event, reception }, isOpen, onOpen, onStep }: EventRowProps) {
  const t = useText();
  const to = actor === '' ? {} : { to: actor };
  const payload = summarizePayload(event);
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
          check={checkEvent}
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

/** Events that the current states take, and folded away those that a guard would refuse. */
export function OfferedEvents({ offers, machines, onStep }: OfferedEventsProps) {
  const t = useText();
  const [open, setOpen] = useState('');
  const rows = offers.flatMap(({ actor, events }) =>
    events.map(({ event, reception }, index): EventRowData => ({ key: `${actor} ${event.type} ${index}`, actor, event, reception })),
  );
  const running = machines.filter(({ status }) => status === 'active');
  const renderRows = (shown: readonly EventRowData[]) => (
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
        const machineRows = rows.filter(({ actor }) => actor === name);
        const taken = machineRows.filter(({ reception }) => reception === 'taken');
        const others = machineRows.filter(({ reception }) => reception !== 'taken');
        const anyEventKey = `${name} any`;
        const content = (
          <>
            {taken.length > 0 ? renderRows(taken) : <p>{t('simulation.noneTaken')}</p>}
            {others.length > 0 && (
              <details>
                <summary>{t('simulation.refused', { count: others.length })}</summary>
                {renderRows(others)}
              </details>
            )}
            {open === anyEventKey ? (
              <JsonForm
                label={t('simulation.event')}
                value={{ type: '' }}
                submitText={t('simulation.send')}
                check={checkEvent}
                onSubmit={(value) => {
                  setOpen('');
                  onStep({ do: 'send', ...(name !== '' && { to: name }), event: value as ScenarioEvent });
                }}
                onCancel={() => setOpen('')}
              />
            ) : (
              <button type="button" className="ads-link-button" onClick={() => setOpen(anyEventKey)}>
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
              // An event for a child machine bypasses the simulated machine, so it is folded away.
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
