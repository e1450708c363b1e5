import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { projectMachines } from '#tools/visualiser/project-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { collectExamples } from '../gallery/collect-examples.ts';
import type { Scenario, ScenarioEvent, ScenarioStep, SimulationState } from '../model/scenario.ts';
import { inferInput } from './infer-input.ts';
import { formatScenario, readScenario } from './read-scenario.ts';
import { describeDifferences, simulate } from './simulate.ts';

const createScenario = (machine: string, steps: readonly ScenarioStep[], input?: unknown): Scenario => ({
  format: 'xstate-scenario',
  version: 1,
  title: machine,
  machine,
  ...(input !== undefined && { input }),
  steps,
});

const SIGN_IN: ScenarioEvent = { type: 'session.signInRequested', credentials: { account: 'li', password: 'x' } };
const SIGNED_OUT_INPUT = { serial: 0, routes: { base: ['/index'], admin: [] } };
const SIGN_IN_STEPS: ScenarioStep[] = [
  { do: 'send', event: SIGN_IN },
  { do: 'reject', actor: 'signIn', error: { message: 'wrong', traceId: '' } },
  { do: 'send', event: SIGN_IN },
  { do: 'resolve', actor: 'signIn', output: { serial: 1 } },
  { do: 'resolve', actor: 'loadUser', output: { id: 1, is_admin: 1 } },
  { do: 'send', event: { type: 'session.rejected', serial: 1, message: 'over' } },
  { do: 'next' },
];
const run = (steps: readonly ScenarioStep[], events: readonly ScenarioEvent[] = []): SimulationState =>
  simulate({ machine: sessionMachine, scenario: createScenario('session/session', steps, SIGNED_OUT_INPUT), findExamples: () => events });

describe('a simulation', () => {
  it('reports after every step what changed, which effects would run, and which events go to the parent', () => {
    const { results } = run(SIGN_IN_STEPS);
    expect(results.map(({ changed }) => changed[0]?.value)).toEqual([
      'signedOut',
      'signingIn',
      'signedOut',
      'signingIn',
      { signedIn: 'loadingUser' },
      { signedIn: 'known' },
      'expiring',
      'ended',
    ]);
    expect(results[5]?.effects.map(({ action }) => action)).toEqual(['storeUser']);
    expect(results[5]?.parentEvents).toEqual(['session.userKnown']);
    expect(results.map(({ now }) => now)).toEqual([0, 0, 0, 0, 0, 0, 0, 500]);
  });

  it('is recorded: actors started, events sent and transitions taken', () => {
    const { entries, results, charts, machines } = run(SIGN_IN_STEPS.slice(0, 2));
    expect(entries.flatMap((entry) => (entry.kind === 'born' ? [`${entry.actor.key} ${entry.actor.id}`] : []))).toEqual([
      'a:0 outside',
      'a:1 session',
      'a:2 signIn',
    ]);
    expect(entries.flatMap((entry) => (entry.kind === 'step' ? entry.transitions : []))).toEqual([
      'session.signedOut:session.signInRequested:0',
      'session.signingIn:xstate.error.actor.signIn:0',
    ]);
    expect(results.map(({ seq }) => seq)).toEqual(results.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(charts[machines[0]?.print ?? '']?.id).toBe('session');
  });

  it('gives the same result every time, down to the last entry', () => {
    expect(run(SIGN_IN_STEPS)).toEqual(run(SIGN_IN_STEPS));
  });

  it('has the same first results when its last steps are removed', () => {
    const events = ['LOAD', 'PLAY', 'PAUSE', 'EJECT', 'AD_BREAK', 'SKIP', 'MUTE', 'UNMUTE', 'SUBTITLES', 'REPLAY', 'VOLUME.UP', 'nonsense'];
    const loading = '0.mediaPlayer.playback.loading';
    const steps: fc.Arbitrary<ScenarioStep> = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...events).map((type): ScenarioStep => ({ do: 'send', event: { type } })) },
      {
        weight: 2,
        arbitrary: fc.constantFrom<ScenarioStep>({ do: 'resolve', actor: loading }, { do: 'reject', actor: loading, error: 'no' }),
      },
      { weight: 2, arbitrary: fc.constantFrom<ScenarioStep>({ do: 'next' }, { do: 'pass', ms: 4000 }) },
      fc.constant<ScenarioStep>({ do: 'tell', actor: '0.mediaPlayer.playback.ready.playing', event: { type: 'TICK' } }),
    );
    const runFilm = (done: readonly ScenarioStep[]) => simulate({ machine: mediaPlayer, scenario: createScenario('film', done) });
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), fc.nat(12), (all, back) => {
        const count = Math.max(0, all.length - back);
        const [whole, part] = [runFilm(all), runFilm(all.slice(0, count))];
        expect(part.results).toEqual(whole.results.slice(0, count + 1));
        expect(runFilm([...all.slice(0, count), ...all.slice(count)])).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('offers events that the state takes first, each with its examples', () => {
    const events: ScenarioEvent[] = [
      { type: 'session.rejected', serial: 7, message: 'of an earlier session' },
      { type: 'session.rejected', serial: 1, message: 'over' },
      { type: 'xstate.done.actor.reloadUser', output: { id: 1 } },
      { type: 'xstate.error.actor.reloadUser', error: { message: 'no answer' } },
    ];
    const known = run(SIGN_IN_STEPS.slice(0, 5), events);
    expect(Object.fromEntries(known.offers.map(({ type, events: offered }) => [type, offered.map(({ reception }) => reception)]))).toEqual({
      'session.signOutRequested': ['taken'],
      'session.rejected': ['refused', 'taken'],
      'session.rightsDoubted': ['taken'],
      'session.endedElsewhere': ['taken'],
      'session.rightsMarkReceived': ['refused'],
    });
    expect(known.offers.at(-1)?.events[0]?.reception).not.toBe('taken');
    const reloading = run([...SIGN_IN_STEPS.slice(0, 5), { do: 'send', event: { type: 'session.rightsDoubted' } }], events);
    expect(reloading.playedActors).toMatchObject([
      { name: 'reloadUser', src: 'loadUser', kind: 'promise', examples: { outputs: [{ id: 1 }], errors: [{ message: 'no answer' }] } },
    ]);
  });
});

describe('the scenario saved from a simulation', () => {
  it('passes when it is run', () => {
    const { scenario } = run(SIGN_IN_STEPS);
    expect(scenario.steps.map(({ expect: expected }) => expected?.[0]?.value)).toContainEqual({ signedIn: 'known' });
    expect(scenario.steps.at(-1)?.expect).toEqual([{ value: 'ended', status: 'done' }]);
    const again = simulate({ machine: sessionMachine, scenario: readScenario(formatScenario(scenario)) });
    expect(describeDifferences(again)).toEqual([]);
    expect(again.scenario).toEqual(scenario);
  });

  it('records the message with which the machine failed', () => {
    const { scenario } = run([
      { do: 'send', event: SIGN_IN },
      { do: 'resolve', actor: 'signIn' },
    ]);
    expect(scenario.steps[1]?.fails).toContain("'serial'");
    expect(describeDifferences(simulate({ machine: sessionMachine, scenario }))).toEqual([]);
  });
});

describe('expectations', () => {
  const describeUnmet = (expectations: ScenarioStep['expect'], fails?: string): string[] =>
    describeDifferences(
      run([
        { ...(SIGN_IN_STEPS[0] as ScenarioStep), ...(expectations && { expect: expectations }), ...(fails !== undefined && { fails }) },
      ]),
    );

  it('can cover the value, states, status and parts of the context', () => {
    expect(
      describeUnmet([
        { value: 'signingIn', states: ['session.signingIn'], status: 'active', context: { serial: 0, routes: { base: ['/index'] } } },
      ]),
    ).toEqual([]);
  });

  it.each<[NonNullable<ScenarioStep['expect']>[number], string]>([
    [{ value: 'signedOut' }, 'step 1: value is "signingIn", not "signedOut"'],
    [{ states: ['session.signedIn'] }, 'step 1: states is ["session","session.signingIn"], not ["session.signedIn"]'],
    [{ status: 'done' }, 'step 1: status is "active", not "done"'],
    [{ actor: 'menu', value: 'open' }, 'step 1, menu: status is "gone", not "active"'],
    [{ context: { serial: 1 } }, 'step 1: context.serial is 0, not 1'],
    [{ context: { routes: { base: ['/index', '/roles'] } } }, 'step 1: context.routes.base is ["/index"], not ["/index","/roles"]'],
    [{ context: { other: 1 } }, 'step 1: context.other is null, not 1'],
  ])('report what differs: %j', (expectation, words) => {
    expect(describeUnmet([expectation])).toEqual([words]);
  });

  it('also cover that no machine fails and that every step is possible', () => {
    expect(describeUnmet(undefined, 'never')).toEqual(['step 1: fails is null, not "never"']);
    expect(describeDifferences(run([{ do: 'resolve', actor: 'signIn' }]))).toEqual([
      'step 1, signIn: step is "there is no actor \\"signIn\\"", not null',
    ]);
    expect(
      describeDifferences(
        run([
          { do: 'send', event: SIGN_IN },
          { do: 'resolve', actor: 'signIn' },
        ]),
      )[0],
    ).toContain('step 2: fails is "Cannot destructure');
  });
});

const shown = await projectMachines.machines();
const examples = await collectExamples(projectMachines);
const findMachine = (key: string) => shown.find((one) => one.key === key)?.machine;

describe('every machine of the gallery', () => {
  it('can be started with its declared input', () => {
    const failures = shown.flatMap(({ key, machine }) =>
      describeDifferences(simulate({ machine, findMachine, scenario: createScenario(key, [], examples[key]?.input) })).map(
        (words) => `${key} ${words}`,
      ),
    );
    expect(shown.length).toBeGreaterThan(80);
    expect(failures).toEqual([]);
  });

  it('infers its input if it fails without one', () => {
    const machinesWithInput = shown.filter(
      ({ key, machine }) => describeDifferences(simulate({ machine, findMachine, scenario: createScenario(key, []) })).length > 0,
    );
    expect(machinesWithInput.length).toBeGreaterThan(20);
    expect(machinesWithInput.filter(({ machine }) => inferInput(machine) === undefined).map(({ key }) => key)).toEqual([]);
    expect(inferInput(sessionMachine)).toMatchObject({ serial: null, user: { id: null, paths: null }, routes: null });
  });
});

describe('a machine written in another style', () => {
  // One of its guards does not exist.
  const { always: _, ...startable } = constructs;

  it.each(Object.entries({ checkout, mediaPlayer, ...startable }))('can be started: %s', (key, machine) => {
    expect(describeDifferences(simulate({ machine, scenario: createScenario(key, []) }))).toEqual([]);
  });
});
