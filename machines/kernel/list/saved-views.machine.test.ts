import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { asking, stage } from '#tests/support/stage.ts';
import type { SaveOutcome, SaveRequest } from '../form/form-dialog.machine.ts';
import { defineListQuery, text } from './list-query.ts';
import {
  createSavedViewsMachine,
  type SavedView,
  type ViewChange,
  type ViewSubject,
  type ViewValues,
  viewChange,
  viewForm,
} from './saved-views.machine.ts';

const query = defineListQuery({ keyword: text, remark: text }, ['name']);
const machine = createSavedViewsMachine({ id: 'someViews', query });

const view = (id: number, more: Partial<SavedView> = {}): SavedView => ({
  id,
  version: 3,
  page: '/sys/role',
  name: `view ${id}`,
  owner: { id: 2, label: '林' },
  shared: 'me',
  roles: [],
  query: `?keyword=k${id}`,
  table: null,
  is_default: false,
  can: ['edit', 'delete'],
  ...more,
});
const table = { shown: ['name'], density: 'compact' as const };

function begin(search = '?keyword=a') {
  const load = asking<SavedView[]>();
  const run = asking<unknown, { subject: ViewChange }>();
  const save = asking<SaveOutcome<ViewValues, SavedView, ViewSubject>, SaveRequest<ViewValues, ViewSubject>>();
  const provided = machine.provide({
    actors: {
      loadViews: load.logic,
      form: viewForm.provide({ actors: { save: save.logic } }),
      change: viewChange.provide({ actors: { run: run.logic } }),
    },
  });
  const staged = stage(provided, { search });
  const applied = () => staged.actor.getSnapshot().context.applied;
  return { ...staged, provided, load, run, save, applied, form: () => staged.actor.getSnapshot().children.form?.getSnapshot() };
}

async function known(views: SavedView[], search?: string) {
  const begun = begin(search);
  await begun.load.question().answer(views);
  return begun;
}

describe('the default view', () => {
  const views = [view(1), view(2, { is_default: true, table })];

  it('is applied when the page is opened without a query, and replaces that address', async () => {
    const { facts, applied } = await known(views, '?tab=2');
    expect(facts).toEqual([{ type: 'views.applied', query: '?keyword=k2', table, how: 'replace' }]);
    expect(applied()).toMatchObject({ id: 2, name: 'view 2' });
  });

  it('is not applied if the address has a query', async () => {
    const { facts, applied } = await known(views, '?remark=x');
    expect([facts, applied()]).toEqual([[], undefined]);
  });

  it('is not applied again after the user chose no view', async () => {
    const { actor, facts, load, applied } = await known(views, '');
    actor.send({ type: 'views.allChosen' });
    actor.send({ type: 'views.opened' });
    await load.question().answer(views);
    expect(applied()).toBeUndefined();
    expect(facts.slice(1)).toEqual([{ type: 'views.applied', query: '', table: null, how: 'push' }]);
  });

  it('is not applied if the user chose no view while the views were loading', async () => {
    const { actor, facts, load } = begin('');
    actor.send({ type: 'views.allChosen' });
    await load.question().answer(views);
    expect(facts).toHaveLength(1);
  });
});

describe('a view', () => {
  it('is told with its table when it is chosen', async () => {
    const { actor, facts, applied } = await known([view(1, { table })]);
    actor.send({ type: 'views.chosen', id: 1 });
    expect(facts).toEqual([{ type: 'views.applied', query: '?keyword=k1', table, how: 'push' }]);
    expect(applied()).toEqual({ id: 1, name: 'view 1', query: '?keyword=k1', table });
  });

  it('contains only what the page understands, and no page number', async () => {
    const { actor, facts } = await known([view(1, { query: '?page=7&junk=1&sort=name.desc&keyword=+a+&sort_by=evil' })]);
    actor.send({ type: 'views.chosen', id: 1 });
    expect(facts[0]).toMatchObject({ query: '?keyword=a&sort=name.desc' });
  });

  it('that is not listed cannot be chosen, edited, updated or deleted', async () => {
    const { actor, facts, run, form } = await known([view(1)]);
    actor.send({ type: 'views.chosen', id: 9 });
    actor.send({ type: 'views.editRequested', id: 9 });
    actor.send({ type: 'views.updateRequested', id: 9, query: '', table: null });
    actor.send({ type: 'views.deleteRequested', id: 9 });
    expect([facts.length, run.questions.length, form()?.value]).toEqual([0, 0, 'closed']);
  });

  it('is applied again by a reset', async () => {
    const { actor, facts } = await known([view(1)]);
    actor.send({ type: 'views.resetRequested' });
    expect(facts).toEqual([]);
    actor.send({ type: 'views.chosen', id: 1 });
    actor.send({ type: 'views.resetRequested' });
    expect(facts[1]).toEqual(facts[0]);
  });

  it('follows the changes of its owner, and is no longer applied once it is deleted', async () => {
    const { actor, load, applied } = await known([view(1)]);
    actor.send({ type: 'views.chosen', id: 1 });
    actor.send({ type: 'views.opened' });
    await load.question().answer([view(1, { name: 'renamed', query: '?keyword=other' })]);
    expect(applied()).toMatchObject({ name: 'renamed', query: '?keyword=other' });
    actor.send({ type: 'views.opened' });
    await load.question().answer([]);
    expect(applied()).toBeUndefined();
  });
});

describe('saving', () => {
  it('asks for a name, and applies the new view afterwards', async () => {
    const { actor, form, save, load, applied, facts } = await known([view(1)]);
    actor.send({ type: 'views.saveRequested', query: '?keyword=new&page=4', table });
    expect(form()?.context).toMatchObject({
      values: { name: '', shared: 'me', role_ids: [] },
      subject: { existing: undefined, query: '?keyword=new', table },
    });
    actor.getSnapshot().children.form?.send({ type: 'form.fieldChanged', changes: { name: 'mine' } });
    actor.getSnapshot().children.form?.send({ type: 'form.submitted', key: 'k' });
    await save.question().answer({ kind: 'saved', saved: view(8, { name: 'mine', query: '?keyword=new' }) });
    expect(applied()).toMatchObject({ id: 8, name: 'mine' });
    expect(load.questions).toHaveLength(2);
    expect(facts).toEqual([]);
  });

  it('edits the name and sharing of an existing view', async () => {
    const { actor, form, save, load, applied } = await known([view(1, { shared: 'roles', roles: [{ id: 5, label: '优化师' }] })]);
    actor.send({ type: 'views.editRequested', id: 1 });
    expect(form()?.context).toMatchObject({
      values: { name: 'view 1', shared: 'roles', role_ids: [5] },
      subject: { existing: { id: 1, version: 3 } },
    });
    actor.getSnapshot().children.form?.send({ type: 'form.submitted', key: 'k' });
    await save.question().answer({ kind: 'saved', saved: view(1) });
    expect(applied()).toBeUndefined();
    expect(load.questions).toHaveLength(2);
  });

  it('needs a name, and a role if it is shared with roles', async () => {
    const { actor, form } = await known([]);
    actor.send({ type: 'views.saveRequested', query: '', table: null });
    const dialog = actor.getSnapshot().children.form;
    dialog?.send({ type: 'form.fieldChanged', changes: { name: ' ', shared: 'roles' } });
    dialog?.send({ type: 'form.submitted', key: 'k' });
    expect(form()?.context.faults).toEqual({ name: { rule: 'blank' }, role_ids: { rule: 'arrayMin', params: { min: 1 } } });
  });
});

describe('changes', () => {
  it('update a view at once, with its version and the current query', async () => {
    const { actor, run, load } = await known([view(1)]);
    actor.send({ type: 'views.updateRequested', id: 1, query: '?keyword=now&page=2', table });
    expect(run.inputs()).toEqual([{ subject: { kind: 'update', id: 1, version: 3, name: 'view 1', query: '?keyword=now', table } }]);
    await run.question().answer({});
    expect(load.questions).toHaveLength(2);
  });

  it('choose a default at once, or none', async () => {
    const { actor, run } = await known([view(1)]);
    actor.send({ type: 'views.defaultChosen', id: 1 });
    await run.question().answer({});
    actor.send({ type: 'views.defaultChosen', id: null });
    expect(run.inputs()).toEqual([{ subject: { kind: 'default', id: 1 } }, { subject: { kind: 'default', id: null } }]);
  });

  it('delete a view only after a confirmation', async () => {
    const { actor, run } = await known([view(1)]);
    actor.send({ type: 'views.deleteRequested', id: 1 });
    expect(run.questions).toHaveLength(0);
    actor.getSnapshot().children.change?.send({ type: 'command.confirmed' });
    expect(run.inputs()).toMatchObject([{ subject: { kind: 'delete', view: { id: 1 } } }]);
  });
});

describe('the list of views', () => {
  it('is loaded again when it is opened after a failure', async () => {
    const { actor, load } = begin();
    await load.question().refuse(new Error('no network'));
    expect(actor.getSnapshot().context.failure?.message).toBe('no network');
    actor.send({ type: 'views.seen' });
    await load.question(1).answer([view(1)]);
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    actor.send({ type: 'views.seen' });
    expect(load.questions).toHaveLength(2);
    actor.send({ type: 'views.opened' });
    expect(load.questions).toHaveLength(3);
  });

  it('is loaded after a restore from a memo, and the chosen view is still applied', async () => {
    const { actor, provided, load } = await known([view(1)]);
    actor.send({ type: 'views.chosen', id: 1 });
    actor.send({ type: 'views.seen' });
    expect(load.questions).toHaveLength(1);
    const forgetful = (key: string, value: unknown) => (key === 'answer' ? undefined : value);
    const snapshot = JSON.parse(JSON.stringify(actor.getPersistedSnapshot(), forgetful));
    const woken = createActor(provided, { snapshot, input: { search: '' } }).start();
    expect(woken.getSnapshot().context.applied).toMatchObject({ id: 1, query: '?keyword=k1' });
    woken.send({ type: 'views.seen' });
    expect(load.questions).toHaveLength(2);
  });
});
