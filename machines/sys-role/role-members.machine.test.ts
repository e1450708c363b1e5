import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { type MemberChange, type MemberOutcome, type RoleMember, roleMembersMachine } from './role-members.machine.ts';

const member = (id: number): RoleMember => ({ id, account: `a${id}`, name: `n${id}`, department_name: null, status: 'enabled' });

const begin = () => {
  const list = asking<RoleMember[], { roleId: number }>();
  const save = asking<MemberOutcome, { change: MemberChange }>();
  return { list, save, ...stage(roleMembersMachine.provide({ actors: { loadMembers: list.logic, saveMembers: save.logic } })) };
};

const shown = async () => {
  const begun = begin();
  begun.actor.send({ type: 'members.opened', role: { id: 7, name: '优化师' } });
  await begun.list.question().answer([member(1)]);
  return begun;
};

describe('the members of a role', () => {
  it('are loaded when the role is opened', async () => {
    const { list, actor } = await shown();
    expect(list.inputs()).toEqual([{ roleId: 7 }]);
    expect(actor.getSnapshot().context.members).toEqual([member(1)]);
  });

  it('are changed once for a double click, then reloaded, and the page is told', async () => {
    const { actor, list, save, facts } = await shown();
    actor.send({ type: 'members.added', userIds: [2, 3] });
    actor.send({ type: 'members.added', userIds: [2, 3] });
    actor.send({ type: 'members.removed', userIds: [1] });
    expect(save.inputs()).toEqual([{ change: { roleId: 7, userIds: [2, 3], mode: 'add' } }]);
    expect(actor.getSnapshot().hasTag('writing')).toBe(true);
    await save.question().answer({
      results: [
        { id: 2, ok: true },
        { id: 3, ok: true },
      ],
      batchId: undefined,
    });
    expect(facts).toEqual([{ type: 'members.changed' }]);
    expect(list.questions).toHaveLength(2);
    expect(actor.getSnapshot().context.refused).toEqual([]);
  });

  it('name those who could not be changed, without stopping the others', async () => {
    const { actor, list, save, facts } = await shown();
    actor.send({ type: 'members.removed', userIds: [1, 2] });
    await save.question().answer({
      results: [
        { id: 1, ok: true },
        { id: 2, ok: false, message: '至少保留一个角色' },
      ],
      batchId: undefined,
    });
    await list.question().answer([member(2)]);
    expect(actor.getSnapshot().context.refused).toEqual([{ id: 2, ok: false, message: '至少保留一个角色' }]);
    expect(facts).toHaveLength(1);
    actor.send({ type: 'members.removed', userIds: [2] });
    expect(actor.getSnapshot().context.refused).toEqual([]);
  });

  it('are changed by a batch if they are many, and the page is told of it', async () => {
    const { actor, save, facts } = await shown();
    actor.send({ type: 'members.added', userIds: [2, 3] });
    await save.question().answer({ results: [{ id: 2, ok: true }], batchId: 7 });
    expect(facts).toEqual([{ type: 'members.changed' }, { type: 'members.batchStarted', batchId: 7 }]);
  });

  it('are reloaded after a lost answer, before anything else is changed', async () => {
    const { actor, list, save } = await shown();
    actor.send({ type: 'members.added', userIds: [2] });
    await save.question().refuse(new Error('no network'));
    actor.send({ type: 'members.added', userIds: [2] });
    expect(save.questions).toHaveLength(1);
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
    actor.send({ type: 'members.retried' });
    expect(list.questions).toHaveLength(2);
  });

  it('belong to one role only', async () => {
    const { actor, list } = await shown();
    actor.send({ type: 'members.closed' });
    expect(actor.getSnapshot().context).toMatchObject({ role: undefined, members: [] });
    actor.send({ type: 'members.opened', role: { id: 8, name: '组长' } });
    expect(list.question().input).toEqual({ roleId: 8 });
    expect(actor.getSnapshot().context.members).toEqual([]);
  });
});
