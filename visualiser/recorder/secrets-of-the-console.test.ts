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

let planted = 0;

/** The same value, with the canary wherever a secret stands. */
function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!SECRET.test(key)) return [key, poisoned(one)];
      planted += 1;
      return [key, CANARY];
    }),
  );
}

/** What the library that calls the server throws: it remembers the whole request. */
function failedCall(): Error {
  planted += 1;
  return Object.assign(new Error(`POST /login?token=${CANARY}`), {
    config: { headers: { Authorization: `Bearer ${CANARY}` }, data: JSON.stringify({ pwd: CANARY }) },
    request: { headers: [['Cookie', CANARY]] },
    response: { data: { data: { token: CANARY, new_passwd: CANARY } } },
    cause: new Error(`password: ${CANARY}`),
  });
}

/** Told of everything that happens, as text. */
function following(root: AnyActorRef) {
  const entries: RecordedEntry[] = [];
  const recorder = record(root, { now: () => 0, tell: (more) => void entries.push(...more), later: () => undefined });
  return () => {
    recorder.flush();
    return { text: JSON.stringify(entries), entries };
  };
}

/** Others would ask again and again. */
const ANSWERED = new Set(['signIn', 'resetPassword']);
const never = () => new Promise<never>(() => undefined);

/** A machine whose calls answer with secrets, also where nobody provided them. */
function answering(machine: AnyStateMachine, settle: () => Promise<unknown>): AnyStateMachine {
  const actors = Object.entries<unknown>(machine.implementations.actors).map(([name, logic]) => [
    name,
    logic instanceof StateMachine ? answering(logic, settle) : fromPromise(ANSWERED.has(name) ? settle : never),
  ]);
  const actions = Object.entries<unknown>(machine.implementations.actions).flatMap(([name, action]) =>
    isPlaceholder(action) ? [[name, () => undefined]] : [],
  );
  return machine.provide({ actors: Object.fromEntries(actors) as Record<string, AnyActorLogic>, actions: Object.fromEntries(actions) });
}

const ticks = async (count: number) => {
  for (let tick = 0; tick < count; tick += 1) await Promise.resolve();
};

describe('a recording of the console', () => {
  it.each([
    ['refused', () => Promise.reject(failedCall())],
    ['answered', () => Promise.resolve({ serial: 1, token: CANARY, list: [], newPassword: CANARY })],
  ])('holds neither password nor token while somebody signs in and is %s', async (_, settle) => {
    const { actor } = createConsole(await loadLanguage('en'));
    const machine = answering(actor.logic as AnyStateMachine, settle);
    const root = createActor(machine, { input: actor.options.input });
    const told = following(root);
    root.start();
    const { session, resetPassword, errors } = root.getSnapshot().children as Record<string, AnyActorRef>;
    session?.send({ type: 'session.signInRequested', credentials: { account: 'li', password: CANARY } });
    await ticks(20);
    resetPassword?.send({ type: 'resetPassword.requested', subject: { id: 1, account: 'li' } });
    resetPassword?.send({ type: 'resetPassword.confirmed' });
    errors?.send({ type: 'errors.happened', error: { at: '', kind: 'crash', message: `token=${CANARY}`, page: `/x?token=${CANARY}` } });
    await ticks(20);
    const { text, entries } = told();
    const heard = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.type] : []));
    expect(heard).toContain('session.signInRequested');
    expect(heard.some((type) => /^xstate\.(?:done|error)\.actor\.signIn$/.test(type))).toBe(true);
    expect(heard.some((type) => /^xstate\.(?:done|error)\.actor\.resetPassword$/.test(type))).toBe(true);
    expect(entries.length).toBeGreaterThan(40);
    // Who signs in is told, so that it is seen that their password is not.
    expect(text).toContain('"account":"li"');
    expect(text).not.toContain(CANARY);
    root.stop();
  });

  it('holds no password that was typed into the form of an account', async () => {
    const { machine } = await loadPage('/sys/accounts');
    const root = createActor(answering(machine as AnyStateMachine, never), { input: { search: '' } });
    const told = following(root);
    root.start();
    const everybody = (actor: AnyActorRef): AnyActorRef[] => [
      actor,
      ...Object.values<AnyActorRef>(actor.getSnapshot().children ?? {}).flatMap(everybody),
    ];
    for (const actor of everybody(root)) {
      actor.send({ type: 'account.createRequested' });
      actor.send({ type: 'form.fieldChanged', changes: { pwd: CANARY, name: 'seen' } });
      actor.send({ type: 'field.changed', name: 'password', value: CANARY });
    }
    const { text, entries } = told();
    expect(entries.length).toBeGreaterThan(10);
    expect(text).toContain('"name":"seen"');
    expect(text).not.toContain(CANARY);
    root.stop();
  });

  it('holds no secret of any event that any machine knows, and of no error that a call may end with', { timeout: 120_000 }, async () => {
    const walks = await findWalks();
    planted = 0;
    let told = 0;
    for (const { machine, input, events } of walks) {
      // What it tells has to go somewhere.
      const host = setup({ actors: { tested: answering(machine, never) } }).createMachine({
        invoke: { id: 'tested', src: 'tested', input: () => poisoned(input), onError: {} },
        on: { '*': {} },
      });
      const root = createActor(host);
      const tell = following(root);
      root.start();
      for (const event of [...events, ...events]) {
        const tested = root.getSnapshot().children.tested;
        if (tested?.getSnapshot().status !== 'active') break;
        tested.send(event.type.startsWith('xstate.error.') ? { ...event, error: failedCall() } : (poisoned(event) as typeof event));
      }
      const { text, entries } = tell();
      told += entries.length;
      expect(text.includes(CANARY), machine.id).toBe(false);
      root.stop();
    }
    expect(told).toBeGreaterThan(1000);
    expect(planted).toBeGreaterThan(20);
  });
});
