import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { useAnnouncement } from '#src/ui/overlay/announcer.tsx';
import { ErrorBlock, LoadingBlock } from '#src/ui/page/block.tsx';
import type { Simulation } from '#visualiser/machines/simulation.machine.ts';
import { hashOf, machinePlace } from '#visualiser/machines/visualiser-place.ts';
import type { Step } from '../../model/scenario.ts';
import { useShelf } from '../../site/shelf.tsx';
import { TraceView } from '../../trace/trace-view.tsx';
import { Beginning } from './beginning.tsx';
import { MachineChoice } from './machine-choice.tsx';
import { OfferedEvents } from './offered-events.tsx';
import { OpenScenario } from './open-scenario.tsx';
import { PassingTime } from './passing-time.tsx';
import { PlayedActors } from './played-actors.tsx';
import { StepList } from './step-list.tsx';
import { valueText } from './words.ts';
import './simulation.css';

/** What can be done now, and what was done. */
function Controls({ room }: { room: Simulation }) {
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const simulated = useSelector(room, (state) => state.context.simulated);
  const steps = useSelector(room, (state) => state.context.scenario?.steps);
  const script = useSelector(room, (state) => state.context.script);
  const failure = useSelector(room, (state) => (state.matches({ run: { running: 'refused' } }) ? state.context.failure : undefined));
  const trace = useSelector(room, (state) => state.children.trace);
  useAnnouncement(simulated?.machines[0] && t('simulation.now', { value: valueText(simulated.machines[0].value) }));
  useEffect(() => {
    // What was pressed may be there no more.
    if (simulated && document.activeElement === document.body) frame.current?.focus();
  }, [simulated]);
  const onStep = (step: Step) => room.send({ type: 'step.taken', step });
  return (
    <div ref={frame} className="ads-sim-controls" role="region" aria-label={t('simulation.controls')} tabIndex={-1}>
      {failure && <ErrorBlock message={failure.message} />}
      {!simulated && !failure && <LoadingBlock />}
      {simulated && (
        <>
          <div className="ads-sim-deck">
            <PlayedActors played={simulated.playedActors} onStep={onStep} />
            <OfferedEvents offers={simulated.offers} machines={simulated.machines} onStep={onStep} />
            <PassingTime now={simulated.now} waiting={simulated.pendingDelays} onStep={onStep} />
          </div>
          <StepList
            // While the next one is reckoned, the list is as long as what came of it.
            steps={(steps ?? []).slice(0, simulated.results.length - 1)}
            results={simulated.results}
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

function Running({ room }: { room: Simulation }) {
  const trace = useSelector(room, (state) => state.children.trace);
  return (
    <div className="ads-sim-body">
      <Controls room={room} />
      <div className="ads-sim-trace">{trace && <TraceView trace={trace} />}</div>
    </div>
  );
}

function Preparing({ room }: { room: Simulation }) {
  const t = useText();
  const { machines } = useShelf();
  const prepared = useSelector(room, (state) => (state.matches({ run: 'ready' }) ? state.context.prepared : undefined));
  const failure = useSelector(room, (state) => (state.matches({ run: 'failed' }) ? state.context.failure : undefined));
  const key = useSelector(room, (state) => state.context.key);
  const started = Object.keys(machines.get(key)?.actors ?? {});
  if (failure) {
    return (
      <ErrorBlock title={t('simulation.notFetched')} message={failure.message} onRetry={() => room.send({ type: 'loading.retried' })} />
    );
  }
  if (!prepared) return <LoadingBlock />;
  return (
    <div className="ads-sim-ready">
      <Beginning
        key={key}
        prepared={prepared}
        machines={started}
        onStart={(beginning) => room.send({ type: 'run.started', ...beginning })}
      />
    </div>
  );
}

/** A machine is tried out with actors that are only played. */
export function SimulationPage({ room }: { room: Simulation }) {
  const t = useText();
  const { machines } = useShelf();
  const key = useSelector(room, (state) => state.context.key);
  const isRunning = useSelector(room, (state) => state.matches({ run: 'running' }));
  const canSave = useSelector(room, (state) => state.matches({ run: { running: 'standing' } }));
  if (key === '') return <MachineChoice room={room} />;
  const chart = machines.get(key)?.chart;
  return (
    <main className="ads-vis-main ads-sim" tabIndex={-1}>
      <header className="ads-vis-head ads-sim-head">
        <h1>
          {chart ? (
            <a className="ads-vis-link" href={hashOf(machinePlace(key))} title={t('simulation.toDrawing')}>
              {chart.id}
            </a>
          ) : (
            key
          )}
        </h1>
        <p title={chart?.description}>{chart?.description}</p>
        <span className="ads-sim-buttons">
          <a className="ads-vis-link" href={hashOf({ kind: 'simulation', key: '' })}>
            {t('simulation.another')}
          </a>
          {isRunning && (
            <>
              <Button size="small" onClick={() => room.send({ type: 'run.left' })}>
                {t('simulation.again')}
              </Button>
              <Button size="small" disabled={!canSave} onClick={() => room.send({ type: 'scenario.saved' })}>
                {t('simulation.save')}
              </Button>
            </>
          )}
          <OpenScenario room={room} />
        </span>
      </header>
      {isRunning ? <Running room={room} /> : <Preparing room={room} />}
    </main>
  );
}
