import { Button } from '@arco-design/web-react';
import { useText } from '#src/locale/text-provider.tsx';
import type { ScenarioStep, SimulatedMachine, Step, StepResult } from '../../model/scenario.ts';
import { formatDuration, formatStateValue, summarize, summarizePayload } from './format.ts';

const summarizeStep = (step: Step): string => {
  if (step.do === 'send' || step.do === 'tell') return summarizePayload(step.event);
  if (step.do === 'resolve') return summarize(step.output);
  if (step.do === 'reject') return summarize(step.error);
  if (step.do === 'guard') return step.guard;
  return step.do === 'emit' ? summarize(step.value) : '';
};

function StepName({ step }: { step: Step }) {
  const t = useText();
  const event = 'event' in step ? step.event.type : '';
  const actor = 'actor' in step ? step.actor : ('to' in step && step.to) || '';
  const guardText =
    step.do === 'guard' ? (['guard', step.result ?? 'own'].join('.') as 'guard.own' | 'guard.true' | 'guard.false') : undefined;
  const text = t(`simulation.did.${guardText ?? (step.do as Exclude<Step['do'], 'guard'>)}`, {
    event,
    actor,
    time: 'ms' in step ? formatDuration(step.ms) : '',
  });
  const details = summarizeStep(step);
  return (
    <>
      <strong>{text}</strong>
      {step.do === 'send' && actor !== '' && <small className="ads-vis-code">→ {actor}</small>}
      {details !== '' && <small className="ads-sim-quiet ads-vis-code">{details}</small>}
    </>
  );
}

/** A page starts with thirty machines, of which the first ones matter. */
const MAX_SHOWN_MACHINES = 4;

const toActorPrefix = (actor: string) => (actor === '' ? '' : `${actor}: `);

function MachineState({ machine: { name, value, status } }: { machine: SimulatedMachine }) {
  const t = useText();
  return (
    <p className="ads-sim-reached ads-vis-code">
      {toActorPrefix(name)}
      {formatStateValue(value) || '–'}
      {status !== 'active' && ` · ${t(`simulation.status.${status}`)}`}
    </p>
  );
}

function StepOutcome({ result: { changed, effects, parentEvents, faults, differences } }: { result: StepResult }) {
  const t = useText();
  return (
    <>
      {changed.slice(0, MAX_SHOWN_MACHINES).map((machine) => (
        <MachineState key={machine.name} machine={machine} />
      ))}
      {changed.length > MAX_SHOWN_MACHINES && (
        <details>
          <summary>{t('simulation.moreReached', { count: changed.length - MAX_SHOWN_MACHINES })}</summary>
          {changed.slice(MAX_SHOWN_MACHINES).map((machine) => (
            <MachineState key={machine.name} machine={machine} />
          ))}
        </details>
      )}
      {effects.map(({ actor, action, params }, index) => (
        <p key={index} className="ads-sim-quiet" title={params === undefined ? undefined : JSON.stringify(params, undefined, 2)}>
          {t('simulation.would')}{' '}
          <span className="ads-vis-code">
            {toActorPrefix(actor)}
            {action}
          </span>
        </p>
      ))}
      {parentEvents.map((type, index) => (
        <p key={index} className="ads-sim-quiet">
          {t('simulation.told')} <span className="ads-vis-code">{type}</span>
        </p>
      ))}
      {faults.map(({ kind, actor, message }, index) => (
        <p key={index} className="ads-sim-fault">
          {t(`simulation.fault.${kind}`)}{' '}
          <span className="ads-vis-code">
            {kind === 'error' && toActorPrefix(actor)}
            {message}
          </span>
        </p>
      ))}
      {differences
        .filter(({ path }) => path !== 'step')
        .map(({ actor, path, expected, actual }) => (
          <p key={`${actor} ${path}`} className="ads-sim-fault ads-sim-difference">
            {t('simulation.differs', {
              at: `${toActorPrefix(actor)}${path}`,
              expected: JSON.stringify(expected),
              found: JSON.stringify(actual),
            })}
          </p>
        ))}
    </>
  );
}

interface StepListProps {
  steps: readonly ScenarioStep[];
  results: readonly StepResult[];
  /** Steps of the opened file that were not run yet. */
  script: readonly ScenarioStep[];
  onUndo: (count: number) => void;
  onContinue: (count: number) => void;
  /** Called to show the moment after a step. */
  onLook: (seq: number) => void;
}

/** Steps with their results, last step first, and above them the remaining steps of a file. */
export function StepList({ steps, results, script, onUndo, onContinue, onLook }: StepListProps) {
  const t = useText();
  const differenceCount = results.reduce((sum, { differences }) => sum + differences.length, 0);
  const hasExpectations = [...steps, ...script].some(({ expect, fails }) => expect !== undefined || fails !== undefined);
  return (
    <section className="ads-sim-section" aria-label={t('simulation.steps')}>
      <h2>{t('simulation.steps')}</h2>
      {script.length > 0 && (
        <div className="ads-sim-script">
          <p>{t('simulation.left', { count: script.length })}</p>
          {script[0] && (
            <p className="ads-sim-upcoming">
              <StepName step={script[0]} />
            </p>
          )}
          <span className="ads-sim-buttons">
            <Button size="small" type="primary" onClick={() => onContinue(1)}>
              {t('simulation.doNext')}
            </Button>
            <Button size="small" onClick={() => onContinue(script.length)}>
              {t('simulation.doAll')}
            </Button>
          </span>
        </div>
      )}
      {hasExpectations && (
        <p role="status" className={differenceCount > 0 ? 'ads-sim-verdict ads-is-bad' : 'ads-sim-verdict'}>
          {differenceCount > 0 ? t('simulation.differences', { count: differenceCount }) : t('simulation.asExpected')}
        </p>
      )}
      <ol className="ads-sim-steps" reversed>
        {results
          .map((result, index) => (
            <li key={index} value={index}>
              <div className="ads-sim-row">
                <button type="button" className="ads-sim-look" title={t('simulation.look')} onClick={() => onLook(result.seq)}>
                  {steps[index - 1] ? <StepName step={steps[index - 1] as Step} /> : <strong>{t('simulation.start')}</strong>}
                </button>
                {index < steps.length && (
                  <button
                    type="button"
                    className="ads-link-button"
                    aria-label={t('simulation.backTo', { step: index })}
                    title={t('simulation.backTo', { step: index })}
                    onClick={() => onUndo(index)}
                  >
                    {t('simulation.back')}
                  </button>
                )}
              </div>
              <StepOutcome result={result} />
            </li>
          ))
          .toReversed()}
      </ol>
    </section>
  );
}
