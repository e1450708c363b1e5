import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import type { PageEvent, PageInput, PageLogic } from '../kernel/page-contract.ts';
import { tell } from '../kernel/tell.ts';
import { pageHostMachine } from './page-host.machine.ts';

type Context = PageInput & { refreshes: number };
type Own = PageEvent | { type: 'moveTo'; search: string } | { type: 'askForReset' } | { type: 'fall' };

const somePage = setup({
  types: {} as { context: Context; input: PageInput; events: Own },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    count: assign(({ context }) => ({ refreshes: context.refreshes + 1 })),
    tellMoved: tell<Context, { search: string }>((_, { search }) => ({ type: 'page.moved', search, how: 'push' })),
    tellReset: tell<Context>(() => ({ type: 'page.passwordResetRequested', subject: { id: 5, account: 'li' } })),
    fall: () => {
      throw new Error('fell');
    },
  },
}).createMachine({
  id: 'somePage',
  context: ({ input }) => ({ ...input, refreshes: 0 }),
  on: {
    'page.located': { actions: { type: 'keepSearch', params: ({ event }) => event } },
    'page.refreshRequested': { actions: 'count' },
    moveTo: { actions: { type: 'tellMoved', params: ({ event }) => event } },
    askForReset: { actions: 'tellReset' },
    fall: { actions: 'fall' },
  },
});

const begin = () => {
  const server = asking<PageLogic, { path: string }>();
  const begun = stage(pageHostMachine.provide({ actors: { fetchPage: server.logic } }));
  const page = () => begun.actor.getSnapshot().children.page;
  return {
    ...begun,
    server,
    page,
    known: () => page()?.getSnapshot().context as { search: string; refreshes: number } | undefined,
    want: (path: string, search = '') => begun.actor.send({ type: 'page.wanted', path, search }),
    arrive: () => server.question().answer({ machine: somePage }),
  };
};

const living = async () => {
  const begun = begin();
  begun.want('/a', '?page=2');
  await begun.arrive();
  return begun;
};

describe('the host of the pages', () => {
  it('stops a page that nobody may see any more, and fetches it anew when it is wanted again', async () => {
    const { actor, server, page, want, arrive } = await living();
    const stopped = page();
    actor.send({ type: 'page.dismissed' });
    expect(stopped?.getSnapshot().status).toBe('stopped');
    expect(actor.getSnapshot().value).toBe('empty');
    expect(actor.getSnapshot().context).toEqual({ path: '', search: '', logic: undefined });
    want('/a');
    await arrive();
    expect(server.inputs()).toEqual([{ path: '/a' }, { path: '/a' }]);
    expect(actor.getSnapshot().value).toBe('living');
  });

  it("starts a page's machine where the address says", async () => {
    const { actor, server, known } = await living();
    expect(server.inputs()).toEqual([{ path: '/a' }]);
    expect(actor.getSnapshot().value).toBe('living');
    expect(known()).toEqual({ search: '?page=2', refreshes: 0 });
  });

  it('tells the same page of its new address and keeps it alive', async () => {
    const { page, known, want, server } = await living();
    const before = page();
    want('/a', '?page=3');
    expect(page()).toBe(before);
    expect(known()?.search).toBe('?page=3');
    expect(server.questions).toHaveLength(1);
  });

  it('ends the old page when another is wanted', async () => {
    const { actor, page, want, arrive } = await living();
    const old = page();
    want('/b');
    expect(old?.getSnapshot().status).toBe('stopped');
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await arrive();
    expect(page()).not.toBe(old);
    expect(actor.getSnapshot().context.path).toBe('/b');
  });

  it('shows the page that was wanted last, whichever code arrives first', async () => {
    const { actor, server, want, known } = begin();
    want('/a', '?a');
    want('/b', '?b');
    await server.question(1).answer({ machine: somePage });
    await server.question(0).answer({ machine: somePage });
    expect(actor.getSnapshot().context).toMatchObject({ path: '/b', search: '?b' });
    expect(known()?.search).toBe('?b');
    expect(server.question(0).signal.aborted).toBe(true);
  });

  it('passes on what a page tells, and remembers where it moved', async () => {
    const { actor, page, facts } = await living();
    page()?.send({ type: 'moveTo', search: '?page=4' } as never);
    page()?.send({ type: 'askForReset' } as never);
    expect(facts).toEqual([
      { type: 'page.moved', search: '?page=4', how: 'push' },
      { type: 'page.passwordResetRequested', subject: { id: 5, account: 'li' } },
    ]);
    expect(actor.getSnapshot().context.search).toBe('?page=4');
  });

  it('refreshes the page that lives, and is not disturbed when none does', async () => {
    const { actor, known, want } = await living();
    actor.send({ type: 'page.refreshRequested' });
    expect(known()?.refreshes).toBe(1);
    want('/b');
    actor.send({ type: 'page.refreshRequested' });
    expect(actor.getSnapshot().status).toBe('active');
  });

  it('says that the code is missing, and fetches it again when told', async () => {
    const { actor, server, want, arrive } = begin();
    want('/a', '?page=2');
    await server.question().refuse(new Error('no such file'));
    expect(actor.getSnapshot().value).toBe('missing');
    actor.send({ type: 'page.retried' });
    await arrive();
    expect(actor.getSnapshot()).toMatchObject({ value: 'living', context: { path: '/a', search: '?page=2' } });
  });

  it('goes on to another page from one whose code is missing', async () => {
    const { actor, server, want, arrive } = begin();
    want('/a');
    await server.question().refuse(new Error('no such file'));
    want('/b');
    await arrive();
    expect(actor.getSnapshot()).toMatchObject({ value: 'living', context: { path: '/b' } });
  });

  it('survives a page that breaks, and starts it afresh where it stood', async () => {
    const { actor, page, known, arrive } = await living();
    page()?.send({ type: 'moveTo', search: '?page=4' } as never);
    page()?.send({ type: 'fall' } as never);
    expect(actor.getSnapshot().value).toBe('broken');
    actor.send({ type: 'page.retried' });
    await arrive();
    expect(actor.getSnapshot().value).toBe('living');
    expect(known()?.search).toBe('?page=4');
  });
});
