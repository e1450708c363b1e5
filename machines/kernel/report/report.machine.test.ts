import { describe, expect, it } from 'vitest';
import { WALKS } from '#tests/support/depth.ts';
import { unreached, untaken } from '#tests/support/paths.ts';
import { randomWalks } from '#tests/support/random-walk.ts';
import { asking, stage } from '#tests/support/stage.ts';
import { reportWalk } from '../kernel.walks.ts';
import { text } from '../list/list-query.ts';
import { STALE_MS } from '../page/freshness.ts';
import { type BranchRequest, createReportMachine, type ReportAnswer, type ReportContext, type ReportFact } from './report.machine.ts';
import { defineReportQuery, type ReportQuery, type ReportRequest } from './report-query.ts';
import { type Branch, chainTo, pathOf, type ReportRow } from './report-tree.ts';

type Filters = { keyword?: string | undefined };

const query = defineReportQuery({
  fields: { keyword: text },
  groups: ['user', 'account', 'date'],
  defaultGroups: ['user'],
  metrics: ['spend'],
  presets: ['video'],
});
const report = createReportMachine<Filters>({ id: 'report', query });

const wide = defineReportQuery({
  fields: { keyword: text },
  groups: ['user', 'account', 'date'],
  defaultGroups: ['user', 'date'],
  metrics: ['orders', 'revenue', 'spend', 'video_plays', 'cpm'],
  presets: ['video', 'launch'],
});
/** A report that opens with some of its metrics. */
const narrow = createReportMachine<Filters>({ id: 'narrow', query: wide, opening: ['spend', 'orders'] });

const row = (key: string, spend = 1): ReportRow => ({ key, dims: { user: { id: key, label: key } }, m: { spend } });
const answer = (rows: ReportRow[], total = rows.length): ReportAnswer => ({
  rows,
  total,
  totals: { m: { spend: 9 } },
  asOf: '2026-11-20T08:00:00Z',
  provisionalFrom: '2026-11-19',
});
const branch = (...keys: string[]): Branch<ReportRow> => ({ rows: keys.map((key) => row(key)), total: keys.length });

const begin = (search = '?group_by=user,date') => {
  const server = asking<ReportAnswer, ReportQuery<Filters>>();
  const below = asking<Branch<ReportRow>, BranchRequest<Filters, ReportRow>>();
  const begun = stage(report.provide({ actors: { loadRows: server.logic, loadBranch: below.logic } }), { search });
  return {
    ...begun,
    server,
    below,
    /** The keys of the rows below which children were loaded. */
    chains: () => below.inputs().map(({ chain }) => chain.map(({ key }) => key).join(' > ')),
    known: () => begun.actor.getSnapshot().context.answer,
    toggle: (path: string) => begun.actor.send({ type: 'report.rowToggled', path }),
  };
};

describe('a report', () => {
  it("loads the query of the address, and keeps the server's totals", async () => {
    const { server, known } = begin('?group_by=user,date&date_from=2026-11-01&date_to=2026-11-07&compare=prev&sort=spend.asc&keyword=x');
    expect(server.inputs()).toEqual([
      {
        dateFrom: '2026-11-01',
        dateTo: '2026-11-07',
        groupBy: ['user', 'date'],
        compare: true,
        filters: { keyword: 'x' },
        sort: { field: 'spend', order: 'asc' },
        page: 1,
        pageSize: 50,
        preset: undefined,
      },
    ]);
    await server.question().answer(answer([row('a')], 1));
    expect(known()?.page.totals).toEqual({ m: { spend: 9 } });
  });

  describe('that opens with some of its metrics', () => {
    const open = (search = '', needed: readonly string[] = []) => {
      const server = asking<ReportAnswer, ReportRequest<Filters>>();
      const below = asking<Branch<ReportRow>, BranchRequest<Filters, ReportRow>>();
      const { actor } = stage(narrow.provide({ actors: { loadRows: server.logic, loadBranch: below.logic } }), { search, needed });
      return { actor, server, below, asked: () => server.inputs().map(({ metrics }) => metrics?.join()) };
    };

    it('loads those first, and others once their columns are chosen', async () => {
      const { actor, server, asked } = open();
      await server.question().answer(answer([row('a')]));
      actor.send({ type: 'report.metricsNeeded', needed: ['dims', 'spend', 'cpm'] });
      expect(asked()).toEqual(['orders,spend', 'orders,spend,cpm']);
      await server.question().answer(answer([row('a')]));
      actor.send({ type: 'report.metricsNeeded', needed: ['spend'] });
      actor.send({ type: 'report.refreshRequested' });
      expect(asked().slice(2)).toEqual(['orders,spend']);
    });

    it('loads again when columns are chosen before it has answered', () => {
      const { actor, server, asked } = open();
      actor.send({ type: 'report.metricsNeeded', needed: ['cpm'] });
      expect(asked()).toEqual(['orders,spend', 'orders,spend,cpm']);
      expect(server.question(0).signal.aborted).toBe(true);
    });

    it('loads the metrics of a chosen set of columns, and of one in the address', async () => {
      const { actor, server, asked } = open();
      await server.question().answer(answer([row('a')]));
      actor.send({ type: 'report.presetChosen', preset: 'video' });
      expect(asked().at(-1)).toBe('orders,spend,video_plays');
      await server.question().answer(answer([row('a')]));
      actor.send({ type: 'report.presetChosen', preset: undefined });
      expect(asked()).toHaveLength(2);
      actor.send({ type: 'report.located', search: '?preset=launch' });
      expect(asked().at(-1)).toBe('orders,spend,cpm');
      expect(open('?preset=video', ['revenue']).asked()).toEqual(['orders,revenue,spend,video_plays']);
    });

    it('loads the same metrics below an unfolded row', async () => {
      const { actor, server, below } = open('', ['cpm']);
      await server.question().answer(answer([row('a')]));
      actor.send({ type: 'report.rowToggled', path: pathOf('a') });
      expect(below.inputs().map(({ query: asked }) => asked.metrics?.join())).toEqual(['orders,spend,cpm']);
    });
  });

  it('loads the rows of all pages to choose those that can be chosen', async () => {
    const idOf = ({ key }: ReportRow) => (key === 'gone' ? undefined : Number(key));
    const choosable = createReportMachine<Filters>({ id: 'choosable', query, idOf });
    const server = asking<ReportAnswer, ReportQuery<Filters>>();
    const { actor } = stage(choosable.provide({ actors: { loadRows: server.logic } }), { search: '?keyword=x&page=2' });
    await server.question().answer(answer([row('3')], 201));
    actor.send({ type: 'report.allRequested' });
    await server.question().answer(answer([row('1'), row('gone')], 201));
    await server.question().answer(answer([row('3')], 201));
    expect(server.inputs().map(({ page, pageSize, filters }) => [page, pageSize, filters.keyword])).toEqual([
      [2, 50, 'x'],
      [1, 200, 'x'],
      [2, 200, 'x'],
    ]);
    expect(actor.getSnapshot().context.chosen).toEqual([
      { path: '1', id: 1 },
      { path: '3', id: 3 },
    ]);
    expect(actor.getSnapshot().context.query.page).toBe(2);
  });

  it('shows only the newest answer, even when an older one arrives last', async () => {
    const { server, actor, known } = begin();
    actor.send({ type: 'report.filtersChosen', filters: { keyword: 'a' } });
    await server.question(1).answer(answer([row('new')]));
    await server.question(0).answer(answer([row('old')]));
    expect(known()?.page.rows.map(({ key }) => key)).toEqual(['new']);
    expect(server.question(0).signal.aborted).toBe(true);
  });

  it('keeps every choice in the address, and most choices return to the first page', async () => {
    const { server, actor, facts } = begin('?page=3');
    await server.question().answer(answer([row('a')], 150));
    actor.send({ type: 'report.compareChosen', compare: true });
    actor.send({ type: 'report.rangeChosen', dateFrom: '2026-11-01', dateTo: '2026-11-02' });
    actor.send({ type: 'report.sortChosen', sort: { field: 'user', order: 'asc' } });
    actor.send({ type: 'report.pageChosen', page: 2 });
    actor.send({ type: 'report.groupsChosen', groupBy: ['date'] });
    actor.send({ type: 'report.pageSizeChosen', pageSize: 20 });
    actor.send({ type: 'report.filtersChosen', filters: { keyword: 'x' } });
    const period = 'date_from=2026-11-01&date_to=2026-11-02';
    expect(facts.map(({ search, how }) => [search, how])).toEqual([
      ['?compare=prev&page=3', 'push'],
      [`?${period}&compare=prev`, 'push'],
      [`?${period}&compare=prev&sort=user.asc`, 'push'],
      [`?${period}&compare=prev&sort=user.asc&page=2`, 'push'],
      [`?${period}&group_by=date&compare=prev`, 'push'],
      [`?${period}&group_by=date&compare=prev&page_size=20`, 'push'],
      [`?${period}&group_by=date&compare=prev&keyword=x&page_size=20`, 'push'],
    ]);
  });

  it('replaces the address without a refused filter, and emits that', async () => {
    const { actor, server, facts } = begin('?keyword=x&compare=prev');
    await server.question().answer(answer([row('a')], 1));
    let removed = 0;
    actor.on('filters.removed', () => {
      removed += 1;
    });
    actor.send({ type: 'report.filtersRefused', left: {} });
    expect(facts.map(({ search, how }) => [search, how])).toEqual([['?compare=prev', 'replace']]);
    expect(removed).toBe(1);
  });

  it('loads nothing for another column preset, but keeps it in the address', async () => {
    const { server, actor, facts } = begin('');
    await server.question().answer(answer([row('a')]));
    actor.send({ type: 'report.presetChosen', preset: 'video' });
    actor.send({ type: 'report.located', search: '' });
    expect(server.questions).toHaveLength(1);
    expect(facts).toEqual([{ type: 'report.moved', search: '?preset=video', how: 'replace' }] satisfies ReportFact[]);
    expect(actor.getSnapshot().context.query.preset).toBeUndefined();
  });

  it('goes to the last page when its own no longer exists, and replaces the address', async () => {
    const { server, facts } = begin('?page=5');
    await server.question().answer(answer([], 70));
    expect(server.question().input.page).toBe(2);
    expect(facts).toEqual([{ type: 'report.moved', search: '?page=2', how: 'replace' }]);
  });

  it('follows the address, and folds all rows for another query', async () => {
    const { server, actor, toggle, facts } = begin();
    await server.question().answer(answer([row('a')]));
    toggle('a');
    actor.send({ type: 'report.located', search: '?group_by=user,date' });
    expect(server.questions).toHaveLength(1);
    actor.send({ type: 'report.located', search: '?group_by=date' });
    expect(actor.getSnapshot().context.expanded).toEqual([]);
    expect(server.question().input.groupBy).toEqual(['date']);
    expect(facts).toEqual([]);
  });

  it('reloads quietly when it is seen again and stale', async () => {
    const { server, actor, clock } = begin();
    await server.question().answer(answer([row('a')]));
    actor.send({ type: 'report.seen' });
    expect(server.questions).toHaveLength(1);
    clock.increment(STALE_MS);
    actor.send({ type: 'report.seen' });
    expect(server.questions).toHaveLength(2);
    expect(actor.getSnapshot().hasTag('busy')).toBe(false);
    await server.question().refuse(new Error('no network'));
    expect(actor.getSnapshot()).toMatchObject({ value: { failed: 'resting' }, context: { failure: { message: 'no network' } } });
    actor.send({ type: 'report.left' });
    actor.send({ type: 'report.seen' });
    expect(server.questions).toHaveLength(3);
  });
});

describe('child rows', () => {
  it('are loaded once when a row is unfolded, one row at a time', async () => {
    const { server, below, toggle, chains, known } = begin();
    await server.question().answer(answer([row('a'), row('b')]));
    toggle('a');
    toggle('b');
    expect(chains()).toEqual(['a']);
    await below.question().answer(branch('2026-11-20'));
    expect(chains()).toEqual(['a', 'b']);
    await below.question().answer(branch());
    toggle('a');
    toggle('a');
    expect(chains()).toEqual(['a', 'b']);
    expect(known()?.branches.a?.rows.map(({ key }) => key)).toEqual(['2026-11-20']);
  });

  it('belong to their parent, whatever their keys are', async () => {
    const { server, below, toggle, chains } = begin('?group_by=user,account,date');
    await server.question().answer(answer([row('x/y'), row('b')]));
    toggle(pathOf('x/y'));
    await below.question().answer(branch('same'));
    toggle('b');
    await below.question().answer(branch('same'));
    toggle(pathOf('same', pathOf('x/y')));
    expect(chains()).toEqual(['x/y', 'b', 'x/y > same']);
  });

  it('are not loaded below the innermost dimension, nor below an unknown row', async () => {
    const { server, toggle, chains } = begin('?group_by=user');
    await server.question().answer(answer([row('a')]));
    toggle('a');
    toggle('gone');
    expect(chains()).toEqual([]);
  });

  it('are ignored if they arrive after the query has changed', async () => {
    const { server, below, actor, toggle, known, chains } = begin();
    await server.question().answer(answer([row('a')]));
    toggle('a');
    actor.send({ type: 'report.rangeChosen', dateFrom: '2026-11-01', dateTo: '2026-11-02' });
    await below.question(0).answer(branch('old'));
    expect(below.question(0).signal.aborted).toBe(true);
    await server.question().answer(answer([row('a')]));
    expect(known()?.branches).toEqual({});
    expect(chains()).toEqual(['a', 'a']);
    expect(below.question().input.query.dateFrom).toBe('2026-11-01');
  });

  it('stay while the same query is reloaded, and are then reloaded too', async () => {
    const { server, below, actor, toggle, known, chains } = begin();
    await server.question().answer(answer([row('a')]));
    toggle('a');
    await below.question().answer(branch('before'));
    actor.send({ type: 'report.refreshRequested' });
    await server.question().answer(answer([row('a')]));
    expect(known()?.branches.a?.rows.map(({ key }) => key)).toEqual(['before']);
    await below.question().answer(branch('after'));
    expect(known()?.branches.a?.rows.map(({ key }) => key)).toEqual(['after']);
    expect(chains()).toEqual(['a', 'a']);
  });

  it('of a row that was folded before its turn are not loaded', async () => {
    const { server, below, toggle, chains } = begin();
    await server.question().answer(answer([row('a'), row('b')]));
    toggle('a');
    toggle('b');
    toggle('b');
    await below.question().answer(branch());
    expect(chains()).toEqual(['a']);
  });

  it('report their own load failure, keep the others, and can be retried', async () => {
    const { server, below, actor, toggle, chains } = begin();
    await server.question().answer(answer([row('a'), row('b')]));
    toggle('a');
    toggle('b');
    await below.question().refuse(new Error('too slow'));
    expect(actor.getSnapshot().context.branchFailures.a?.message).toBe('too slow');
    await below.question().answer(branch('x'));
    actor.send({ type: 'report.branchRetried', path: 'a' });
    expect(actor.getSnapshot().context.branchFailures).toEqual({});
    expect(chains()).toEqual(['a', 'b', 'a']);
  });
});

describe('a report with automatic refreshes', () => {
  const due = (all: ReturnType<typeof begin>) => all.facts.filter(({ type }) => (type as string) === 'report.refreshStarted').length;
  const shown = async (search?: string) => {
    const all = begin(search);
    all.actor.send({ type: 'report.seen' });
    all.actor.send({ type: 'report.autoRefreshChosen', seconds: 30 });
    await all.server.question().answer(answer([row('a')]));
    return all;
  };

  it('reloads quietly at the chosen interval, and tells the parts beside it', async () => {
    const all = await shown();
    all.clock.increment(29_000);
    expect(all.server.inputs()).toHaveLength(1);
    all.clock.increment(1_000);
    expect(all.server.inputs()).toHaveLength(2);
    expect(all.actor.getSnapshot().hasTag('quiet')).toBe(true);
    expect(due(all)).toBe(1);
  });

  it('retries after failures with growing pauses, and keeps the failure until an answer arrives', async () => {
    const all = await shown();
    all.clock.increment(30_000);
    await all.server.question().refuse(new Error('no network'));
    all.clock.increment(30_000);
    expect(all.server.inputs()).toHaveLength(3);
    expect(all.actor.getSnapshot().context.failure?.message).toBe('no network');
    await all.server.question().refuse(new Error('no network'));
    all.clock.increment(59_000);
    expect(all.server.inputs()).toHaveLength(3);
    all.clock.increment(1_000);
    expect(all.server.inputs()).toHaveLength(4);
    expect(due(all)).toBe(3);
    await all.server.question().answer(answer([row('a')]));
    expect(all.actor.getSnapshot().context).toMatchObject({ failure: undefined, failures: 0 });
  });

  it('reloads neither off the screen nor while rows are chosen', async () => {
    const all = await shown();
    all.actor.send({ type: 'report.rowsChosen', chosen: [{ path: 'a', id: 1 }] });
    all.clock.increment(90_000);
    all.actor.send({ type: 'report.rowsChosen', chosen: [] });
    all.actor.send({ type: 'report.left' });
    all.clock.increment(90_000);
    expect(all.server.inputs()).toHaveLength(1);
  });
});

describe('every report', () => {
  const walk = reportWalk(narrow, row('a'));
  const shownMetrics = ({ query: { preset }, needed }: Pick<ReportContext<Filters, ReportRow, ReportAnswer>, 'query' | 'needed'>) => [
    ...(preset === 'video' ? ['video_plays'] : []),
    ...needed,
  ];

  it('reaches every state and takes every transition', () => {
    expect(unreached(walk)).toEqual([]);
    expect(untaken(walk)).toEqual([]);
  });

  it(`breaks no promise in ${WALKS} random walks`, { timeout: 180_000 }, () => {
    const steps = randomWalks(walk, {
      walks: WALKS,
      length: 12,
      holds: ({ before, event, after }) => {
        const was = before.context as ReportContext<Filters, ReportRow, ReportAnswer>;
        const is = after.context as typeof was;
        if ((after.hasTag('busy') || after.hasTag('quiet')) !== Boolean(after.children.loadRows ?? after.children.gatherRows))
          throw new Error('busy without a question');
        if (was.answer && !is.answer) throw new Error('numbers were lost');
        if (after.hasTag('failed') && !is.failure) throw new Error('failed without a reason');
        if (after.children.loadBranch && !(is.answer && chainTo(is.loadingPath ?? '', is.answer.page.rows, is.answer.branches)))
          throw new Error('asked below a row that nobody knows');
        if (event.type === 'report.groupsChosen' && is.expanded.length > 0) throw new Error('unfolded by dimensions that are gone');
        const isOfColumns = event.type === 'report.presetChosen' || event.type === 'report.metricsNeeded';
        const isAsked = before.children.loadRows !== after.children.loadRows;
        if (isOfColumns && isAsked !== shownMetrics(is).some((key) => !shownMetrics(was).includes(key)))
          throw new Error(isAsked ? 'asked for numbers that it has' : 'shows columns without numbers');
        if (is.query.page < 1 || is.query.groupBy.length === 0) throw new Error('a query that cannot be asked');
      },
    });
    // Half of the walks take four more steps.
    expect(steps).toBe(14 * WALKS);
  });
});
