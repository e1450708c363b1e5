import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { createTableViewMachine, keptView, type TableView } from './table-view.machine.ts';

const wide: TableView = { shown: ['name', 'remark'], density: 'roomy' };
const table = createTableViewMachine({ id: 'table' });

const begin = () => {
  const reading = asking<TableView | undefined>();
  const writing = asking<unknown, { view: TableView | undefined }>();
  return { reading, writing, ...stage(table.provide({ actors: { loadView: reading.logic, saveView: writing.logic } })) };
};
const viewOf = ({ actor }: ReturnType<typeof begin>) => actor.getSnapshot().context.view;

describe('the view of a table', () => {
  it('is as it was kept', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    expect(viewOf(all)).toEqual(wide);
    expect(all.writing.questions).toHaveLength(0);
  });

  it('is as the page came where it cannot be read', async () => {
    const all = begin();
    await all.reading.question().refuse(new Error('no answer'));
    expect(viewOf(all)).toBeUndefined();
    expect(all.failure()).toBeUndefined();
  });

  it('is changed at once and kept', async () => {
    const all = begin();
    await all.reading.question().answer(undefined);
    all.actor.send({ type: 'view.changed', view: wide });
    expect(viewOf(all)).toEqual(wide);
    expect(all.writing.inputs()).toEqual([{ view: wide }]);
  });

  it('that was changed is not undone by an answer that comes late', async () => {
    const all = begin();
    all.actor.send({ type: 'view.changed', view: wide });
    await all.reading.question().answer({ shown: ['name'], density: 'compact' });
    expect(viewOf(all)).toEqual(wide);
  });

  it('tells what it turned out to be: once it is known, with every change, and with a reset', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    all.actor.send({ type: 'view.changed', view: { ...wide, autoRefresh: 30 } });
    all.actor.send({ type: 'view.reset' });
    expect(all.facts).toEqual([
      { type: 'view.turned', table: 'table', view: wide },
      { type: 'view.turned', table: 'table', view: { ...wide, autoRefresh: 30 } },
      { type: 'view.turned', table: 'table', view: undefined },
    ]);
  });

  it('stays changed where it cannot be kept', async () => {
    const all = begin();
    all.actor.send({ type: 'view.changed', view: wide });
    await all.writing.question().refuse(new Error('no answer'));
    expect(viewOf(all)).toEqual(wide);
    expect(all.failure()).toBeUndefined();
  });

  it('is forgotten by a reset', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    all.actor.send({ type: 'view.reset' });
    expect(viewOf(all)).toBeUndefined();
    expect(all.writing.inputs()).toEqual([{ view: undefined }]);
  });
});

describe('a view that is lent', () => {
  const lent: TableView = { shown: ['name'], density: 'compact' };

  it('is shown at the pace of its reader, is kept nowhere, and gives way again', async () => {
    const all = begin();
    await all.reading.question().answer({ ...wide, autoRefresh: 30 });
    all.actor.send({ type: 'view.lent', view: lent });
    expect(viewOf(all)).toEqual({ ...lent, autoRefresh: 30 });
    all.actor.send({ type: 'view.lent', view: undefined });
    expect(viewOf(all)).toEqual({ ...wide, autoRefresh: 30 });
    expect(all.writing.questions).toHaveLength(0);
  });

  it('stays when the own one is only read now', async () => {
    const all = begin();
    all.actor.send({ type: 'view.lent', view: lent });
    await all.reading.question().answer(wide);
    expect(viewOf(all)).toEqual(lent);
    all.actor.send({ type: 'view.lent', view: undefined });
    expect(viewOf(all)).toEqual(wide);
  });

  it('becomes an own one once it is changed', async () => {
    const all = begin();
    all.actor.send({ type: 'view.lent', view: lent });
    all.actor.send({ type: 'view.changed', view: { ...lent, density: 'roomy' } });
    expect(all.writing.inputs()).toEqual([{ view: { ...lent, density: 'roomy' } }]);
    all.actor.send({ type: 'view.lent', view: undefined });
    expect(viewOf(all)).toEqual({ ...lent, density: 'roomy' });
  });
});

describe('a kept view', () => {
  it.each([
    undefined,
    null,
    7,
    'wide',
    {},
    { shown: [], density: 'compact' },
    { shown: [1], density: 'compact' },
    { shown: ['name'], density: 'huge' },
  ])('is none when it is %j', (value) => expect(keptView(value)).toBeUndefined());

  it('is read as it was written', () => {
    const whole: TableView = { ...wide, widths: { name: 240 }, preset: 'video', autoRefresh: 60 };
    for (const view of [wide, whole]) expect(keptView(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it('loses only the part of it that makes no sense', () => {
    const junk = { ...wide, widths: { name: 3, remark: '9', at: 120.5, id: 99_999, good: 80 }, preset: 7, autoRefresh: 1 };
    expect(keptView(junk)).toEqual({ ...wide, widths: { good: 80 } });
    expect(keptView({ ...wide, widths: [1, 2], autoRefresh: '30' })).toEqual(wide);
  });

  it('keeps rows as pictures or as a table, and nothing else', () => {
    expect(keptView({ ...wide, layout: 'grid' })).toEqual({ ...wide, layout: 'grid' });
    expect(keptView({ ...wide, layout: 'mosaic' })).toEqual(wide);
  });

  it('leaves the layout to its reader when another view is lent', async () => {
    const all = begin();
    await all.reading.question().answer({ ...wide, layout: 'grid' });
    all.actor.send({ type: 'view.lent', view: { shown: ['name'], density: 'compact', layout: 'table' } });
    expect(all.facts.at(-1)).toMatchObject({ view: { shown: ['name'], layout: 'grid' } });
  });
});
