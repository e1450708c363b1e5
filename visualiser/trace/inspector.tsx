import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey, RecordedEntry, RecordedValue } from '../model/recording.ts';
import type { WorldActor } from '../model/world.ts';
import { BEGINNING, timeText, valueText } from './trace-rows.ts';
import { type Moment, nameOfActor } from './use-moment.ts';
import { ValueTree } from './value-tree.tsx';

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

interface InspectorProps {
  trace: Trace;
  moment: Moment;
}

function ActorButton({ trace, moment, actor }: InspectorProps & { actor: ActorKey }) {
  return (
    <button
      type="button"
      className="ads-link-button ads-vis-code"
      title={actor}
      onClick={() => trace.send({ type: 'actor.selected', key: actor })}
    >
      {moment.nameOf(actor)}
    </button>
  );
}

/** The last part of a transition's id is read as it stands in the chart: its state, event and place among those of the event. */
const Transitions = ({ ids }: { ids: readonly string[] }) => (
  <ol className="ads-vis-plain">
    {ids.map((id, index) => (
      <li key={`${index} ${id}`} className="ads-vis-code">
        {id}
      </li>
    ))}
  </ol>
);

function Happening({ trace, moment, entry }: InspectorProps & { entry: RecordedEntry }) {
  const t = useText();
  const actor = (key: ActorKey) => <ActorButton trace={trace} moment={moment} actor={key} />;
  if (entry.kind === 'gap') return <p>{t('trace.gapText', { count: entry.dropped })}</p>;
  if (entry.kind === 'born') {
    const { key, parent, isRestored } = entry.actor;
    return (
      <>
        <p>
          {parent !== undefined && <>{actor(parent)} → </>}
          {actor(key)}
        </p>
        {isRestored && <p className="ads-vis-quiet">{t('trace.restoredText')}</p>}
      </>
    );
  }
  if (entry.kind === 'gone') return <p>{actor(entry.actor)}</p>;
  if (entry.kind === 'step') {
    const isMachine = moment.everybody.get(entry.actor)?.machine !== undefined && entry.event !== BEGINNING;
    return (
      <>
        <p>
          {actor(entry.actor)} <span className="ads-vis-code">{entry.event}</span>
        </p>
        {entry.transitions.length > 0 && <Transitions ids={entry.transitions} />}
        {entry.transitions.length === 0 && isMachine && <p className="ads-vis-quiet">{t('trace.nothingTaken')}</p>}
      </>
    );
  }
  const { type, ...payload } = entry.event;
  return (
    <>
      <p>
        {entry.from === undefined ? <span className="ads-vis-quiet">{t('trace.outside')}</span> : actor(entry.from)} → {actor(entry.to)}
      </p>
      <p className="ads-vis-code">{type}</p>
      {Object.keys(payload).length > 0 ? (
        <ValueTree key={entry.seq} label={t('trace.payload')} values={payload} />
      ) : (
        <p className="ads-vis-quiet">{t('trace.noPayload')}</p>
      )}
    </>
  );
}

/** What the actor knows that is no machine is told under no name. */
const named = (context: WorldActor['context'], name: string): Readonly<Record<string, RecordedValue>> =>
  Object.fromEntries(Object.entries(context).map(([key, value]) => [key || name, value]));

function ActorFacts({ actor, before }: { actor: WorldActor; before: Moment['before'] }) {
  const t = useText();
  const { key, kind, machine, isRestored, isGone, state, context, step } = actor;
  const { status, value, tags = [], output, error } = state;
  const name = t('trace.knows');
  const removed = Object.keys(before ?? {}).filter((one) => !Object.hasOwn(context, one));
  return (
    <>
      <h2>{nameOfActor(actor)}</h2>
      <p className="ads-vis-labels">
        <span>{machine ? machine.id : t(`trace.kind.${kind}`)}</span>
        <span className="ads-vis-code">{key}</span>
        <span className={status === 'error' ? 'ads-is-bad' : undefined}>{t(`trace.status.${status}`)}</span>
        {isRestored && <span className="ads-is-restored">{t('trace.restored')}</span>}
        {isGone && <span>{t('trace.gone')}</span>}
      </p>
      {value !== undefined && (
        <Section title={t('trace.state')}>
          <p className="ads-vis-code">{valueText(value) || '—'}</p>
        </Section>
      )}
      {tags.length > 0 && (
        <Section title={t('trace.tags')}>
          <p className="ads-vis-labels">
            {tags.map((tag) => (
              <span key={tag} className="ads-vis-code">
                {tag}
              </span>
            ))}
          </p>
        </Section>
      )}
      {step && (
        <Section title={t('trace.lastStep')}>
          <p className="ads-vis-code">{step.event}</p>
        </Section>
      )}
      {error !== undefined && (
        <Section title={t('trace.error')}>
          <ValueTree label={t('trace.error')} values={{ [t('trace.error')]: error }} />
        </Section>
      )}
      {output !== undefined && (
        <Section title={t('trace.output')}>
          <ValueTree label={t('trace.output')} values={{ [t('trace.output')]: output }} />
        </Section>
      )}
      <Section title={machine ? t('trace.context') : name}>
        {Object.keys(context).length === 0 ? (
          <p className="ads-vis-quiet">{t('trace.noContext')}</p>
        ) : (
          <ValueTree key={key} label={t('trace.context')} values={named(context, name)} before={before && named(before, name)} />
        )}
        {removed.length > 0 && <p className="ads-trace-removed">{t('trace.removed', { names: removed.join(', ') })}</p>}
      </Section>
    </>
  );
}

/** What happened at the moment, and what the selected actor knows then. */
export function Inspector({ trace, moment }: InspectorProps) {
  const t = useText();
  const { entry, actor, selected, before } = moment;
  return (
    <aside className="ads-vis-panel ads-trace-side" aria-label={t('trace.details')}>
      {entry && (
        <div className="ads-trace-happening">
          <h2>
            {t('trace.entryNumber', { number: entry.seq })}
            <small className="ads-numbers">
              {t(`trace.entry.${entry.kind}`)} · {timeText(entry.at)}
            </small>
          </h2>
          <Happening trace={trace} moment={moment} entry={entry} />
        </div>
      )}
      {actor && <ActorFacts actor={actor} before={before} />}
      {!actor && selected !== undefined && (
        <>
          <h2>{moment.nameOf(selected)}</h2>
          <p className="ads-vis-quiet">{t('trace.notYet')}</p>
        </>
      )}
    </aside>
  );
}
