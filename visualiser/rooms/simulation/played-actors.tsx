import { useState } from 'react';
import type { MessageId } from '#src/locale/locales.ts';
import { useText } from '#src/locale/text-provider.tsx';
import type { PlayedActor, PlayedKind, ScenarioEvent, Step } from '../../model/scenario.ts';
import { summarize } from './format.ts';
import { JsonForm } from './json-form.tsx';
import { checkEvent } from './offered-events.tsx';

type PlayAction = 'resolve' | 'reject' | 'tell' | 'emit' | 'complete';

const ACTIONS_BY_KIND: Record<PlayedKind, readonly PlayAction[]> = {
  promise: ['resolve', 'reject'],
  callback: ['tell'],
  observable: ['emit', 'complete', 'reject'],
  events: ['emit', 'complete', 'reject'],
  machine: ['resolve', 'reject', 'tell'],
  any: ['resolve', 'reject', 'tell'],
};

const getExamples = ({ examples: { outputs, errors, events } }: PlayedActor, play: PlayAction | undefined): readonly unknown[] => {
  if (play === 'resolve') return outputs;
  if (play === 'reject') return errors;
  return play === 'tell' ? events : [];
};

const getInitialValue = (play: PlayAction): unknown => (play === 'reject' ? { message: '' } : play === 'tell' ? { type: '' } : undefined);

const createStep = (actor: string, play: PlayAction, value: unknown): Step => {
  if (play === 'resolve') return { do: play, actor, ...(value !== undefined && { output: value }) };
  if (play === 'reject') return { do: play, actor, ...(value !== undefined && { error: value }) };
  if (play === 'tell') return { do: play, actor, event: value as ScenarioEvent };
  if (play === 'emit') return { do: play, actor, ...(value !== undefined && { value }) };
  return { do: play, actor };
};

const LABELS: Record<Exclude<PlayAction, 'complete'>, MessageId> = {
  resolve: 'simulation.output',
  reject: 'simulation.error',
  tell: 'simulation.event',
  emit: 'simulation.value',
};

interface PlayedRowProps {
  actor: PlayedActor;
  play: PlayAction | undefined;
  onPlay: (play: PlayAction | undefined) => void;
  onStep: (step: Step) => void;
}

function PlayedRow({ actor, play, onPlay, onStep }: PlayedRowProps) {
  const t = useText();
  const { name, kind, src, input } = actor;
  const examples = getExamples(actor, play);
  const inputSummary = summarize(input);
  return (
    <li>
      <div className="ads-sim-row">
        <span className="ads-sim-actor">
          <strong className="ads-vis-code">{name}</strong>
          <small>{src === 'inline' || src === actor.id ? t(`simulation.kind.${kind}`) : `${src} · ${t(`simulation.kind.${kind}`)}`}</small>
        </span>
        <span className="ads-sim-plays" role="group" aria-label={name}>
          {ACTIONS_BY_KIND[kind].map((one) => (
            <button
              key={one}
              type="button"
              className="ads-link-button"
              aria-expanded={one === 'complete' ? undefined : play === one}
              onClick={() => (one === 'complete' ? onStep(createStep(name, one, undefined)) : onPlay(play === one ? undefined : one))}
            >
              {t(`simulation.play.${one}`)}
            </button>
          ))}
        </span>
      </div>
      {inputSummary !== '' && (
        <p className="ads-sim-quiet ads-vis-code" title={JSON.stringify(input, undefined, 2)}>
          {inputSummary}
        </p>
      )}
      {play && play !== 'complete' && (
        <JsonForm
          key={play}
          label={t(LABELS[play])}
          value={examples.length > 0 && play !== 'tell' ? examples[0] : getInitialValue(play)}
          examples={examples}
          submitText={t(`simulation.play.${play}`)}
          {...(play === 'tell' && { check: checkEvent })}
          onSubmit={(value) => {
            onPlay(undefined);
            onStep(createStep(name, play, value));
          }}
          onCancel={() => onPlay(undefined)}
        />
      )}
    </li>
  );
}

interface PlayedActorsProps {
  actors: readonly PlayedActor[];
  onStep: (step: Step) => void;
}

/** Actors that wait until the user plays them. */
export function PlayedActors({ actors, onStep }: PlayedActorsProps) {
  const t = useText();
  const [open, setOpen] = useState<{ name: string; play: PlayAction }>();
  if (actors.length === 0) return null;
  return (
    <section className="ads-sim-section" aria-label={t('simulation.played')}>
      <h2>{t('simulation.played')}</h2>
      <ul className="ads-sim-rows">
        {actors.map((actor) => (
          <PlayedRow
            key={actor.name}
            actor={actor}
            play={open?.name === actor.name ? open.play : undefined}
            onPlay={(play) => setOpen(play && { name: actor.name, play })}
            onStep={onStep}
          />
        ))}
      </ul>
    </section>
  );
}
