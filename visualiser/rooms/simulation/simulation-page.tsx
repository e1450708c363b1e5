import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import type { Simulation } from '#visualiser/machines/simulation.machine.ts';
import { createMachinePlace, toHash } from '#visualiser/machines/visualiser-place.ts';
import type { Step } from '../../model/scenario.ts';
import { useGallery } from '../../site/gallery-provider.tsx';
import { Splitter } from '../../site/splitter.tsx';
import { TraceView } from '../../trace/trace-view.tsx';
import { formatStateValue } from './format.ts';
import { GuardResults } from './guard-results.tsx';
import { MachineChoice } from './machine-choice.tsx';
import { OfferedEvents } from './offered-events.tsx';
import { OpenScenario } from './open-scenario.tsx';
import { PlayedActors } from './played-actors.tsx';
import { RunForm } from './run-form.tsx';
import { StepList } from './step-list.tsx';
import { TimeControls } from './time-controls.tsx';
import './simulation.css';

/** What can be done next, and what was done. */
function Controls({ room }: { room: Simulation }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const simulation = useSelector(room, (state) => state.context.simulation);
  const steps = useSelector(room, (state) => state.context.scenario?.steps);
  const script = useSelector(room, (state) => state.context.script);
  const failure = useSelector(room, (state) => (state.matches({ run: { running: 'failed' } }) ? state.context.failure : undefined));
  const trace = useSelector(room, (state) => state.children.trace);
  useAnnouncement(simulation?.machines[0] && t('simulation.now', { value: formatStateValue(simulation.machines[0].value) }));
  useEffect(() => {
    // The pressed button may have been removed.
    if (simulation && document.activeElement === document.body) frame.current?.focus();
  }, [simulation]);
  const onStep = (step: Step) => room.send({ type: 'step.added', step });
  return (
    <div ref={frame} className="ads-sim-controls" role="region" aria-label={t('simulation.controls')} tabIndex={-1}>
      {failure && <ErrorBlock message={failure.message} />}
      {!simulation && !failure && <LoadingBlock />}
      {simulation && (
        <>
          <div className="ads-sim-deck">
            <PlayedActors actors={simulation.playedActors} onStep={onStep} />
            <OfferedEvents offers={simulation.offers} machines={simulation.machines} onStep={onStep} />
            <GuardResults guards={simulation.guards} onStep={onStep} />
            <TimeControls now={simulation.now} pendingDelays={simulation.pendingDelays} onStep={onStep} />
          </div>
          <StepList
            // While the next step is being simulated, the list ends with the last known result.
            steps={(steps ?? []).slice(0, simulation.results.length - 1)}
            results={simulation.results}
            script={script}
            onUndo={(count) => room.send({ type: 'steps.undone', count })}
            onContinue={(count) => room.send({ type: 'script.continued', count })}
            onLook={(seq) => trace?.send({ type: 'cursor.moved', seq })}
          />
        </>
      )}
    </div>
  );
}

function RunView({ room }: { room: Simulation }) {
  const t = useText();
  const trace = useSelector(room, (state) => state.children.trace);
  return (
    <div className="ads-sim-body">
      <Controls room={room} />
      <div className="ads-sim-trace">{trace && <TraceView trace={trace} />}</div>
      <Splitter pane={t('simulation.controls')} variable="--ads-sim-controls" edge="left" />
    </div>
  );
}

function PreparationView({ room }: { room: Simulation }) {
  const t = useText();
  const { machines } = useGallery();
  const prepared = useSelector(room, (state) => (state.matches({ run: 'ready' }) ? state.context.prepared : undefined));
  const failure = useSelector(room, (state) => (state.matches({ run: 'failed' }) ? state.context.failure : undefined));
  const key = useSelector(room, (state) => state.context.key);
  const actorNames = Object.keys(machines.get(key)?.actors ?? {});
  if (failure) {
    return (
      <ErrorBlock title={t('simulation.notFetched')} message={failure.message} onRetry={() => room.send({ type: 'loading.retried' })} />
    );
  }
  if (!prepared) return <LoadingBlock />;
  return (
    <div className="ads-sim-ready">
      <RunForm key={key} prepared={prepared} machines={actorNames} onStart={(options) => room.send({ type: 'run.started', ...options })} />
    </div>
  );
}

/** The simulation room. */
export function SimulationPage({ room }: { room: Simulation }) {
  const t = useText();
  const { machines } = useGallery();
  const key = useSelector(room, (state) => state.context.key);
  const isRunning = useSelector(room, (state) => state.matches({ run: 'running' }));
  const canSave = useSelector(room, (state) => state.matches({ run: { running: 'waiting' } }));
  if (key === '') return <MachineChoice room={room} />;
  const chart = machines.get(key)?.chart;
  return (
    <main className="ads-vis-main ads-sim" tabIndex={-1}>
      <header className="ads-vis-head ads-sim-head">
        <h1>
          {chart ? (
            <a className="ads-vis-link" href={toHash(createMachinePlace(key))} title={t('simulation.toDrawing')}>
              {chart.id}
            </a>
          ) : (
            key
          )}
        </h1>
        <p title={chart?.description}>{chart?.description}</p>
        <span className="ads-sim-buttons">
          <a className="ads-vis-link" href={toHash({ kind: 'simulation', key: '' })}>
            {t('simulation.another')}
          </a>
          {isRunning && (
            <>
              <Button size="small" onClick={() => room.send({ type: 'run.discarded' })}>
                {t('simulation.again')}
              </Button>
              <Button size="small" disabled={!canSave} onClick={() => room.send({ type: 'scenario.saveRequested' })}>
                {t('simulation.save')}
              </Button>
            </>
          )}
          <OpenScenario room={room} />
        </span>
      </header>
      {isRunning ? <RunView room={room} /> : <PreparationView room={room} />}
    </main>
  );
}
