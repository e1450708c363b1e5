import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import type { Trace } from '#visualiser/machines/trace.machine.ts';
import type { ActorKey, RecordedEntry, RecordedValue } from '../model/recording.ts';
import type { WorldActor } from '../model/world.ts';
import { formatStateValue, formatTime, INIT_EVENT } from './trace-rows.ts';
import { getActorName, type Moment } from './use-moment.ts';
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
      {moment.formatActor(actor)}
    </button>
  );
}

/** Transition ids as in the chart: state, event type and index. */
const Transitions = ({ ids }: { ids: readonly string[] }) => (
  <ol className="ads-vis-plain">
    {ids.map((id, index) => (
      <li key={`${index} ${id}`} className="ads-vis-code">
        {id}
      </li>
    ))}
  </ol>
);

function EntryDetails({ trace, moment, entry }: InspectorProps & { entry: RecordedEntry }) {
  const t = useText();
  const renderActor = (key: ActorKey) => <ActorButton trace={trace} moment={moment} actor={key} />;
  if (entry.kind === 'gap') return <p>{t('trace.gapText', { count: entry.dropped })}</p>;
  if (entry.kind === 'born') {
    const { key, parent, isRestored } = entry.actor;
    return (
      <>
        <p>
          {parent !== undefined && <>{renderActor(parent)} → </>}
          {renderActor(key)}
        </p>
        {isRestored && <p className="ads-vis-quiet">{t('trace.restoredText')}</p>}
      </>
    );
  }
  if (entry.kind === 'gone') return <p>{renderActor(entry.actor)}</p>;
  if (entry.kind === 'step') {
    const isMachine = moment.allActors.get(entry.actor)?.machine !== undefined && entry.event !== INIT_EVENT;
    return (
      <>
        <p>
          {renderActor(entry.actor)} <span className="ads-vis-code">{entry.event}</span>
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
        {entry.from === undefined ? <span className="ads-vis-quiet">{t('trace.outside')}</span> : renderActor(entry.from)} →{' '}
        {renderActor(entry.to)}
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

/** The data of an actor that is no machine has no name in the recording. */
const nameValues = (context: WorldActor['context'], name: string): Readonly<Record<string, RecordedValue>> =>
  Object.fromEntries(Object.entries(context).map(([key, value]) => [key || name, value]));

function ActorFacts({ actor, before }: { actor: WorldActor; before: Moment['before'] }) {
  const t = useText();
  const { key, kind, machine, isRestored, isGone, state, context, step } = actor;
  const { status, value, tags = [], output, error } = state;
  const name = t('trace.knows');
  const removed = Object.keys(before ?? {}).filter((one) => !Object.hasOwn(context, one));
  return (
    <>
      <h2>{getActorName(actor)}</h2>
      <p className="ads-vis-labels">
        <span>{machine ? machine.id : t(`trace.kind.${kind}`)}</span>
        <span className="ads-vis-code">{key}</span>
        <span className={status === 'error' ? 'ads-is-bad' : undefined}>{t(`trace.status.${status}`)}</span>
        {isRestored && <span className="ads-is-restored">{t('trace.restored')}</span>}
        {isGone && <span>{t('trace.gone')}</span>}
      </p>
      {value !== undefined && (
        <Section title={t('trace.state')}>
          <p className="ads-vis-code">{formatStateValue(value) || '—'}</p>
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
          <ValueTree key={key} label={t('trace.context')} values={nameValues(context, name)} before={before && nameValues(before, name)} />
        )}
        {removed.length > 0 && <p className="ads-trace-removed">{t('trace.removed', { names: removed.join(', ') })}</p>}
      </Section>
    </>
  );
}

/** Details of the current entry and of the selected actor. */
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
              {t(`trace.entry.${entry.kind}`)} · {formatTime(entry.at)}
            </small>
          </h2>
          <EntryDetails trace={trace} moment={moment} entry={entry} />
        </div>
      )}
      {actor && <ActorFacts actor={actor} before={before} />}
      {!actor && selected !== undefined && (
        <>
          <h2>{moment.formatActor(selected)}</h2>
          <p className="ads-vis-quiet">{t('trace.notYet')}</p>
        </>
      )}
    </aside>
  );
}
