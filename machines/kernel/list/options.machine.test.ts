import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { optionsWalk } from '../kernel.walks.ts';
import { createOptionsMachine, SEARCH_PAUSE_MS } from './options.machine.ts';

const people = createOptionsMachine<string>({ id: 'people' });

const begin = () => {
  const server = asking<string[], { keyword: string }>();
  return { server, ...stage(people.provide({ actors: { loadOptions: server.logic } })) };
};

interface Role {
  id: number;
}
const roles = createOptionsMachine<Role>({ id: 'roles', idsOf: (all) => all.map(({ id }) => id) });

const beginRoles = () => {
  const server = asking<Role[], { keyword: string }>();
  return { server, ...stage(roles.provide({ actors: { loadOptions: server.logic } })) };
};

describe('options', () => {
  it('are asked for when somebody first looks, and then no more', async () => {
    const { actor, server } = begin();
    expect(server.questions).toHaveLength(0);
    actor.send({ type: 'options.wanted' });
    actor.send({ type: 'options.wanted' });
    await server.question().answer(['li']);
    actor.send({ type: 'options.wanted' });
    expect(server.inputs()).toEqual([{ keyword: '' }]);
    expect(actor.getSnapshot().context.answer).toEqual(['li']);
  });

  it('are asked for again after they went stale, at the next look', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.wanted' });
    await server.question().answer(['li']);
    actor.send({ type: 'options.spoiled' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'options.wanted' });
    expect(server.questions).toHaveLength(2);
  });

  it('wait for the last key before they are searched', () => {
    const { actor, server, clock } = begin();
    for (const keyword of ['l', 'li']) {
      actor.send({ type: 'options.searched', keyword });
      clock.increment(SEARCH_PAUSE_MS - 1);
    }
    expect(server.questions).toHaveLength(0);
    clock.increment(1);
    expect(server.inputs()).toEqual([{ keyword: 'li' }]);
  });

  it('drop the answer to an older search', async () => {
    const { actor, server, clock } = begin();
    actor.send({ type: 'options.searched', keyword: 'l' });
    clock.increment(SEARCH_PAUSE_MS);
    actor.send({ type: 'options.searched', keyword: 'li' });
    await server.question(0).answer(['old']);
    clock.increment(SEARCH_PAUSE_MS);
    await server.question(1).answer(['new']);
    expect(actor.getSnapshot().context.answer).toEqual(['new']);
    expect(server.question(0).signal.aborted).toBe(true);
  });

  it('say that they could not be loaded, and are asked for again', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.wanted' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
    actor.send({ type: 'options.wanted' });
    await server.question().answer(['li']);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  it('are not asked for twice while they are on their way', () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.wanted' });
    actor.send({ type: 'options.wanted' });
    expect(server.questions).toHaveLength(1);
    expect(server.question().signal.aborted).toBe(false);
  });

  it('tell which of those that stand chosen are not among them, once they are here', async () => {
    const { actor, server, facts } = beginRoles();
    actor.send({ type: 'options.namesWanted', ids: [1] });
    actor.send({ type: 'options.namesWanted', ids: [9] });
    expect(server.questions).toHaveLength(1);
    await server.question().answer([{ id: 1 }, { id: 2 }]);
    expect(facts).toEqual([{ type: 'roles.unseen', ids: [9] }]);
    actor.send({ type: 'options.namesWanted', ids: [2, 8] });
    expect(facts.slice(1)).toEqual([{ type: 'roles.unseen', ids: [9, 8] }]);
    expect(server.questions).toHaveLength(1);
  });

  it('tell nothing of what a search left out', async () => {
    const { actor, server, clock, facts } = beginRoles();
    actor.send({ type: 'options.searched', keyword: 'li' });
    clock.increment(SEARCH_PAUSE_MS);
    actor.send({ type: 'options.namesWanted', ids: [9] });
    await server.question().answer([{ id: 1 }]);
    actor.send({ type: 'options.namesWanted', ids: [8] });
    expect(facts.map(({ ids }) => ids)).toEqual([[], []]);
  });

  it('are asked for again for a name after they could not be had', async () => {
    const { actor, server } = beginRoles();
    actor.send({ type: 'options.namesWanted', ids: [1] });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'options.namesWanted', ids: [2] });
    expect(server.questions).toHaveLength(2);
  });

  it(`break no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(optionsWalk(people, 'li'), {
      walks: WALKS,
      length: 10,
      holds: ({ event, after }) => {
        if (Boolean(after.children.loadOptions) !== (after.value === 'loading')) throw new Error('asked for outside of loading');
        if (event.type === 'options.searched' && after.context.keyword !== 'li') throw new Error('searched for something else');
        if (after.hasTag('failed') && !after.context.failure) throw new Error('failed without a reason');
      },
    });
    expect(steps).toBe(10 * WALKS);
  });
});
