import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { SEARCH_PAUSE_MS } from '../kernel/list/options.machine.ts';
import { type FoundGroup, MAX_RECENT, type PaletteChoice, paletteMachine } from './palette.machine.ts';

const begin = () => {
  const server = asking<FoundGroup[], { keyword: string }>();
  const on = stage(paletteMachine.provide({ actors: { findRecords: server.logic } }));
  const { actor, clock } = on;
  return {
    ...on,
    server,
    type: (keyword: string) => actor.send({ type: 'palette.keywordTyped', keyword }),
    pause: () => clock.increment(SEARCH_PAUSE_MS),
    choose: (choice: PaletteChoice) => actor.send({ type: 'palette.choiceMade', choice }),
    toggle: () => actor.send({ type: 'palette.toggled' }),
    state: () => actor.getSnapshot().value,
    known: () => actor.getSnapshot().context,
  };
};

const record = { id: 7, label: '陈一鸣', detail: 'opt_01', path: '/sys/accounts', search: '?keyword=opt_01' };
const found: FoundGroup[] = [{ kind: 'user', list: [record] }];
const page = (path: string): PaletteChoice => ({ kind: 'page', key: `page:${path}`, path });

describe('the palette', () => {
  it('opens and closes by the same shortcut, and opens empty', () => {
    const { toggle, state, type, known } = begin();
    expect(state()).toBe('closed');
    toggle();
    expect(state()).toEqual({ open: 'idle' });
    type('a');
    toggle();
    expect(state()).toBe('closed');
    expect(known()).toMatchObject({ keyword: '', answer: undefined });
  });

  it('searches once typing has paused, for the trimmed text', () => {
    const { toggle, type, pause, clock, server, state } = begin();
    toggle();
    type('o');
    clock.increment(SEARCH_PAUSE_MS - 1);
    type(' op ');
    clock.increment(SEARCH_PAUSE_MS - 1);
    expect(server.questions).toHaveLength(0);
    expect(state()).toEqual({ open: 'pausing' });
    pause();
    expect(server.inputs()).toEqual([{ keyword: 'op' }]);
    expect(state()).toEqual({ open: 'searching' });
  });

  it('ignores the answer to an older search', async () => {
    const { toggle, type, pause, server, known, state } = begin();
    toggle();
    type('o');
    pause();
    type('op');
    expect(server.question(0).signal.aborted).toBe(true);
    await server.question(0).answer(found);
    expect(known().answer).toBeUndefined();
    pause();
    await server.question(1).answer([]);
    expect(state()).toEqual({ open: 'shown' });
    expect(known().answer).toEqual({ keyword: 'op', groups: [] });
  });

  it('keeps its results until the next answer arrives or nothing is typed', async () => {
    const { toggle, type, pause, server, known, state } = begin();
    toggle();
    type('o');
    pause();
    await server.question().answer(found);
    type('op');
    expect(known().answer).toEqual({ keyword: 'o', groups: found });
    type('  ');
    expect(state()).toEqual({ open: 'idle' });
    expect(known().answer).toBeUndefined();
    pause();
    expect(server.questions).toHaveLength(1);
  });

  it('reports a failure, and retries the same search', async () => {
    const { toggle, type, pause, server, known, state, actor } = begin();
    toggle();
    type('o');
    pause();
    await server.question().refuse({ message: 'no network', traceId: 'trace-1' });
    expect(state()).toEqual({ open: 'failed' });
    expect(known()).toMatchObject({ failure: { message: 'no network', traceId: 'trace-1' }, answer: undefined });
    actor.send({ type: 'palette.retried' });
    await server.question().answer(found);
    expect(server.inputs()).toEqual([{ keyword: 'o' }, { keyword: 'o' }]);
    expect(state()).toEqual({ open: 'shown' });
  });

  it('searches nothing after it was closed', async () => {
    const { toggle, type, pause, server, actor, known, state } = begin();
    toggle();
    type('o');
    actor.send({ type: 'palette.dismissed' });
    pause();
    expect(server.questions).toHaveLength(0);
    toggle();
    type('o');
    pause();
    actor.send({ type: 'palette.dismissed' });
    await server.question().answer(found);
    expect(state()).toBe('closed');
    expect(known().answer).toBeUndefined();
  });
});

describe('a choice', () => {
  it('of a page or a record tells its place, and closes', () => {
    const { toggle, choose, facts, state } = begin();
    toggle();
    choose(page('/sys/role'));
    expect(state()).toBe('closed');
    toggle();
    choose({ kind: 'user', key: 'user:7', record });
    expect(facts).toEqual([
      { type: 'palette.chosen', path: '/sys/role', search: '' },
      { type: 'palette.chosen', path: '/sys/accounts', search: '?keyword=opt_01' },
    ]);
  });

  it('of an action tells the action', () => {
    const { toggle, choose, facts, state } = begin();
    toggle();
    choose({ kind: 'action', key: 'action:theme', action: 'theme' });
    expect(facts).toEqual([{ type: 'palette.actionChosen', key: 'theme' }]);
    expect(state()).toBe('closed');
  });

  it('is ignored while the palette is closed', () => {
    const { choose, facts, known } = begin();
    choose(page('/sys/role'));
    expect(facts).toEqual([]);
    expect(known().recent).toEqual([]);
  });

  it('is kept as recent: newest first, each once, up to the limit', () => {
    const { toggle, choose, known } = begin();
    const paths = ['/a', '/b', '/a', '/c', '/d', '/e', '/f'];
    for (const path of paths) {
      toggle();
      choose(page(path));
    }
    expect(known().recent.map(({ key }) => key)).toEqual(['page:/f', 'page:/e', 'page:/d', 'page:/c', 'page:/a']);
    expect(known().recent).toHaveLength(MAX_RECENT);
  });
});
