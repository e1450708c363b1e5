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

  it('is read as it was written', () => expect(keptView(JSON.parse(JSON.stringify(wide)))).toEqual(wide));
});
