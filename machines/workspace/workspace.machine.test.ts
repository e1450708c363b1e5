import { describe, expect, it } from 'vitest';
import { assign, setup } from 'xstate';
import { asking, settled, stage } from '#tests/support/stage.ts';
import type { PageEvent, PageInput, PageLogic } from '../kernel/page/page-contract.ts';
import { tell } from '../kernel/tell.ts';
import { tabMachine } from './tab.machine.ts';
import { fromElsewhere, readWorkspace, type StoredWorkspace } from './tab-list.ts';
import { RESTORE_TIMEOUT_MS, SAVE_PAUSE_MS, SAVE_RETRY_MS, workspaceMachine } from './workspace.machine.ts';

interface Context extends PageInput {
  typed: string;
  pwd: string;
  seen: number;
  left: number;
  refreshes: number;
  answer: string[] | undefined;
}
type Own =
  | PageEvent
  | { type: 'moveTo'; search: string }
  | { type: 'type'; typed: string }
  | { type: 'save' }
  | { type: 'openDialog' }
  | { type: 'fall' };

/** A page with an address, typed content, an answer, and a secret that must not be stored. */
const somePage = setup({
  types: {} as { context: Context; input: PageInput; events: Own; tags: 'dirty' | 'writing' | 'open' },
  actions: {
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepTyped: assign((_, { typed }: { typed: string }) => ({ typed, pwd: 'hush', answer: ['row'] })),
    see: assign(({ context }) => ({ seen: context.seen + 1 })),
    leave: assign(({ context }) => ({ left: context.left + 1 })),
    refresh: assign(({ context }) => ({ refreshes: context.refreshes + 1 })),
    tellMoved: tell<Context, { search: string }>((_, { search }) => ({ type: 'page.moved', search, how: 'push' })),
    tellBatch: tell<Context>(() => ({ type: 'page.batchStarted', batchId: 7 })),
    fall: () => {
      throw new Error('fell');
    },
  },
}).createMachine({
  id: 'somePage',
  context: ({ input }) => ({ ...input, typed: '', pwd: '', seen: 0, left: 0, refreshes: 0, answer: undefined }),
  initial: 'clean',
  on: {
    'page.located': { actions: { type: 'keepSearch', params: ({ event }) => event } },
    'page.seen': { actions: 'see' },
    'page.left': { actions: 'leave' },
    'page.refreshRequested': { actions: 'refresh' },
    moveTo: {
      actions: [
        { type: 'keepSearch', params: ({ event }) => event },
        { type: 'tellMoved', params: ({ event }) => event },
      ],
    },
    type: { target: '.hasChanges', actions: { type: 'keepTyped', params: ({ event }) => event } },
    save: { target: '.writing', actions: 'tellBatch' },
    openDialog: '.showingDialog',
    fall: { actions: 'fall' },
  },
  states: {
    clean: {},
    hasChanges: {
      tags: 'dirty',
      on: { openDialog: '.showingDialog' },
      initial: 'typing',
      states: { typing: {}, showingDialog: { tags: 'open' } },
    },
    writing: { tags: ['dirty', 'writing'] },
    showingDialog: { tags: 'open' },
  },
});

const PATHS = Array.from({ length: 60 }, (_, index) => `/p${index}`);

async function begin(stored?: StoredWorkspace, permitted: string[] = PATHS) {
  const pages = asking<PageLogic, { path: string }>();
  const load = asking<StoredWorkspace | undefined, { user: number }>();
  const save = asking<unknown, { user: number; workspace: StoredWorkspace }>();
  const begun = stage(
    workspaceMachine.provide({
      actors: { tab: tabMachine.provide({ actors: { loadPage: pages.logic } }), loadWorkspace: load.logic, saveWorkspace: save.logic },
    }),
  );
  const { actor } = begun;
  actor.send({ type: 'workspace.started', user: 1, paths: permitted });
  const context = () => actor.getSnapshot().context;
  const tab = (key: string) => context().tabs.find((one) => one.key === key);
  const page = (key: string) => tab(key)?.ref.getSnapshot().children.page;
  const all = {
    ...begun,
    pages,
    load,
    save,
    context,
    tab,
    page,
    shows: () => context().active,
    keys: () => context().tabs.map(({ key }) => key),
    known: (key: string) => page(key)?.getSnapshot().context as Context | undefined,
    tell: (key: string, event: Own) => {
      page(key)?.send(event as never);
      const isDirty = page(key)?.getSnapshot().hasTag('dirty') === true;
      actor.send({ type: 'tab.unsettledChanged', key, unsettled: isDirty });
    },
    want: async (path: string, search = '', { isStep = false, tab: named = undefined as string | undefined } = {}) => {
      const before = pages.questions.length;
      actor.send({ type: 'page.requested', path, search, isStep, tab: named });
      if (pages.questions.length > before) await pages.question().answer({ machine: somePage });
    },
    moves: () => begun.facts.filter(({ type }) => type === 'workspace.moved'),
  };
  await load.question().answer(stored);
  return all;
}

/** The stored workspace as the server returns it: parsed and checked JSON. */
const stowed = (workspace: unknown) => readWorkspace(JSON.parse(JSON.stringify(workspace)));

describe('the workspace', () => {
  it('opens a page once, and shows it at the query string of the address', async () => {
    const { want, keys, known, shows } = await begin();
    await want('/p1', '?page=2');
    await want('/p1', '?page=3', { isStep: true });
    expect(keys()).toEqual(['/p1#1']);
    expect(shows()).toBe('/p1#1');
    expect(known('/p1#1')?.search).toBe('?page=3');
  });

  it('starts a page at the address that the page prefers, until it moves', async () => {
    const { actor, pages, known, want, moves, tell } = await begin();
    const open = async (path: string, search: string) => {
      actor.send({ type: 'page.requested', path, search, isStep: true });
      const toFirstSearch = (asked: string) => asked || '?biz=ec';
      await pages.question().answer({ machine: somePage, toFirstSearch });
    };
    await open('/p1', '');
    expect(known('/p1#1')?.search).toBe('?biz=ec');
    expect(moves().at(-1)).toEqual({ type: 'workspace.moved', path: '/p1', search: '?biz=ec', how: 'replace', tab: '/p1#1' });
    await want('/p1', '', { isStep: true });
    expect(known('/p1#1')?.search).toBe('?biz=ec');
    tell('/p1#1', { type: 'moveTo', search: '' });
    await want('/p1', '', { isStep: true });
    expect(known('/p1#1')?.search).toBe('');
    await open('/p2', '?page=2');
    expect(known('/p2#2')?.search).toBe('?page=2');
  });

  it('keeps a hidden page running with all typed content, and shows it again without reloading its code', async () => {
    const { actor, want, tell, page, known, pages, moves } = await begin();
    await want('/p1');
    tell('/p1#1', { type: 'type', typed: 'half a word' });
    const before = page('/p1#1');
    await want('/p2');
    expect(known('/p1#1')?.left).toBe(1);
    actor.send({ type: 'tab.chosen', key: '/p1#1' });
    expect(page('/p1#1')).toBe(before);
    expect(known('/p1#1')).toMatchObject({ typed: 'half a word', seen: 2 });
    expect(pages.questions).toHaveLength(2);
    expect(moves()).toEqual([{ type: 'workspace.moved', path: '/p1', search: '', how: 'push', tab: '/p1#1' }]);
  });

  it('tells a page that it is seen when the user comes to it, not when it is chosen again', async () => {
    const { want, known } = await begin();
    await want('/p1', '?page=2');
    await want('/p1', '?page=2');
    await want('/p1', '?page=3', { isStep: true });
    expect(known('/p1#1')).toMatchObject({ seen: 1, left: 0, search: '?page=3' });
    await want('/p2');
    await want('/p1');
    expect(known('/p1#1')).toMatchObject({ seen: 2, left: 1 });
  });

  it('tells a page that loaded while hidden that it is seen only once the user returns', async () => {
    const { actor, want, known, pages } = await begin();
    actor.send({ type: 'page.requested', path: '/p1', search: '', isStep: false });
    const code = pages.question();
    await want('/p2');
    await code.answer({ machine: somePage });
    expect(known('/p1#1')?.seen).toBe(0);
    actor.send({ type: 'tab.chosen', key: '/p1#1' });
    expect(known('/p1#1')?.seen).toBe(1);
  });

  it('follows a link to a bare path to the page in its current state, and a typed address exactly', async () => {
    const { want, tell, known, moves } = await begin();
    await want('/p1');
    tell('/p1#1', { type: 'moveTo', search: '?page=4' });
    await want('/p2');
    await want('/p1');
    expect(known('/p1#1')?.search).toBe('?page=4');
    expect(moves().at(-1)).toMatchObject({ path: '/p1', search: '?page=4', how: 'replace' });
    await want('/p1', '', { isStep: true });
    expect(known('/p1#1')?.search).toBe('');
  });

  it('lets only the active page write the address; others keep their moves', async () => {
    const { actor, want, tell, tab, moves } = await begin();
    await want('/p1');
    await want('/p2');
    tell('/p1#1', { type: 'moveTo', search: '?page=9' });
    expect(moves()).toEqual([]);
    expect(tab('/p1#1')?.search).toBe('?page=9');
    actor.send({ type: 'tab.stepRequested', by: 1 });
    expect(moves()).toMatchObject([{ path: '/p1', search: '?page=9', how: 'push' }]);
  });

  it('puts the page activated longest ago to sleep when more than ten others run, and restores it', async () => {
    const { actor, want, tell, page, known, tab, pages } = await begin();
    await want('/p0');
    tell('/p0#1', { type: 'type', typed: 'kept' });
    for (let index = 1; index <= 11; index += 1) await want(`/p${index}`);
    expect(page('/p0#1')).toBeUndefined();
    expect(JSON.stringify(tab('/p0#1')?.ref.getSnapshot().context.memo)).not.toContain('row');
    actor.send({ type: 'tab.chosen', key: '/p0#1' });
    await pages.question().answer({ machine: somePage });
    expect(known('/p0#1')).toMatchObject({ typed: 'kept', pwd: '', seen: 2 });
    expect(known('/p0#1')?.answer).toBeUndefined();
  });

  it('tells the parts of a page, and their parts, when it was restored, and no others', async () => {
    const part = setup({ types: {} as { context: { restored: number }; events: { type: 'part.restored' } } }).createMachine({
      context: { restored: 0 },
      on: { 'part.restored': { actions: assign(({ context }) => ({ restored: context.restored + 1 })) } },
    });
    const holder = setup({ actors: { part } }).createMachine({ invoke: { id: 'inner', src: 'part' } });
    const machine = setup({ types: {} as { events: PageEvent; input: PageInput }, actors: { part, holder } }).createMachine({
      invoke: [
        { id: 'outer', src: 'part' },
        { id: 'holder', src: 'holder' },
      ],
    });
    const { actor, want, page, pages } = await begin();
    const told = () => {
      const { outer, holder: held } = page('/p0#1')?.getSnapshot().children ?? {};
      return [outer, held?.getSnapshot().children.inner].map((one) => one?.getSnapshot().context.restored);
    };
    actor.send({ type: 'page.requested', path: '/p0', search: '', isStep: false });
    await pages.question().answer({ machine });
    expect(told()).toEqual([0, 0]);
    for (let index = 1; index <= 11; index += 1) await want(`/p${index}`);
    expect(page('/p0#1')).toBeUndefined();
    actor.send({ type: 'tab.chosen', key: '/p0#1' });
    await pages.question().answer({ machine });
    expect(told()).toEqual([1, 1]);
  });

  it('never puts a writing page to sleep', async () => {
    const { want, tell, page } = await begin();
    await want('/p0');
    tell('/p0#1', { type: 'save' });
    for (let index = 1; index <= 11; index += 1) await want(`/p${index}`);
    expect(page('/p0#1')).toBeDefined();
    expect(page('/p1#2')).toBeUndefined();
  });

  it('closes a tab at once and shows its neighbour, and the first page after the last tab', async () => {
    const { actor, want, page, keys, shows, moves, facts } = await begin();
    await want('/p1');
    await want('/p2');
    await want('/p3');
    const closed = page('/p3#3');
    actor.send({ type: 'tab.closeRequested', key: '/p3#3' });
    expect(closed?.getSnapshot().status).toBe('stopped');
    expect(shows()).toBe('/p2#2');
    expect(moves().at(-1)).toMatchObject({ path: '/p2', how: 'replace' });
    actor.send({ type: 'tab.closeRequested', key: '/p1#1' });
    expect([keys(), moves().length]).toEqual([['/p2#2'], 1]);
    actor.send({ type: 'tab.closeRequested', key: '/p2#2' });
    expect(keys()).toEqual([]);
    expect(facts.at(-1)).toEqual({ type: 'workspace.emptied' });
  });

  it('asks before it closes tabs that would lose something, and can close only the others', async () => {
    const { actor, want, tell, keys } = await begin();
    for (const path of ['/p1', '/p2', '/p3', '/p4']) await want(path);
    tell('/p2#2', { type: 'type', typed: 'half' });
    const state = () => JSON.stringify(actor.getSnapshot().value);
    actor.send({ type: 'tab.othersCloseRequested', key: '/p4#4' });
    expect(state()).toContain('confirmingClose');
    actor.send({ type: 'tab.closeCancelled' });
    expect(keys()).toHaveLength(4);
    actor.send({ type: 'tab.othersCloseRequested', key: '/p4#4' });
    actor.send({ type: 'tab.closeSettledChosen' });
    expect(keys()).toEqual(['/p2#2', '/p4#4']);
    actor.send({ type: 'tab.closeRequested', key: '/p2#2' });
    actor.send({ type: 'tab.closeConfirmed' });
    expect(keys()).toEqual(['/p4#4']);
  });

  it('keeps pinned tabs in front, and open when several tabs are closed', async () => {
    const { actor, want, keys } = await begin();
    for (const path of ['/p1', '/p2', '/p3', '/p4']) await want(path);
    actor.send({ type: 'tab.pinToggled', key: '/p3#3' });
    expect(keys()).toEqual(['/p3#3', '/p1#1', '/p2#2', '/p4#4']);
    actor.send({ type: 'tab.dragged', key: '/p4#4', index: 0 });
    expect(keys()).toEqual(['/p3#3', '/p4#4', '/p1#1', '/p2#2']);
    actor.send({ type: 'tab.rightCloseRequested', key: '/p4#4' });
    expect(keys()).toEqual(['/p3#3', '/p4#4']);
    actor.send({ type: 'tab.othersCloseRequested', key: '/p4#4' });
    expect(keys()).toEqual(['/p3#3', '/p4#4']);
  });

  it('opens a page twice on request, and leads an old address back to the tab that wrote it', async () => {
    const { actor, want, keys, shows, pages, tell, known } = await begin();
    await want('/p1', '?page=2');
    actor.send({ type: 'tab.duplicateRequested', key: '/p1#1' });
    await pages.question().answer({ machine: somePage });
    expect([keys(), shows()]).toEqual([['/p1#1', '/p1#2'], '/p1#2']);
    tell('/p1#2', { type: 'moveTo', search: '?page=5' });
    await want('/p1', '?page=2', { isStep: true, tab: '/p1#1' });
    expect(shows()).toBe('/p1#1');
    expect(known('/p1#2')?.search).toBe('?page=5');
  });

  it('closes, beyond forty tabs, the one activated longest ago that loses nothing', async () => {
    const { want, tell, actor, keys } = await begin();
    await want('/p0');
    actor.send({ type: 'tab.pinToggled', key: '/p0#1' });
    await want('/p1');
    tell('/p1#2', { type: 'type', typed: 'x' });
    for (let index = 2; index <= 40; index += 1) await want(`/p${index}`);
    expect(keys()).toHaveLength(40);
    expect(keys()).toContain('/p0#1');
    expect(keys()).toContain('/p1#2');
    expect(keys()).not.toContain('/p2#3');
  });

  it('closes the tabs of pages that are no longer permitted', async () => {
    const { actor, want, keys, shows, page } = await begin();
    await want('/p1');
    await want('/p2');
    const gone = page('/p2#2');
    actor.send({ type: 'pages.permitted', paths: ['/p1'] });
    expect([keys(), shows()]).toEqual([['/p1#1'], undefined]);
    expect(gone?.getSnapshot().status).toBe('stopped');
  });

  it('puts a page that is no longer permitted aside with its typed content, and restores it with the permission', async () => {
    const { actor, want, tell, keys, known, pages } = await begin();
    await want('/p1', '?page=2');
    tell('/p1#1', { type: 'type', typed: 'half a word' });
    actor.send({ type: 'pages.permitted', paths: ['/p2'] });
    expect(keys()).toEqual([]);
    actor.send({ type: 'pages.permitted', paths: ['/p1', '/p2'] });
    actor.send({ type: 'page.requested', path: '/p1', search: '?page=2', isStep: false });
    await pages.question().answer({ machine: somePage });
    expect(known(keys()[0] ?? '')).toMatchObject({ typed: 'half a word', search: '?page=2' });
  });

  it('shows nothing at a barred address, and a page again when a tab is chosen', async () => {
    const { actor, want, shows } = await begin();
    await want('/p1');
    actor.send({ type: 'page.dismissed' });
    expect(shows()).toBeUndefined();
    actor.send({ type: 'tab.chosen', key: '/p1#1' });
    expect(shows()).toBe('/p1#1');
  });

  it('refreshes the active page, and passes on the facts of a page', async () => {
    const { actor, want, known, tell, facts } = await begin();
    await want('/p1');
    await want('/p2');
    actor.send({ type: 'page.refreshRequested' });
    expect([known('/p1#1')?.refreshes, known('/p2#2')?.refreshes]).toEqual([0, 1]);
    tell('/p1#1', { type: 'save' });
    expect(facts.at(-1)).toEqual({ type: 'page.batchStarted', batchId: 7 });
  });

  it('refreshes nothing while no tab is active', async () => {
    const { actor, want, known, shows } = await begin();
    await want('/p1');
    actor.send({ type: 'page.dismissed' });
    expect(shows()).toBeUndefined();
    let told = 0;
    actor.system.inspect(({ type }) => {
      if (type !== '@xstate.event') return;
      told += 1;
      if (told > 100) throw new Error('it never ends');
    });
    actor.send({ type: 'page.refreshRequested' });
    expect(told).toBeLessThan(10);
    expect(known('/p1#1')?.refreshes).toBe(0);
  });

  it('survives a page that fails, and a page whose code is missing', async () => {
    const { actor, want, tell, tab, pages, known } = await begin();
    await want('/p1');
    tell('/p1#1', { type: 'fall' });
    expect(tab('/p1#1')?.ref.getSnapshot().value).toBe('broken');
    tab('/p1#1')?.ref.send({ type: 'page.retried' });
    await pages.question().answer({ machine: somePage });
    expect(known('/p1#1')?.seen).toBe(1);
    actor.send({ type: 'page.requested', path: '/p2', search: '', isStep: false });
    await pages.question().refuse(new Error('no such file'));
    expect(tab('/p2#2')?.ref.getSnapshot().value).toBe('missing');
    tab('/p2#2')?.ref.send({ type: 'page.retried' });
    await pages.question().answer({ machine: somePage });
    expect(known('/p2#2')?.seen).toBe(1);
  });
});

describe('the stored tabs', () => {
  /** A visit that ends with two tabs, typed content and a scroll position. */
  const lastVisit = async () => {
    const { want, tell, tab, actor, save, clock } = await begin();
    await want('/p1', '?page=2');
    tell('/p1#1', { type: 'type', typed: 'half a word' });
    tab('/p1#1')?.ref.send({ type: 'tab.scrolled', scroll: 240 });
    await want('/p2');
    actor.send({ type: 'tab.pinToggled', key: '/p2#2' });
    actor.send({ type: 'tab.chosen', key: '/p1#1' });
    actor.send({ type: 'workspace.changed' });
    clock.increment(SAVE_PAUSE_MS);
    return save.question().input.workspace;
  };

  it('are saved a second after the last change, without answers and secrets', async () => {
    const kept = JSON.stringify(await lastVisit());
    expect(kept).toContain('half a word');
    expect(kept).not.toContain('hush');
    expect(kept).not.toContain('row');
  });

  it('contain the typed content of the tabs activated last, up to the limit', async () => {
    const { want, tell, actor, save } = await begin();
    for (let index = 0; index < 10; index += 1) {
      await want(`/p${index}`);
      tell(`/p${index}#${index + 1}`, { type: 'type', typed: `${index}`.repeat(50_000) });
    }
    await want('/p10');
    tell('/p10#11', { type: 'type', typed: 'x'.repeat(70_000) });
    actor.send({ type: 'workspace.changed' });
    actor.send({ type: 'workspace.flushRequested' });
    const { tabs } = save.question().input.workspace;
    expect(JSON.stringify(tabs).length).toBeLessThan(420_000);
    expect(tabs.filter(({ memo }) => memo).map(({ path }) => path)).toEqual(['/p3', '/p4', '/p5', '/p6', '/p7', '/p8', '/p9']);
  });

  it('stay behind the first page if no other was requested', async () => {
    const again = await begin(stowed(await lastVisit()));
    expect(again.keys()).toEqual(['/p2#1', '/p1#2']);
    await again.want('/p0');
    expect([again.keys(), again.shows()]).toEqual([['/p2#1', '/p1#2', '/p0#3'], '/p0#3']);
    await again.want('/p1');
    expect(again.known('/p1#2')).toMatchObject({ typed: 'half a word', search: '?page=2' });
  });

  it('need a confirmation before a sleeping tab with typed content is closed', async () => {
    const again = await begin(stowed(await lastVisit()));
    again.actor.send({ type: 'tab.closeRequested', key: '/p1#2' });
    expect(again.actor.getSnapshot().matches({ open: { tabs: 'confirmingClose' } })).toBe(true);
  });

  it('are awaited by the first page, which is restored from its memo', async () => {
    const stored = stowed(await lastVisit());
    const pages = asking<PageLogic, { path: string }>();
    const load = asking<StoredWorkspace | undefined, { user: number }>();
    const { actor, facts } = stage(
      workspaceMachine.provide({
        actors: { tab: tabMachine.provide({ actors: { loadPage: pages.logic } }), loadWorkspace: load.logic },
      }),
    );
    actor.send({ type: 'workspace.started', user: 1, paths: PATHS });
    actor.send({ type: 'page.requested', path: '/p1', search: '', isStep: false });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await load.question().answer(stored);
    expect(pages.inputs()).toEqual([{ path: '/p1' }]);
    await pages.question().answer({ machine: somePage });
    const { tabs, active } = actor.getSnapshot().context;
    const shown = tabs.find(({ key }) => key === active)?.ref.getSnapshot();
    expect(shown?.children.page?.getSnapshot().context).toMatchObject({ typed: 'half a word', search: '?page=2', pwd: '' });
    expect(shown?.context.scroll).toBe(240);
    expect(facts).toEqual([{ type: 'workspace.moved', path: '/p1', search: '?page=2', how: 'replace', tab: active }]);
    expect(tabs.map(({ path, pinned }) => [path, pinned])).toEqual([
      ['/p2', true],
      ['/p1', false],
    ]);
  });

  it('are opened at the page of the address, whichever was active last', async () => {
    const stored = stowed(await lastVisit());
    const again = await begin(stored);
    await again.want('/p1', '?page=2', { isStep: true });
    expect(again.known('/p1#2')).toMatchObject({ typed: 'half a word', search: '?page=2' });
  });

  it('are awaited only for a limited time', async () => {
    const load = asking<StoredWorkspace | undefined, { user: number }>();
    const { actor, clock } = stage(workspaceMachine.provide({ actors: { loadWorkspace: load.logic } }));
    actor.send({ type: 'page.requested', path: '/p0', search: '', isStep: true });
    actor.send({ type: 'workspace.started', user: 1, paths: PATHS });
    clock.increment(RESTORE_TIMEOUT_MS);
    expect(actor.getSnapshot().context.active).toBe('/p0#1');
    await load.question().answer(stowed(await lastVisit()));
    expect(actor.getSnapshot().context.tabs.map(({ path }) => path)).toEqual(['/p2', '/p1', '/p0']);
    expect(actor.getSnapshot().context.active).toBe('/p0#1');
  });

  it('keep the typed content of a page that is not permitted now, and show it again with the permission', async () => {
    const again = await begin(stowed(await lastVisit()), ['/p2']);
    expect(again.keys()).toEqual(['/p2#1']);
    again.actor.send({ type: 'workspace.changed' });
    again.actor.send({ type: 'workspace.flushRequested' });
    const third = await begin(stowed(again.save.question().input.workspace), ['/p2']);
    third.actor.send({ type: 'pages.permitted', paths: ['/p1', '/p2'] });
    await third.want('/p1');
    expect(third.known('/p1#2')).toMatchObject({ typed: 'half a word', search: '?page=2' });
  });

  it('are loaded again after a failure, and nothing is saved before they are known', async () => {
    const stored = stowed(await lastVisit());
    const load = asking<StoredWorkspace | undefined, { user: number }>();
    const save = asking<unknown, { user: number; workspace: StoredWorkspace }>();
    const { actor, clock } = stage(workspaceMachine.provide({ actors: { loadWorkspace: load.logic, saveWorkspace: save.logic } }));
    actor.send({ type: 'workspace.started', user: 1, paths: PATHS });
    actor.send({ type: 'page.requested', path: '/p0', search: '', isStep: false });
    actor.send({ type: 'workspace.changed' });
    clock.increment(RESTORE_TIMEOUT_MS + SAVE_PAUSE_MS);
    actor.send({ type: 'workspace.flushRequested' });
    expect([save.questions.length, actor.getSnapshot().hasTag('unknown')]).toEqual([0, true]);
    await load.question().refuse(new Error('no answer'));
    expect(actor.getSnapshot().context.active).toBe('/p0#1');
    clock.increment(SAVE_RETRY_MS);
    expect([load.questions.length, save.questions.length]).toEqual([2, 0]);
    await load.question().answer(stored);
    expect(actor.getSnapshot().hasTag('unknown')).toBe(false);
    clock.increment(SAVE_PAUSE_MS);
    expect(save.question().input.workspace.tabs.map(({ path }) => path)).toEqual(['/p2', '/p1', '/p0']);
  });

  it('stand beside a page opened meanwhile if they have typed content', async () => {
    const stored = stowed(await lastVisit());
    const load = asking<StoredWorkspace | undefined, { user: number }>();
    const { actor, clock } = stage(workspaceMachine.provide({ actors: { loadWorkspace: load.logic } }));
    actor.send({ type: 'workspace.started', user: 1, paths: PATHS });
    for (const path of ['/p1', '/p2']) actor.send({ type: 'page.requested', path, search: '', isStep: false });
    clock.increment(RESTORE_TIMEOUT_MS);
    await load.question().answer(stored);
    expect(actor.getSnapshot().context.tabs.map(({ path }) => path)).toEqual(['/p1', '/p2']);
    expect(actor.getSnapshot().context.tabs.map(({ unsettled }) => unsettled)).toEqual([true, false]);
  });

  it('start a page afresh if its memo is unreadable or of another version', async () => {
    const kept = JSON.parse(JSON.stringify(await lastVisit()));
    for (const spoil of [
      (tab: { memo?: { shape?: string; snapshot?: object } }) => Object.assign(tab.memo ?? {}, { shape: 'older' }),
      (tab: { memo?: unknown }) => Object.assign(tab, { memo: { shape: 1, snapshot: 'nonsense' } }),
      (tab: { memo?: { snapshot?: object } }) => Object.assign(tab.memo?.snapshot ?? {}, { value: 'nowhere' }),
    ]) {
      const spoilt = structuredClone(kept);
      spoil(spoilt.tabs.find((tab: { path: string }) => tab.path === '/p1'));
      const again = await begin(stowed(spoilt));
      await again.want('/p1');
      expect(again.known('/p1#2')).toMatchObject({ typed: '', seen: 1, search: '?page=2' });
    }
  });

  describe('with an open dialog', () => {
    /** A visit that ends with an open dialog on a page, and what another window makes of it. */
    const visitWithDialog = async (...events: Own[]) => {
      const { want, tell, actor, save } = await begin();
      await want('/p1', '?page=2');
      for (const event of [...events, { type: 'openDialog' } as const]) tell('/p1#1', event);
      actor.send({ type: 'workspace.changed' });
      actor.send({ type: 'workspace.flushRequested' });
      return stowed(save.question().input.workspace) as StoredWorkspace;
    };
    const pageAfter = async (stored: StoredWorkspace) => {
      const again = await begin(stored);
      await again.want('/p1');
      return again.page('/p1#1')?.getSnapshot();
    };

    it('show it again after a reload of the same window', async () => {
      expect((await pageAfter(await visitWithDialog()))?.hasTag('open')).toBe(true);
    });

    it('start the page without it in another window, at the same address', async () => {
      const page = await pageAfter(fromElsewhere(await visitWithDialog()));
      expect(page?.hasTag('open')).toBe(false);
      expect(page?.context).toMatchObject({ search: '?page=2', seen: 1 });
    });

    it('keep typed content in another window', async () => {
      const page = await pageAfter(fromElsewhere(await visitWithDialog({ type: 'type', typed: 'half a word' })));
      expect(page?.context).toMatchObject({ typed: 'half a word', search: '?page=2' });
    });
  });

  it('are ignored if they are no valid workspace', () => {
    for (const junk of [null, 7, 'x', [], {}, { version: 2, tabs: [] }, { version: 1 }]) expect(readWorkspace(junk)).toBeUndefined();
    expect(readWorkspace({ version: 1, active: 'x', tabs: [null, 3, { path: 1 }, { path: '/a', search: '?x', memo: 5 }] })).toEqual({
      version: 1,
      active: 0,
      tabs: [{ path: '/a', search: '?x', pinned: false, scroll: 0, unsettled: false, memo: undefined }],
    });
  });

  it('are saved at once when the browser may leave, again after a failure, and with later changes', async () => {
    const { actor, want, save, clock } = await begin();
    await want('/p1');
    actor.send({ type: 'workspace.changed' });
    actor.send({ type: 'workspace.flushRequested' });
    expect(save.questions).toHaveLength(1);
    actor.send({ type: 'workspace.changed' });
    await save.question().answer(undefined);
    clock.increment(SAVE_PAUSE_MS);
    expect(save.questions).toHaveLength(2);
    await save.question().refuse(new Error('refused'));
    clock.increment(SAVE_RETRY_MS);
    expect(save.questions).toHaveLength(3);
    await save.question().answer(undefined);
    clock.increment(SAVE_RETRY_MS);
    await settled();
    expect(save.questions).toHaveLength(3);
  });
});
