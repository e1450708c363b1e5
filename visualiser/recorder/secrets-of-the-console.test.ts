// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, type AnyActorRef, type AnyStateMachine, createActor, fromPromise, StateMachine, setup } from 'xstate';
import { isPlaceholder } from '#machines/kernel/placeholders.ts';
import { createConsole } from '#src/app/console.tsx';
import { loadLanguage } from '#src/app/languages.ts';
import { loadPage } from '#src/app/page-registry.ts';
import { findWalks } from '#tests/support/find-machines.ts';
import type { RecordedEntry } from '../model/recording.ts';
import { record } from './record.ts';

const CANARY = 'canary-4f1d';
const SECRET = /^(?:password|newPassword|new_passwd|pwd|token|digest)$/;

let plantedCount = 0;

/** A copy with the canary in place of every secret. */
function plantCanaries(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plantCanaries);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!SECRET.test(key)) return [key, plantCanaries(one)];
      plantedCount += 1;
      return [key, CANARY];
    }),
  );
}

/** An error as the HTTP client throws it, with the whole request attached. */
function createRequestError(): Error {
  plantedCount += 1;
  return Object.assign(new Error(`POST /login?token=${CANARY}`), {
    config: { headers: { Authorization: `Bearer ${CANARY}` }, data: JSON.stringify({ pwd: CANARY }) },
    request: { headers: [['Cookie', CANARY]] },
    response: { data: { data: { token: CANARY, new_passwd: CANARY } } },
    cause: new Error(`password: ${CANARY}`),
  });
}

/** Starts a recording; the returned function gives everything recorded so far, also as text. */
function startRecording(root: AnyActorRef) {
  const entries: RecordedEntry[] = [];
  const recorder = record(root, { now: () => 0, onEntries: (more) => void entries.push(...more), scheduleFlush: () => undefined });
  return () => {
    recorder.flush();
    return { text: JSON.stringify(entries), entries };
  };
}

/** Other calls never answer, because answers would make them start again. */
const ANSWERED_ACTORS = new Set(['signIn', 'resetPassword']);
const waitForever = () => new Promise<never>(() => undefined);

/** A copy of a machine whose actors are fakes and whose placeholder actions do nothing. */
function withFakeActors(machine: AnyStateMachine, settle: () => Promise<unknown>): AnyStateMachine {
  const actors = Object.entries<unknown>(machine.implementations.actors).map(([name, logic]) => [
    name,
    logic instanceof StateMachine ? withFakeActors(logic, settle) : fromPromise(ANSWERED_ACTORS.has(name) ? settle : waitForever),
  ]);
  const actions = Object.entries<unknown>(machine.implementations.actions).flatMap(([name, action]) =>
    isPlaceholder(action) ? [[name, () => undefined]] : [],
  );
  return machine.provide({ actors: Object.fromEntries(actors) as Record<string, AnyActorLogic>, actions: Object.fromEntries(actions) });
}

const waitTicks = async (count: number) => {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
};

describe('a recording of the console', () => {
  it.each([
    ['refused', () => Promise.reject(createRequestError())],
    ['answered', () => Promise.resolve({ serial: 1, token: CANARY, list: [], newPassword: CANARY })],
  ])('holds neither password nor token while a user signs in and is %s', async (_, settle) => {
    const { actor, loadWorkbench } = createConsole(await loadLanguage('en'));
    const { machine, input } = await loadWorkbench();
    const root = createActor(withFakeActors(actor.logic as AnyStateMachine, settle), { input: actor.options.input });
    // Stands alone, because a refused sign-in starts none.
    const workbench = createActor(withFakeActors(machine, settle), { input });
    const recordings = [root, workbench].map(startRecording);
    root.start();
    workbench.start();
    const { session, errors } = root.getSnapshot().children as Record<string, AnyActorRef>;
    const { resetPassword } = workbench.getSnapshot().children as Record<string, AnyActorRef>;
    session?.send({ type: 'session.signInRequested', credentials: { account: 'li', password: CANARY } });
    await waitTicks(20);
    resetPassword?.send({ type: 'resetPassword.requested', subject: { id: 1, account: 'li' } });
    resetPassword?.send({ type: 'resetPassword.confirmed' });
    errors?.send({ type: 'errors.happened', error: { at: '', kind: 'crash', message: `token=${CANARY}`, page: `/x?token=${CANARY}` } });
    await waitTicks(20);
    const recorded = recordings.map((read) => read());
    const text = recorded.map((one) => one.text).join();
    const entries = recorded.flatMap((one) => one.entries);
    const eventTypes = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.type] : []));
    expect(eventTypes).toContain('session.signInRequested');
    expect(eventTypes.some((type) => /^xstate\.(?:done|error)\.actor\.signIn$/.test(type))).toBe(true);
    expect(eventTypes.some((type) => /^xstate\.(?:done|error)\.actor\.resetPassword$/.test(type))).toBe(true);
    expect(entries.length).toBeGreaterThan(40);
    // The account is recorded, which proves that the missing password was redacted.
    expect(text).toContain('"account":"li"');
    expect(text).not.toContain(CANARY);
    root.stop();
    workbench.stop();
  });

  it('holds no password typed into the account form', async () => {
    const { machine } = await loadPage('/sys/accounts');
    const root = createActor(withFakeActors(machine as AnyStateMachine, waitForever), { input: { search: '' } });
    const readRecording = startRecording(root);
    root.start();
    const listActors = (actor: AnyActorRef): AnyActorRef[] => [
      actor,
      ...Object.values<AnyActorRef>(actor.getSnapshot().children ?? {}).flatMap(listActors),
    ];
    for (const actor of listActors(root)) {
      actor.send({ type: 'account.createRequested' });
      actor.send({ type: 'form.fieldChanged', changes: { pwd: CANARY, name: 'seen' } });
      actor.send({ type: 'field.changed', name: 'password', value: CANARY });
    }
    const { text, entries } = readRecording();
    expect(entries.length).toBeGreaterThan(10);
    expect(text).toContain('"name":"seen"');
    expect(text).not.toContain(CANARY);
    root.stop();
  });

  it('holds no secret of any event of any machine, and none of any error of a call', { timeout: 120_000 }, async () => {
    const walks = await findWalks();
    plantedCount = 0;
    let entryCount = 0;
    for (const { machine, input, events } of walks) {
      // The tested machine sends events to its parent.
      const host = setup({ actors: { tested: withFakeActors(machine, waitForever) } }).createMachine({
        invoke: { id: 'tested', src: 'tested', input: () => plantCanaries(input), onError: {} },
        on: { '*': {} },
      });
      const root = createActor(host);
      const readRecording = startRecording(root);
      root.start();
      for (const event of [...events, ...events]) {
        const tested = root.getSnapshot().children.tested;
        if (tested?.getSnapshot().status !== 'active') break;
        tested.send(
          event.type.startsWith('xstate.error.') ? { ...event, error: createRequestError() } : (plantCanaries(event) as typeof event),
        );
      }
      const { text, entries } = readRecording();
      entryCount += entries.length;
      expect(text.includes(CANARY), machine.id).toBe(false);
      root.stop();
    }
    expect(entryCount).toBeGreaterThan(1000);
    expect(plantedCount).toBeGreaterThan(20);
  });
});
