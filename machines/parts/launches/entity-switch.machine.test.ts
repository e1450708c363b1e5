import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { type EntityTurn, entitySwitch, type TurnRequest, type TurnResult, turnOf } from './entity-switch.machine.ts';

const turn = (id: number, to: EntityTurn['to'] = 'PAUSED', more: Partial<EntityTurn> = {}): EntityTurn => ({
  level: 'campaign',
  id,
  version: 3,
  name: `campaign ${id}`,
  to,
  ...more,
});
const ok = (id: number, text: string | null = null): TurnResult => ({ id, ok: true, text });

function begin() {
  const server = asking<TurnResult[], TurnRequest>();
  const begun = stage(entitySwitch.provide({ actors: { turn: server.logic } }));
  let keys = 0;
  return {
    ...begun,
    server,
    turn: (one: EntityTurn, closing?: { at: string | null; by: string | null }) =>
      begun.actor.send({ type: 'switch.requested', turn: one, key: `k${++keys}`, closing }),
    shown: (id: number, version = 3) => turnOf(begun.actor.getSnapshot().context.turns, { level: 'campaign', id, version }),
    told: () => begun.actor.getSnapshot().context.announced,
  };
}

describe('switches of rows', () => {
  it('show the new status at once, until the row has a newer version', async () => {
    const { turn: order, shown, server, facts } = begin();
    order(turn(5));
    expect(shown(5)).toEqual({ to: 'PAUSED', isUnderWay: true });
    expect(server.inputs()).toEqual([{ level: 'campaign', to: 'PAUSED', ids: [5], key: 'k1' }]);
    await server.question().answer([ok(5)]);
    expect(shown(5)).toEqual({ to: 'PAUSED', isUnderWay: false });
    expect(shown(5, 4)).toBeUndefined();
    expect(facts).toEqual([{ type: 'entitySwitch.turned', level: 'campaign', okIds: [5], failedIds: [] }]);
  });

  it('return to the old status when they are refused, and say why', async () => {
    const { turn: order, shown, server, told, facts } = begin();
    order(turn(5, 'ACTIVE'));
    await server.question().answer([{ id: 5, ok: false, text: 'the account cannot deliver' }]);
    expect(shown(5)).toBeUndefined();
    expect(told()).toMatchObject({ count: 1, failed: [{ name: 'campaign 5', text: 'the account cannot deliver' }] });
    expect(facts).toMatchObject([{ okIds: [], failedIds: [5] }]);
  });

  it('return to the old status when no answer arrives', async () => {
    const { turn: order, shown, server, facts, actor } = begin();
    order(turn(5));
    await server.question().refuse(new Error('no answer'));
    expect(shown(5)).toBeUndefined();
    expect(facts).toMatchObject([{ failedIds: [5] }]);
    expect(actor.getSnapshot().context.failure?.message).toBe('no answer');
  });

  it('announce a warning even after a success', async () => {
    const { turn: order, server, told } = begin();
    order(turn(5, 'ACTIVE'));
    await server.question().answer([ok(5, 'the campaign is closed')]);
    expect(told()).toMatchObject({ failed: [], warned: [{ name: 'campaign 5', text: 'the campaign is closed' }] });
  });

  it('are sent together per status once the running request has ended', async () => {
    const { turn: order, server } = begin();
    order(turn(5));
    order(turn(6));
    order(turn(7, 'ACTIVE'));
    order(turn(8));
    expect(server.inputs().map(({ ids }) => ids)).toEqual([[5]]);
    await server.question().answer([ok(5)]);
    await server.question().answer([ok(6), ok(8)]);
    await server.question().answer([ok(7)]);
    expect(server.inputs().map(({ ids, to }) => [to, ids])).toEqual([
      ['PAUSED', [5]],
      ['PAUSED', [6, 8]],
      ['ACTIVE', [7]],
    ]);
  });

  it('ignore an object whose request is running', () => {
    const { turn: order, server, shown } = begin();
    order(turn(5));
    order(turn(5, 'ACTIVE'));
    expect(server.questions).toHaveLength(1);
    expect(shown(5)?.to).toBe('PAUSED');
  });

  it('ask before an object closed by a rule is opened', () => {
    const { turn: order, server, actor } = begin();
    order(turn(5, 'ACTIVE'), { at: '2026-11-20T08:00:00Z', by: 'stop-loss 1' });
    expect(actor.getSnapshot().context.confirming?.closing.by).toBe('stop-loss 1');
    expect(server.questions).toHaveLength(0);
    actor.send({ type: 'switch.cancelled' });
    expect(server.questions).toHaveLength(0);
    order(turn(5, 'ACTIVE'), { at: null, by: null });
    actor.send({ type: 'switch.confirmed' });
    expect(server.inputs()).toMatchObject([{ ids: [5], to: 'ACTIVE' }]);
  });

  it('are tagged as writing only while a request runs', async () => {
    const { turn: order, server, actor } = begin();
    expect(actor.getSnapshot().hasTag('writing')).toBe(false);
    order(turn(5));
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    await server.question().answer([ok(5)]);
    expect(actor.getSnapshot().hasTag('writing')).toBe(false);
  });
});
