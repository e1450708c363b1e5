import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionMachine } from '#machines/session/session.machine.ts';
import { ourMachines } from '../adapter/our-machines.ts';
import { checkout } from '../fixtures/checkout.ts';
import { constructs } from '../fixtures/constructs.ts';
import { mediaPlayer } from '../fixtures/media-player.ts';
import { examplesOf } from '../gallery/examples-of.ts';
import type { GivenEvent, Scenario, ScenarioStep, Simulated } from '../model/scenario.ts';
import { neededInput } from './needed-input.ts';
import { readScenario, scenarioText } from './read-scenario.ts';
import { broken, simulate } from './simulate.ts';

const of = (machine: string, steps: readonly ScenarioStep[], input?: unknown): Scenario => ({
  format: 'xstate-scenario',
  version: 1,
  title: machine,
  machine,
  ...(input !== undefined && { input }),
  steps,
});

const SIGN_IN: GivenEvent = { type: 'session.signInRequested', credentials: { account: 'li', password: 'x' } };
const NOBODY = { serial: 0, routes: { base: ['/index'], admin: [] } };
const signIn: ScenarioStep[] = [
  { do: 'send', event: SIGN_IN },
  { do: 'reject', actor: 'signIn', error: { message: 'wrong', traceId: '' } },
  { do: 'send', event: SIGN_IN },
  { do: 'resolve', actor: 'signIn', output: { serial: 1 } },
  { do: 'resolve', actor: 'loadUser', output: { id: 1, is_admin: 1 } },
  { do: 'send', event: { type: 'session.rejected', serial: 1, message: 'over' } },
  { do: 'next' },
];
const run = (steps: readonly ScenarioStep[], events: readonly GivenEvent[] = []): Simulated =>
  simulate({ machine: sessionMachine, scenario: of('session/session', steps, NOBODY), examplesOf: () => events });

describe('a run', () => {
  it('says after every step what changed, what would be done, and what is told', () => {
    const { results } = run(signIn);
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
    expect(results[5]?.deeds.map(({ action }) => action)).toEqual(['storeUser']);
    expect(results[5]?.told).toEqual(['session.userKnown']);
    expect(results.map(({ now }) => now)).toEqual([0, 0, 0, 0, 0, 0, 0, 500]);
  });

  it('is recorded: who was born, what was said, and which transitions were taken', () => {
    const { entries, results, charts, machines } = run(signIn.slice(0, 2));
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

  it('is the same whenever it is run, to the last entry', () => {
    expect(run(signIn)).toEqual(run(signIn));
  });

  it('without its last steps stands where it stood before them', () => {
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
    const simulated = (done: readonly ScenarioStep[]) => simulate({ machine: mediaPlayer, scenario: of('film', done) });
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), fc.nat(12), (all, back) => {
        const count = Math.max(0, all.length - back);
        const [whole, part] = [simulated(all), simulated(all.slice(0, count))];
        expect(part.results).toEqual(whole.results.slice(0, count + 1));
        expect(simulated([...all.slice(0, count), ...all.slice(count)])).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it('offers the events that the state takes first, each with its examples', () => {
    const events: GivenEvent[] = [
      { type: 'session.rejected', serial: 7, message: 'of an earlier session' },
      { type: 'session.rejected', serial: 1, message: 'over' },
      { type: 'xstate.done.actor.reloadUser', output: { id: 1 } },
      { type: 'xstate.error.actor.reloadUser', error: { message: 'no answer' } },
    ];
    const known = run(signIn.slice(0, 5), events);
    expect(Object.fromEntries(known.offers.map(({ type, events: offered }) => [type, offered.map(({ reception }) => reception)]))).toEqual({
      'session.signOutRequested': ['taken'],
      'session.rejected': ['refused', 'taken'],
      'session.rightsDoubted': ['taken'],
      'session.endedElsewhere': ['taken'],
      'session.rightsSeen': ['refused'],
    });
    expect(known.offers.at(-1)?.events[0]?.reception).not.toBe('taken');
    const reloading = run([...signIn.slice(0, 5), { do: 'send', event: { type: 'session.rightsDoubted' } }], events);
    expect(reloading.played).toMatchObject([
      { name: 'reloadUser', src: 'loadUser', kind: 'promise', examples: { outputs: [{ id: 1 }], errors: [{ message: 'no answer' }] } },
    ]);
  });
});

describe('a run that is saved', () => {
  it('is a scenario that holds', () => {
    const { scenario } = run(signIn);
    expect(scenario.steps.map(({ expect: expected }) => expected?.[0]?.value)).toContainEqual({ signedIn: 'known' });
    expect(scenario.steps.at(-1)?.expect).toEqual([{ value: 'ended', status: 'done' }]);
    const again = simulate({ machine: sessionMachine, scenario: readScenario(scenarioText(scenario)) });
    expect(broken(again)).toEqual([]);
    expect(again.scenario).toEqual(scenario);
  });

  it('says also with which words the machine broke', () => {
    const { scenario } = run([
      { do: 'send', event: SIGN_IN },
      { do: 'resolve', actor: 'signIn' },
    ]);
    expect(scenario.steps[1]?.fails).toContain("'serial'");
    expect(broken(simulate({ machine: sessionMachine, scenario }))).toEqual([]);
  });
});

describe('what is expected', () => {
  const wanting = (expectations: ScenarioStep['expect'], fails?: string): string[] =>
    broken(run([{ ...(signIn[0] as ScenarioStep), ...(expectations && { expect: expectations }), ...(fails !== undefined && { fails }) }]));

  it('may be a value, states, a status and parts of the context', () => {
    expect(
      wanting([
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
  ])('is not met: %j', (expectation, words) => {
    expect(wanting([expectation])).toEqual([words]);
  });

  it('is also that the machine does not break, and that every step can be done', () => {
    expect(wanting(undefined, 'never')).toEqual(['step 1: fails is null, not "never"']);
    expect(broken(run([{ do: 'resolve', actor: 'signIn' }]))).toEqual([
      'step 1, signIn: step is "there is no actor \\"signIn\\"", not null',
    ]);
    expect(
      broken(
        run([
          { do: 'send', event: SIGN_IN },
          { do: 'resolve', actor: 'signIn' },
        ]),
      )[0],
    ).toContain('step 2: fails is "Cannot destructure');
  });
});

const shown = await ourMachines.machines();
const examples = await examplesOf(ourMachines);
const machineOf = (key: string) => shown.find((one) => one.key === key)?.machine;

describe('every machine of the gallery', () => {
  it('can be started with what was declared for it', () => {
    const failures = shown.flatMap(({ key, machine }) =>
      broken(simulate({ machine, machineOf, scenario: of(key, [], examples[key]?.input) })).map((words) => `${key} ${words}`),
    );
    expect(shown.length).toBeGreaterThan(80);
    expect(failures).toEqual([]);
  });

  it('says which input it needs, where it breaks without one', () => {
    const needing = shown.filter(({ key, machine }) => broken(simulate({ machine, machineOf, scenario: of(key, []) })).length > 0);
    expect(needing.length).toBeGreaterThan(20);
    expect(needing.filter(({ machine }) => neededInput(machine) === undefined).map(({ key }) => key)).toEqual([]);
    expect(neededInput(sessionMachine)).toMatchObject({ serial: null, user: { id: null, paths: null }, routes: null });
  });
});

describe('a machine of another style', () => {
  // A guard that it names is nowhere to be found.
  const { always: _, ...sound } = constructs;

  it.each(Object.entries({ checkout, mediaPlayer, ...sound }))('can be started: %s', (key, machine) => {
    expect(broken(simulate({ machine, scenario: of(key, []) }))).toEqual([]);
  });
});
