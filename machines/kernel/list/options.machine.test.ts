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
  it('are loaded once, when they are first opened', async () => {
    const { actor, server } = begin();
    expect(server.questions).toHaveLength(0);
    actor.send({ type: 'options.opened' });
    actor.send({ type: 'options.opened' });
    await server.question().answer(['li']);
    actor.send({ type: 'options.opened' });
    expect(server.inputs()).toEqual([{ keyword: '' }]);
    expect(actor.getSnapshot().context.answer).toEqual(['li']);
  });

  it('are loaded again when they are opened after an invalidation', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.opened' });
    await server.question().answer(['li']);
    actor.send({ type: 'options.invalidated' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'options.opened' });
    expect(server.questions).toHaveLength(2);
  });

  it('wait for the last keystroke before they search', () => {
    const { actor, server, clock } = begin();
    for (const keyword of ['l', 'li']) {
      actor.send({ type: 'options.searched', keyword });
      clock.increment(SEARCH_PAUSE_MS - 1);
    }
    expect(server.questions).toHaveLength(0);
    clock.increment(1);
    expect(server.inputs()).toEqual([{ keyword: 'li' }]);
  });

  it('ignore the answer to an older search', async () => {
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

  it('report a failed load, and are loaded again', async () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.opened' });
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().hasTag('failed')).toBe(true);
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
    actor.send({ type: 'options.opened' });
    await server.question().answer(['li']);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  it('are not loaded twice at the same time', () => {
    const { actor, server } = begin();
    actor.send({ type: 'options.opened' });
    actor.send({ type: 'options.opened' });
    expect(server.questions).toHaveLength(1);
    expect(server.question().signal.aborted).toBe(false);
  });

  it('tell which chosen ids are missing from them once they are loaded', async () => {
    const { actor, server, facts } = beginRoles();
    actor.send({ type: 'options.namesRequested', ids: [1] });
    actor.send({ type: 'options.namesRequested', ids: [9] });
    expect(server.questions).toHaveLength(1);
    await server.question().answer([{ id: 1 }, { id: 2 }]);
    expect(facts).toEqual([{ type: 'roles.unseen', ids: [9] }]);
    actor.send({ type: 'options.namesRequested', ids: [2, 8] });
    expect(facts.slice(1)).toEqual([{ type: 'roles.unseen', ids: [9, 8] }]);
    expect(server.questions).toHaveLength(1);
  });

  it('tell nothing about ids missing from search results', async () => {
    const { actor, server, clock, facts } = beginRoles();
    actor.send({ type: 'options.searched', keyword: 'li' });
    clock.increment(SEARCH_PAUSE_MS);
    actor.send({ type: 'options.namesRequested', ids: [9] });
    await server.question().answer([{ id: 1 }]);
    actor.send({ type: 'options.namesRequested', ids: [8] });
    expect(facts.map(({ ids }) => ids)).toEqual([[], []]);
  });

  it('are loaded again for a name after a failure', async () => {
    const { actor, server } = beginRoles();
    actor.send({ type: 'options.namesRequested', ids: [1] });
    await server.question().refuse(new Error('no network'));
    actor.send({ type: 'options.namesRequested', ids: [2] });
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
