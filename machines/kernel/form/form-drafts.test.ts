import { describe, expect, it } from 'vitest';
import { asking, settled, stage } from '#tests/support/stage.ts';
import { DRAFT_PAUSE_MS } from './draft-keeper.machine.ts';
import { draftKeeperWith } from './draft-keeper-with.ts';
import { createFormDialogMachine, type SaveOutcome, type SaveRequest } from './form-dialog.machine.ts';

interface Values {
  name: string;
  roles: number[];
  zone: string | undefined;
  pin: string;
}
type Subject = { id: number; version: number };

const blank: Values = { name: '', roles: [], zone: undefined, pin: '' };
const form = createFormDialogMachine<Values, { id: number }>({ id: 'longForm', blank, check: () => ({}), secrets: ['pin'], draft: true });

type Wire = { values: Record<string, unknown>; version: number | null; saved_at: string };
type Asked = { form: string; subject_id?: number; version?: number; values?: Record<string, unknown> };

/** A form with a server that stores drafts and records every request. */
function begin() {
  const kept = new Map<string, Wire>();
  const asked: [call: string, Asked][] = [];
  const placeOf = ({ form: name, subject_id }: Asked) => `${name} ${subject_id ?? 'new'}`;
  const drafts = draftKeeperWith({
    getDraft: async (request) => {
      asked.push(['get', request]);
      return { draft: kept.get(placeOf(request)) ?? null };
    },
    saveDraft: async (request) => {
      asked.push(['save', request]);
      kept.set(placeOf(request), {
        values: JSON.parse(JSON.stringify(request.values)),
        version: request.version ?? null,
        saved_at: '2026-11-20T02:32:00Z',
      });
      return { saved_at: '2026-11-20T02:32:00Z' };
    },
    deleteDraft: async (request) => {
      asked.push(['delete', request]);
      kept.delete(placeOf(request));
      return {};
    },
  });
  const server = asking<SaveOutcome<Values, { id: number }>, SaveRequest<Values, Subject>>();
  const staged = stage(form.provide({ actors: { save: server.logic, draft: drafts } }));
  const { actor, clock } = staged;
  return {
    ...staged,
    server,
    kept,
    asked,
    settle: settled,
    keeper: () => actor.getSnapshot().children.draft,
    context: () => actor.getSnapshot().context,
    open: async (subject?: Subject, values: Partial<Values> = {}) => {
      actor.send({ type: 'form.opened', draft: { values: { ...blank, ...values }, subject } });
      await settled();
    },
    type: async (changes: Partial<Values>) => {
      actor.send({ type: 'form.fieldChanged', changes });
      clock.increment(DRAFT_PAUSE_MS);
      await settled();
    },
    take: async () => {
      actor.getSnapshot().children.draft?.send({ type: 'draft.accepted' });
      await settled();
    },
  };
}

const wire = (
  values: Record<string, unknown>,
  { origin = blank as object, version = null as number | null, withheld = false } = {},
): Wire => ({
  values: { values, origin: { ...origin }, withheld },
  version,
  saved_at: '2026-11-20T02:32:00Z',
});

describe('the content of a long form', () => {
  it('is saved under the id of the form and of its subject, with the version it is based on', async () => {
    const { open, type, asked } = begin();
    await open({ id: 7, version: 4 }, { name: 'a' });
    await type({ name: 'b' });
    expect(asked).toEqual([
      ['get', { form: 'longForm', subject_id: 7 }],
      [
        'save',
        {
          form: 'longForm',
          subject_id: 7,
          version: 4,
          values: { values: { name: 'b', roles: [], zone: undefined }, origin: { name: 'a', roles: [], zone: undefined }, withheld: false },
        },
      ],
    ]);
  });

  it('is saved without its secrets, and says that there were some', async () => {
    const { open, type, kept } = begin();
    await open();
    await type({ name: 'b', pin: '1234' });
    expect(JSON.stringify([...kept])).not.toContain('1234');
    expect(kept.get('longForm new')?.values).toMatchObject({ values: { name: 'b' }, withheld: true });
    expect(kept.get('longForm new')?.values.values).not.toHaveProperty('pin');
  });

  it('is deleted from the drafts once it was saved', async () => {
    const { actor, server, open, type, kept, settle } = begin();
    await open();
    await type({ name: 'b' });
    expect(kept.size).toBe(1);
    actor.send({ type: 'form.submitted', key: 'k' });
    await server.question().answer({ kind: 'saved', saved: { id: 1 } });
    await settle();
    expect(kept.size).toBe(0);
  });

  it('is deleted when it is given up, and stays after a refusal', async () => {
    const { actor, server, open, type, kept, settle } = begin();
    await open();
    await type({ name: 'b' });
    actor.send({ type: 'form.submitted', key: 'k' });
    await server.question().answer({ kind: 'refused', faults: { name: { message: 'taken' } } });
    await settle();
    expect(kept.size).toBe(1);
    actor.send({ type: 'form.closeRequested' });
    expect(kept.size).toBe(1);
    actor.send({ type: 'form.leaveConfirmed' });
    await settle();
    expect(kept.size).toBe(0);
  });

  it('can be left as a draft at once, without the pause', async () => {
    const { actor, open, kept, settle } = begin();
    await open();
    actor.send({ type: 'form.fieldChanged', changes: { name: 'b' } });
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.leftAsDraft' });
    await settle();
    expect(actor.getSnapshot().value).toBe('closed');
    expect(kept.get('longForm new')?.values).toMatchObject({ values: { name: 'b' } });
  });

  it('starts again with the latest row after a conflict', async () => {
    const { actor, server, open, type, kept, asked, settle } = begin();
    await open({ id: 7, version: 4 });
    await type({ name: 'mine' });
    actor.send({ type: 'form.submitted', key: 'k' });
    const latest = { values: { ...blank, name: 'theirs' }, subject: { id: 7, version: 5 } };
    await server.question().answer({ kind: 'conflict', conflict: { by: '王', at: '2026-11-20T08:00:00Z', latest } });
    actor.send({ type: 'form.latestChosen' });
    await settle();
    await settle();
    expect(kept.size).toBe(0);
    await type({ name: 'again' });
    expect(asked.at(-1)).toMatchObject(['save', { version: 5, values: { values: { name: 'again' }, origin: { name: 'theirs' } } }]);
  });
});

describe('a found draft', () => {
  it('is offered, and changes nothing until it is accepted', async () => {
    const { kept, open, keeper, context, actor } = begin();
    kept.set('longForm new', wire({ name: 'b', roles: [2] }));
    await open();
    expect(keeper()?.getSnapshot().context.answer?.savedAt).toBe('2026-11-20T02:32:00Z');
    expect(context().values).toEqual(blank);
    expect(actor.getSnapshot().hasTag('dirty')).toBe(false);
  });

  it('is restored with all typed values, and makes the form dirty', async () => {
    const { kept, open, take, context, actor } = begin();
    kept.set('longForm new', wire({ name: 'b', roles: [2] }));
    await open();
    await take();
    expect(context().values).toEqual({ name: 'b', roles: [2], zone: undefined, pin: '' });
    expect(actor.getSnapshot().hasTag('dirty')).toBe(true);
    expect(kept.size).toBe(1);
  });

  it('of an older version is saved with that version, so that it conflicts', async () => {
    const { kept, open, take, actor, server } = begin();
    kept.set('longForm 7', wire({ name: 'mine', roles: [1] }, { origin: { ...blank, name: 'old', roles: [1] }, version: 3 }));
    await open({ id: 7, version: 4 }, { name: 'new', roles: [9] });
    await take();
    actor.send({ type: 'form.submitted', key: 'k' });
    expect(server.question().input).toMatchObject({
      values: { name: 'mine', roles: [1] },
      origin: { name: 'old', roles: [1] },
      subject: { id: 7, version: 3 },
    });
  });

  it('from another release is fitted to the form', async () => {
    const { kept, open, take, context } = begin();
    kept.set('longForm new', wire({ name: 7, roles: 'all', zone: 'Asia/Shanghai', gone: true, pin: 'sneaked in' }));
    await open();
    await take();
    expect(context().values).toEqual({ ...blank, zone: 'Asia/Shanghai' });
  });

  it.each<[string, Wire]>([
    ['of another kind', { values: { name: 'b' }, version: null, saved_at: '2026-11-20T02:32:00Z' }],
    ['with lists for values', { values: { values: [], origin: [] }, version: null, saved_at: '2026-11-20T02:32:00Z' }],
  ])('%s is none', async (_, draft) => {
    const { kept, open, keeper } = begin();
    kept.set('longForm new', draft);
    await open();
    expect(keeper()?.getSnapshot().value).toBe('settled');
  });
});

describe('a short form', () => {
  const short = createFormDialogMachine<Values, { id: number }>({ id: 'shortForm', blank, check: () => ({}) });

  it('has no drafts and needs no draft keeper', () => {
    const { actor } = stage(short);
    actor.send({ type: 'form.opened', draft: { values: blank, subject: undefined } });
    actor.send({ type: 'form.fieldChanged', changes: { name: 'b' } });
    actor.send({ type: 'form.closeRequested' });
    actor.send({ type: 'form.leaveConfirmed' });
    expect(Object.keys(actor.getSnapshot().children)).toEqual([]);
    expect(Object.keys(short.implementations.actors)).toEqual(['save']);
  });
});
