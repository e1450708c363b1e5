import { describe, expect, it } from 'vitest';
import { type EventObject, fromCallback, fromPromise } from 'xstate';
import { unreached, untaken } from '#tests/support/paths.ts';
import { asking, settled, stage } from '#tests/support/stage.ts';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import type { SaveOutcome } from '../../kernel/form/form-dialog.machine.ts';
import { Sealed } from '../../kernel/form/sealed.ts';
import { authorisingForm, authorisingMachine } from './authorising.machine.ts';
import { walks } from './authorising.walks.ts';
import type { AuthoriseResult, FirstStepResult, GrantedAccount, Ticket } from './authorising-contract.ts';
import {
  type AuthoriseSubject,
  type AuthoriseValues,
  blankAuthorise,
  blankImport,
  checkAuthorise,
  checkImport,
  type ImportValues,
  judgeToken,
} from './authorising-rules.ts';

type Saved = SaveOutcome<AuthoriseValues, FirstStepResult, AuthoriseSubject>;

const draft = { values: { ...blankAuthorise, owner_user_id: 5 }, subject: { usage: 'self' as const } };
const ticket: Ticket = new Sealed({ url: '/window?state=once-only-word', state: 'once-only-word' });
const window: FirstStepResult = { kind: 'window', ticket, expiresAt: '2026-11-20T08:10:00Z' };
const granted: GrantedAccount = {
  id: 4,
  name: 'Ada Hale',
  missing_scopes: ['ads_read'],
  found: { accounts: [], homepages: [], pixels: [] },
};

function begin(begun: FirstStepResult = window) {
  const pause = asking<void, { ms: number }>();
  const check = asking<AuthoriseResult, { ticket: Ticket | undefined }>();
  const importing = asking<BatchOutcome<ImportValues>, unknown>();
  const windows: (Ticket | undefined)[] = [];
  const closed: (Ticket | undefined)[] = [];
  const machine = authorisingMachine.provide({
    actors: {
      form: authorisingForm.provide({ actors: { save: fromPromise(async (): Promise<Saved> => ({ kind: 'saved', saved: begun })) } }),
      pause: pause.logic,
      checkResult: check.logic,
      importFound: importing.logic as never,
      channelWindow: fromCallback<EventObject, { ticket: Ticket | undefined }>(({ input }) => {
        windows.push(input.ticket);
        return () => void closed.push(input.ticket);
      }),
    },
  });
  return { ...stage(machine), pause, check, importing, windows, closed };
}

/** A machine whose form was filled in and sent. */
async function sent(begun?: FirstStepResult) {
  const staged = begin(begun);
  staged.actor.send({ type: 'authorising.opened', draft });
  staged.actor.getSnapshot().children.form?.send({ type: 'form.submitted', key: 'k0' });
  await settled();
  return staged;
}

describe('an authorisation', () => {
  it('opens the window once, and polls the result at growing intervals', async () => {
    const { actor, pause, check, windows, closed } = await sent();
    for (let look = 0; look < 9; look += 1) {
      await pause.question().answer();
      await check.question().answer({ kind: 'waiting' });
    }
    const pauses = pause.inputs().map(({ ms }) => ms);
    expect(pauses.slice(0, 3)).toEqual([1500, 1800, 2160]);
    expect(pauses.at(-1)).toBe(5000);
    expect(actor.getSnapshot().matches('waiting')).toBe(true);
    expect([windows, closed]).toEqual([[ticket], []]);
  });

  it.each<[string, (staged: Awaited<ReturnType<typeof sent>>) => unknown]>([
    ['it is cancelled', ({ actor }) => actor.send({ type: 'authorising.dismissed' })],
    ['it is begun for somebody else', ({ actor }) => actor.send({ type: 'authorising.opened', draft })],
    ['it was refused', ({ check }) => check.question().answer({ kind: 'refused', reason: 'EXPIRED', message: '' })],
    ['it was granted', ({ check }) => check.question().answer({ kind: 'granted', granted })],
    ['the page is closed', ({ actor }) => actor._parent?.stop()],
  ])('closes the window once %s', async (_, happen) => {
    const staged = await sent();
    await staged.pause.question().answer();
    expect(staged.closed).toEqual([]);
    await happen(staged);
    expect(staged.closed).toEqual([ticket]);
  });

  it('keeps waiting during a network failure', async () => {
    const { actor, pause, check } = await sent();
    await pause.question().answer();
    await check.question().refuse(new Error('cut'));
    expect(actor.getSnapshot().value).toEqual({ waiting: 'pausing' });
  });

  it('tells that it was granted, and shows missing permissions', async () => {
    const { actor, pause, check, facts } = await sent();
    await pause.question().answer();
    await check.question().answer({ kind: 'granted', granted });
    expect(facts).toEqual([{ type: 'authorising.granted', id: 4 }]);
    expect(actor.getSnapshot().context.answer).toEqual(granted);
    expect(actor.getSnapshot().context.ticket).toBeUndefined();
  });

  it('reports that another person signed in, and starts again with the submitted values', async () => {
    const { actor, pause, check, facts } = await sent();
    await pause.question().answer();
    await check.question().answer({ kind: 'refused', reason: 'IDENTITY_MISMATCH', message: 'Ada, not Bo' });
    expect(actor.getSnapshot().context.refusal).toEqual({ reason: 'IDENTITY_MISMATCH', message: 'Ada, not Bo' });
    actor.send({ type: 'authorising.restarted' });
    expect(actor.getSnapshot().children.form?.getSnapshot().context.values.owner_user_id).toBe(5);
    expect(facts).toEqual([]);
  });

  it('gives up after ten minutes, even without an answer of the server', async () => {
    const { actor, pause, check } = await sent();
    for (let look = 0; look < 200 && actor.getSnapshot().matches('waiting'); look += 1) {
      await pause.question().answer();
      await check.question().refuse(new Error('cut'));
    }
    const waited = pause.inputs().reduce((sum, { ms }) => sum + ms, 0);
    expect(actor.getSnapshot().value).toBe('refused');
    expect(waited).toBeGreaterThan(10 * 60_000);
    expect(waited).toBeLessThan(12 * 60_000);
  });

  it('sends nothing more once it was cancelled', async () => {
    const { actor, pause, check } = await sent();
    await pause.question().answer();
    actor.send({ type: 'authorising.dismissed' });
    expect(check.question().signal.aborted).toBe(true);
    expect(actor.getSnapshot().value).toBe('idle');
  });

  it('stores neither the address nor the state, and reports them as lost after a restore', async () => {
    const { actor, pause } = await sent();
    const memo = JSON.stringify(actor.getPersistedSnapshot());
    expect(memo).not.toContain('once-only-word');
    const woken = stage(authorisingMachine.provide({ actors: { pause: pause.logic, channelWindow: fromCallback(() => undefined) } }));
    woken.actor.send({ type: 'authorisingForm.saved', saved: { ...window, ticket: undefined } as never });
    expect(woken.actor.getSnapshot().value).toBe('refused');
  });

  it('shows a link for a holder, and tells that it was made', async () => {
    const { actor, facts, windows } = await sent({ kind: 'link', ticket, expiresAt: '2026-11-21T08:00:00Z' });
    expect(actor.getSnapshot().value).toBe('linked');
    expect(facts).toEqual([{ type: 'authorising.linkMade' }]);
    expect(windows).toEqual([]);
    actor.send({ type: 'authorising.dismissed' });
    expect(actor.getSnapshot().context.ticket).toBeUndefined();
  });

  it('imports the chosen objects as a batch, and tells it', async () => {
    const { actor, importing, facts } = await sent({ kind: 'granted', granted });
    actor.send({ type: 'authorising.confirmed', key: 'k1' });
    expect(Object.keys(actor.getSnapshot().context.faults)).toEqual(['biz', 'account_ids']);
    actor.send({ type: 'authorising.fieldChanged', changes: { biz: 'dj', pixel_ids: ['p1'] } });
    actor.send({ type: 'authorising.confirmed', key: 'k1' });
    expect(importing.inputs()).toEqual([
      { personalAccountId: 4, values: { ...blankImport, biz: 'dj', pixel_ids: ['p1'] }, switches: false, key: 'k1' },
    ]);
    await importing.question().answer({ kind: 'started', batchIds: [7] });
    expect(facts.at(-1)).toEqual({ type: 'authorising.started', batchId: 7, siblings: [] });
  });
});

describe('the form of an authorisation', () => {
  it('needs a name and consent for a hosted personal account', () => {
    const host = { usage: 'host' as const };
    expect(Object.keys(checkAuthorise(draft.values, host))).toEqual(['holder_name', 'consent']);
    expect(checkAuthorise({ ...draft.values, holder_name: 'Bo', consent: true }, host)).toEqual({});
    expect(checkAuthorise(draft.values, draft.subject)).toEqual({});
  });

  it('keeps only a judgement of the token', () => {
    expect(['', '  ', 'short', `${'a'.repeat(30)} b`, 'a'.repeat(4001), 'a'.repeat(20)].map(judgeToken)).toEqual([
      'empty',
      'empty',
      'badLength',
      'hasBlanks',
      'badLength',
      'good',
    ]);
    expect(checkAuthorise({ ...draft.values, way: 'token' }, draft.subject)).toEqual({ token_verdict: { rule: 'required' } });
  });

  it('needs a business line and at least one object for an import', () => {
    expect(Object.keys(checkImport(blankImport))).toEqual(['biz', 'account_ids']);
    expect(checkImport({ ...blankImport, biz: 'ec', page_ids: ['1'] })).toEqual({});
  });
});

describe('the machines of an authorisation', () => {
  it.each(walks.map((walk) => [walk.machine.id, walk] as const))('%s reaches every state, and takes every transition', (_, walk) => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
