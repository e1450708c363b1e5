import { describe, expect, it } from 'vitest';
import { observe } from '#tests/support/stage.ts';
import { sampleScheme } from './publish-wizard.walks.ts';
import { schemeManagementMachine } from './scheme-management.machine.ts';
import { schemeDraft } from './scheme-rules.ts';

const types = (events: { type: string }[] | undefined) => events?.map(({ type }) => type);
const row = { ...sampleScheme, owner: { id: 1, label: '陈一鸣' } };

describe('the schemes', () => {
  it('are listed as the address specifies, which follows them and keeps its tab', () => {
    const { actor, given, facts } = observe(schemeManagementMachine, { search: '?tab=schemes&biz=dj' });
    expect(given.list).toEqual({ search: '?tab=schemes&biz=dj' });
    actor.send({ type: 'list.moved', search: '?keyword=US', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=schemes&keyword=US', how: 'push' }]);
  });

  it('open a form with the loaded scheme, not with its row', () => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '' });
    const result = { scheme: { ...sampleScheme, name: 'US newer' }, asOf: 0 };
    actor.send({ type: 'schemeOpening.done', subject: { id: 3 }, result });
    expect(heard().form).toEqual([{ type: 'form.opened', draft: schemeDraft(result.scheme, 0) }]);
  });

  it.each([
    { type: 'schemeForm.saved', saved: { id: 3 } },
    { type: 'schemeCopy.saved', saved: { id: 4 } },
    { type: 'schemeSwitch.done', subject: { row, status: 'enabled' }, result: undefined },
  ])('are reloaded after $type', (event) => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '' });
    actor.send(event as never);
    expect(types(heard().list)).toEqual(['list.refreshRequested']);
  });

  it('drop a deleted scheme before they are reloaded', () => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '' });
    actor.send({ type: 'schemeDeletion.done', subject: row, result: undefined } as never);
    expect(heard().list).toEqual([{ type: 'list.rowForgotten', id: row.id }, { type: 'list.refreshRequested' }]);
  });

  it('reload the versions after a restoration, and close the comparison', () => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '' });
    actor.send({ type: 'schemeRestoration.done', subject: { id: 3, name: 'US', version: 1 }, result: { current_version: 4 } });
    expect([types(heard().list), types(heard().versions), types(heard().comparison)]).toEqual([
      ['list.refreshRequested'],
      ['detail.refreshRequested'],
      ['detail.closed'],
    ]);
  });

  it("apply the table of a saved view, at the user's own refresh interval", () => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '' });
    const table = { shown: ['name'], density: 'compact' } as const;
    actor.send({ type: 'views.applied', query: '?biz=dj', table: { ...table, shown: ['name'] }, how: 'push' });
    actor.send({ type: 'view.updated', table: 'schemeTableView', view: { ...table, shown: ['name'], autoRefresh: 60 } });
    expect(heard().tableView).toEqual([{ type: 'view.applied', view: table }]);
    expect(heard().list).toEqual([
      { type: 'list.located', search: '?biz=dj' },
      { type: 'list.autoRefreshChosen', seconds: 60 },
    ]);
  });

  it('drop a filter on an unseen owner', () => {
    const { actor, heard } = observe(schemeManagementMachine, { search: '?owner_user_id=7' });
    actor.send({ type: 'staffPicker.unseen', ids: [8] });
    expect(heard().list).toBeUndefined();
    actor.send({ type: 'staffPicker.unseen', ids: [7] });
    expect(heard().list).toEqual([{ type: 'list.filtersRefused', names: ['owner_user_id'] }]);
  });
});

describe('a scheme named by the address', () => {
  it('is opened once, and the name leaves the address', () => {
    const { actor, heard, facts } = observe(schemeManagementMachine, { search: '?tab=schemes&open=9' });
    actor.send({ type: 'page.seen' });
    expect(heard().opening).toEqual([{ type: 'command.runRequested', subject: { id: 9, name: '' } }]);
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=schemes', how: 'replace' }]);
    actor.send({ type: 'page.seen' });
    actor.send({ type: 'page.located', search: '?tab=schemes&open=x' });
    actor.send({ type: 'page.located', search: '?tab=schemes&biz=dj&open=7' });
    expect(heard().opening).toHaveLength(2);
    expect(facts.at(-1)).toEqual({ type: 'page.moved', search: '?tab=schemes&biz=dj', how: 'replace' });
  });
});
