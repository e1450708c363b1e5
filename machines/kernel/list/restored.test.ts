import { describe, expect, it } from 'vitest';
import { type AnyActor, type AnyEventObject, type AnyStateMachine, createActor, type Snapshot } from 'xstate';
import { asking, settled } from '#tests/support/stage.ts';
import { createDetailMachine } from '../page/detail.machine.ts';
import { isTransient } from '../page/transient-keys.ts';
import { createReportMachine } from '../report/report.machine.ts';
import { defineReportQuery } from '../report/report-query.ts';
import { createListMachine } from './list.machine.ts';
import { defineListQuery } from './list-query.ts';
import { createLogMachine } from './log.machine.ts';
import { createOptionsMachine } from './options.machine.ts';
import { createTableViewMachine } from './table-view.machine.ts';

/** A builder's machine, the events that start its load, and the event of being seen again. */
interface Sleeper {
  machine: AnyStateMachine;
  actor: string;
  begin: AnyEventObject[];
  seen: AnyEventObject;
  output: unknown;
  input?: object;
}

const query = defineListQuery({}, []);
const input = { search: '' };

const sleepers: Record<string, Sleeper> = {
  list: {
    machine: createListMachine<{ id: number }, object>({ id: 'list', query, rowId: ({ id }) => id }),
    actor: 'loadRows',
    begin: [],
    seen: { type: 'list.seen' },
    output: { rows: [{ id: 1 }], total: 1 },
    input,
  },
  log: {
    machine: createLogMachine<{ id: number }, object>({ id: 'log', query }),
    actor: 'loadPage',
    begin: [],
    seen: { type: 'log.seen' },
    output: { rows: [{ id: 1 }], nextCursor: 'c', total: 2, totalCapped: false },
    input,
  },
  detail: {
    machine: createDetailMachine<{ id: number }, string>({ id: 'detail' }),
    actor: 'loadDetail',
    begin: [{ type: 'detail.opened', subject: { id: 1 } }],
    seen: { type: 'detail.seen' },
    output: 'known',
  },
  options: {
    machine: createOptionsMachine<string>({ id: 'options' }),
    actor: 'loadOptions',
    begin: [{ type: 'options.opened' }],
    seen: { type: 'options.opened' },
    output: ['one'],
  },
  report: {
    machine: createReportMachine<object>({
      id: 'report',
      query: defineReportQuery({ fields: {}, groups: ['user'], defaultGroups: ['user'], metrics: [] }),
    }),
    actor: 'loadRows',
    begin: [],
    seen: { type: 'report.seen' },
    output: { rows: [], total: 0, totals: { m: {} }, asOf: '', provisionalFrom: '' },
    input,
  },
};

const stripped = (actor: AnyActor): Snapshot<unknown> =>
  JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), (key, value: unknown) => (isTransient(key) ? undefined : value)));

function living({ machine, actor: name, input: given }: Sleeper, snapshot?: Snapshot<unknown>) {
  const server = asking<unknown, unknown>();
  const provided = machine.provide({ actors: { [name]: server.logic } });
  const actor = createActor(provided, snapshot ? { snapshot, input: given } : { input: given });
  return { server, actor: actor.start() };
}

const told = (actor: AnyActor, events: AnyEventObject[]) => {
  for (const event of events) actor.send(event);
};

describe.each(Object.entries(sleepers))('a %s restored from a memo', (_, sleeper) => {
  it('has no answer, loads once when it is seen, and shows the new one', async () => {
    const before = living(sleeper);
    told(before.actor, sleeper.begin);
    await before.server.question().answer(sleeper.output);
    expect(before.actor.getSnapshot().context.answer).toBeDefined();

    const { actor, server } = living(sleeper, stripped(before.actor));
    expect(actor.getSnapshot().context.answer).toBeUndefined();
    told(actor, [sleeper.seen, sleeper.seen]);
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    await server.question().answer(sleeper.output);
    expect(actor.getSnapshot().context.answer).toBeDefined();
    told(actor, [sleeper.seen]);
    expect(server.questions).toHaveLength(1);
  });

  it('repeats a running load once', async () => {
    const before = living(sleeper);
    told(before.actor, sleeper.begin);
    const { actor, server } = living(sleeper, stripped(before.actor));
    told(actor, [sleeper.seen]);
    await settled();
    expect(server.questions).toHaveLength(1);
    await server.question().answer(sleeper.output);
    expect(actor.getSnapshot().context.answer).toBeDefined();
  });

  it('loads once more after a failure', async () => {
    const before = living(sleeper);
    told(before.actor, sleeper.begin);
    await before.server.question().refuse(new Error('no network'));
    const { actor, server } = living(sleeper, stripped(before.actor));
    told(actor, [sleeper.seen, sleeper.seen]);
    expect(server.questions).toHaveLength(1);
  });
});

describe('a machine stored half-way', () => {
  const log = sleepers.log as Sleeper;

  it('reloads a log from the start if older entries were loading', async () => {
    const before = living(log);
    await before.server.question().answer(log.output);
    before.actor.send({ type: 'log.moreRequested' });
    const { actor, server } = living(log, stripped(before.actor));
    actor.send(log.seen);
    await server.question(0).answer({ rows: [{ id: 0 }], nextCursor: null, total: 2, totalCapped: false });
    await server.question(1).answer(log.output);
    expect(actor.getSnapshot().context.answer.rows).toEqual([{ id: 1 }]);
    expect(server.questions).toHaveLength(2);
  });

  it('keeps chosen and unfolded rows, which are no answers', async () => {
    const list = sleepers.list as Sleeper;
    const before = living(list);
    await before.server.question().answer(list.output);
    before.actor.send({ type: 'list.allMatchingChosen' });
    const { actor, server } = living(list, stripped(before.actor));
    expect(actor.getSnapshot().context.allMatching).toEqual({ total: 1 });
    actor.send(list.seen);
    await server.question().answer({ rows: [], total: 0 });
    expect(actor.getSnapshot().context.allMatching).toEqual({ total: 0 });
  });

  it('loads a table view that was still loading', async () => {
    const view: Sleeper = {
      machine: createTableViewMachine({ id: 'view' }),
      actor: 'loadView',
      begin: [],
      seen: { type: 'none' },
      output: { shown: ['a'], density: 'regular' },
    };
    const { actor, server } = living(view, stripped(living(view).actor));
    await server.question().answer(view.output);
    expect(server.questions).toHaveLength(1);
    expect(actor.getSnapshot().context.view).toEqual(view.output);
  });
});
