import { describe, expect, it } from 'vitest';
import { unreached, untaken } from '#tests/support/paths.ts';
import { asking, stage } from '#tests/support/stage.ts';
import type { BatchOutcome } from '../../kernel/batch/batch-outcome.ts';
import { firstFault, requiredChoice } from '../../kernel/form/field-rules.ts';
import { discoverWalk } from './assets.walks.ts';
import { type BindRequest, createDiscoverMachine, type DiscoverForm, type FoundObject, isChoosable } from './discover.machine.ts';

interface Params {
  biz: 'dj' | 'ec' | undefined;
}

const machine = createDiscoverMachine<FoundObject, Params>({
  id: 'bringing',
  blank: { biz: undefined },
  check: ({ biz }) => {
    const fault = firstFault(biz, requiredChoice);
    return fault ? { biz: fault } : {};
  },
});
const ready: FoundObject = { platform_id: 'a1', name: 'One', status: '1', sub: '', already: 'no', authoriser: null, can_switch: false };
const bound: FoundObject = { ...ready, platform_id: 'a2', name: 'Two', already: 'same' };
const switchable: FoundObject = { ...ready, platform_id: 'a3', name: 'Three', already: 'other', authoriser: 'Ada', can_switch: true };

function begin() {
  const discover = asking<FoundObject[], { personalAccountId: number }>();
  const bind = asking<BatchOutcome<DiscoverForm<Params>>, BindRequest<Params>>();
  const staged = stage(machine.provide({ actors: { discover: discover.logic, bind: bind.logic } }));
  return { ...staged, discover, bind };
}

/** An open drawer with a valid choice. */
async function filled() {
  const staged = begin();
  staged.actor.send({ type: 'discover.opened' });
  staged.actor.send({ type: 'discover.authoriserChosen', id: 4 });
  await staged.discover.question().answer([ready, bound]);
  staged.actor.send({ type: 'discover.fieldChanged', changes: { biz: 'dj', platform_ids: ['a1'] } });
  return staged;
}

describe('an import from a personal account', () => {
  it('loads as soon as a personal account is chosen', () => {
    const { actor, discover } = begin();
    actor.send({ type: 'discover.opened', values: { personal_account_id: 9 } });
    expect(discover.inputs()).toEqual([{ personalAccountId: 9 }]);
  });

  it('ignores an answer about the previous personal account', async () => {
    const { actor, discover } = begin();
    actor.send({ type: 'discover.opened' });
    actor.send({ type: 'discover.authoriserChosen', id: 4 });
    actor.send({ type: 'discover.authoriserChosen', id: 5 });
    expect(discover.question(0).signal.aborted).toBe(true);
    await discover.question(1).answer([bound]);
    await discover.question(0).answer([ready]);
    expect(actor.getSnapshot().context.answer).toEqual([bound]);
  });

  it('clears the choice with another personal account', async () => {
    const { actor } = await filled();
    actor.send({ type: 'discover.authoriserChosen', id: 5 });
    expect(actor.getSnapshot().context.values).toEqual({ biz: 'dj', personal_account_id: 5, platform_ids: [] });
  });

  it('marks missing fields, and sends nothing', async () => {
    const { actor, discover, bind } = begin();
    actor.send({ type: 'discover.opened', values: { personal_account_id: 4 } });
    await discover.question().answer([ready]);
    actor.send({ type: 'discover.confirmed', key: 'k1' });
    expect(Object.keys(actor.getSnapshot().context.faults).toSorted()).toEqual(['biz', 'platform_ids']);
    expect(bind.questions).toHaveLength(0);
  });

  it('tells the started batch, and closes', async () => {
    const { actor, bind, facts } = await filled();
    actor.send({ type: 'discover.confirmed', key: 'k1' });
    expect(bind.inputs()).toEqual([{ values: { biz: 'dj', personal_account_id: 4, platform_ids: ['a1'] }, switches: false, key: 'k1' }]);
    await bind.question().answer({ kind: 'started', batchIds: [7, 8] });
    expect(facts).toEqual([{ type: 'bringing.started', batchId: 7, siblings: [8] }]);
    expect(actor.getSnapshot().value).toBe('closed');
  });

  it('keeps its key after a lost answer, and takes a new one after a refusal', async () => {
    const { actor, bind } = await filled();
    actor.send({ type: 'discover.confirmed', key: 'k1' });
    await bind.question().refuse(new Error('cut'));
    expect(actor.getSnapshot().value).toBe('unconfirmed');
    actor.send({ type: 'discover.startRetried' });
    await bind.question().answer({ kind: 'refused', faults: {}, failure: { message: 'no', traceId: '' } });
    actor.send({ type: 'discover.confirmed', key: 'k2' });
    expect(bind.inputs().map(({ key }) => key)).toEqual(['k1', 'k1', 'k2']);
  });

  it('reloads when it is seen again, and keeps the choices that still apply', async () => {
    const { actor, discover } = await filled();
    actor.send({ type: 'discover.seen' });
    await discover.question().answer([ready, bound]);
    expect(actor.getSnapshot().context.values.platform_ids).toEqual(['a1']);
    expect(actor.getSnapshot().hasTag('dirty')).toBe(true);
    actor.send({ type: 'discover.retried' });
    await discover.question().answer([{ ...ready, already: 'same' }]);
    expect(actor.getSnapshot().context.values.platform_ids).toEqual([]);
  });

  it('switches from another personal account only what the user may switch', () => {
    expect([ready, bound, switchable, { ...switchable, can_switch: false }].map(isChoosable)).toEqual([true, false, true, false]);
  });

  it('reaches every state, and takes every transition', () => {
    const walk = discoverWalk(machine, { found: ready, params: { biz: 'dj' } });
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });
});
