import { describe, expect, it } from 'vitest';
import { asking, stage } from '#tests/support/stage.ts';
import { createTableViewMachine, readTableView, type TableView } from './table-view.machine.ts';

const wide: TableView = { shown: ['name', 'remark'], density: 'roomy' };
const table = createTableViewMachine({ id: 'table' });

const begin = () => {
  const reading = asking<TableView | undefined>();
  const writing = asking<unknown, { view: TableView | undefined }>();
  return { reading, writing, ...stage(table.provide({ actors: { loadView: reading.logic, saveView: writing.logic } })) };
};
const viewOf = ({ actor }: ReturnType<typeof begin>) => actor.getSnapshot().context.view;

describe('the view of a table', () => {
  it('is loaded as it was saved', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    expect(viewOf(all)).toEqual(wide);
    expect(all.writing.questions).toHaveLength(0);
  });

  it("is the page's default if it cannot be loaded", async () => {
    const all = begin();
    await all.reading.question().refuse(new Error('no answer'));
    expect(viewOf(all)).toBeUndefined();
    expect(all.failure()).toBeUndefined();
  });

  it('is changed at once and saved', async () => {
    const all = begin();
    await all.reading.question().answer(undefined);
    all.actor.send({ type: 'view.changed', view: wide });
    expect(viewOf(all)).toEqual(wide);
    expect(all.writing.inputs()).toEqual([{ view: wide }]);
  });

  it('is loaded again after its page was restored, and shown as before until then', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    all.actor.send({ type: 'part.restored' });
    expect(viewOf(all)).toEqual(wide);
    await all.reading.question(1).answer({ shown: ['name'], density: 'compact' });
    expect(viewOf(all)).toEqual({ shown: ['name'], density: 'compact' });
  });

  it('keeps a change when the loaded view arrives late', async () => {
    const all = begin();
    all.actor.send({ type: 'view.changed', view: wide });
    await all.reading.question().answer({ shown: ['name'], density: 'compact' });
    expect(viewOf(all)).toEqual(wide);
  });

  it('is told once it is loaded, and after every change and reset', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    all.actor.send({ type: 'view.changed', view: { ...wide, autoRefresh: 30 } });
    all.actor.send({ type: 'view.reset' });
    expect(all.facts).toEqual([
      { type: 'view.updated', table: 'table', view: wide },
      { type: 'view.updated', table: 'table', view: { ...wide, autoRefresh: 30 } },
      { type: 'view.updated', table: 'table', view: undefined },
    ]);
  });

  it('stays changed if it cannot be saved', async () => {
    const all = begin();
    all.actor.send({ type: 'view.changed', view: wide });
    await all.writing.question().refuse(new Error('no answer'));
    expect(viewOf(all)).toEqual(wide);
    expect(all.failure()).toBeUndefined();
  });

  it('is removed by a reset', async () => {
    const all = begin();
    await all.reading.question().answer(wide);
    all.actor.send({ type: 'view.reset' });
    expect(viewOf(all)).toBeUndefined();
    expect(all.writing.inputs()).toEqual([{ view: undefined }]);
  });
});

describe('the table of an applied view', () => {
  const applied: TableView = { shown: ['name'], density: 'compact' };

  it("keeps the user's own refresh interval, is not saved, and can be removed again", async () => {
    const all = begin();
    await all.reading.question().answer({ ...wide, autoRefresh: 30 });
    all.actor.send({ type: 'view.applied', view: applied });
    expect(viewOf(all)).toEqual({ ...applied, autoRefresh: 30 });
    all.actor.send({ type: 'view.applied', view: undefined });
    expect(viewOf(all)).toEqual({ ...wide, autoRefresh: 30 });
    expect(all.writing.questions).toHaveLength(0);
  });

  it("stays when the user's own view is loaded later", async () => {
    const all = begin();
    all.actor.send({ type: 'view.applied', view: applied });
    await all.reading.question().answer(wide);
    expect(viewOf(all)).toEqual(applied);
    all.actor.send({ type: 'view.applied', view: undefined });
    expect(viewOf(all)).toEqual(wide);
  });

  it("becomes the user's own once it is changed", async () => {
    const all = begin();
    all.actor.send({ type: 'view.applied', view: applied });
    all.actor.send({ type: 'view.changed', view: { ...applied, density: 'roomy' } });
    expect(all.writing.inputs()).toEqual([{ view: { ...applied, density: 'roomy' } }]);
    all.actor.send({ type: 'view.applied', view: undefined });
    expect(viewOf(all)).toEqual({ ...applied, density: 'roomy' });
  });
});

describe('a stored view', () => {
  it.each([
    undefined,
    null,
    7,
    'wide',
    {},
    { shown: [], density: 'compact' },
    { shown: [1], density: 'compact' },
    { shown: ['name'], density: 'huge' },
  ])('is ignored if it is %j', (value) => expect(readTableView(value)).toBeUndefined());

  it('is read as it was written', () => {
    const whole: TableView = { ...wide, widths: { name: 240 }, preset: 'video', autoRefresh: 60 };
    for (const view of [wide, whole]) expect(readTableView(JSON.parse(JSON.stringify(view)))).toEqual(view);
  });

  it('loses only its invalid parts', () => {
    const junk = { ...wide, widths: { name: 3, remark: '9', at: 120.5, id: 99_999, good: 80 }, preset: 7, autoRefresh: 1 };
    expect(readTableView(junk)).toEqual({ ...wide, widths: { good: 80 } });
    expect(readTableView({ ...wide, widths: [1, 2], autoRefresh: '30' })).toEqual(wide);
  });

  it('keeps the layouts grid and table, and no others', () => {
    expect(readTableView({ ...wide, layout: 'grid' })).toEqual({ ...wide, layout: 'grid' });
    expect(readTableView({ ...wide, layout: 'mosaic' })).toEqual(wide);
  });

  it("keeps the user's own layout when another view is applied", async () => {
    const all = begin();
    await all.reading.question().answer({ ...wide, layout: 'grid' });
    all.actor.send({ type: 'view.applied', view: { shown: ['name'], density: 'compact', layout: 'table' } });
    expect(all.facts.at(-1)).toMatchObject({ view: { shown: ['name'], layout: 'grid' } });
  });
});
