import { describe, expect, it } from 'vitest';
import { eavesdrop } from '#tests/support/stage.ts';
import { {{thing}}ManagementMachine } from './{{name}}-management.machine.ts';
import { check{{Thing}}, type {{Thing}}Row, {{thing}}Draft } from './{{name}}-rules.ts';

const row: {{Thing}}Row = {
  id: 7,
  version: 4,
  name: '甲',
  remark: null,
  created_at: '2026-11-20T08:00:00Z',
  updated_at: '2026-11-20T08:00:00Z',
};
const begin = (search = '') => eavesdrop({{thing}}ManagementMachine, { search });

describe('{{noun}} management', () => {
  it('starts its list where the address says', () => {
    expect(begin('?keyword=a').given.list).toEqual({ search: '?keyword=a' });
  });

  it.each([{ type: '{{thing}}Form.saved', saved: row }, { type: 'page.refreshRequested' }] as const)(
    'asks for the list again after $type',
    (event) => {
      const { actor, heard } = begin();
      actor.send(event);
      expect(heard()).toEqual({ list: [{ type: 'list.refreshRequested' }] });
    },
  );

  it('lets the list forget a row that was deleted, and ask again', () => {
    const { actor, heard } = begin();
    actor.send({ type: '{{thing}}Deletion.done', subject: row, result: undefined });
    expect(heard()).toEqual({ list: [{ type: 'list.rowForgotten', id: 7 }, { type: 'list.refreshRequested' }] });
  });

  it('tells its list when it is on the screen, and when it no longer is', () => {
    const { actor, heard } = begin();
    actor.send({ type: 'page.seen' });
    actor.send({ type: 'page.left' });
    expect(heard()).toEqual({ list: [{ type: 'list.seen' }, { type: 'list.left' }] });
  });

  it('tells where its list moved, and leaves other parts of the address alone', () => {
    const { actor, heard, facts } = begin('?tab=audit&keyword=a&page=2');
    actor.send({ type: 'list.moved', search: '?keyword=b', how: 'push' });
    expect(facts).toEqual([{ type: 'page.moved', search: '?tab=audit&keyword=b', how: 'push' }]);
    expect(heard()).toEqual({});
  });

  it('tells its list of a new address, and not the shell', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'page.located', search: '?keyword=b' });
    expect(heard()).toEqual({ list: [{ type: 'list.located', search: '?keyword=b' }] });
    expect(facts).toEqual([]);
  });

  it('goes where a saved view says, and shows the table as it says', () => {
    const { actor, heard, facts } = begin();
    actor.send({ type: 'views.applied', query: '?keyword=b', table: { shown: ['name'], density: 'compact' }, how: 'push' });
    expect(heard()).toEqual({
      list: [{ type: 'list.located', search: '?keyword=b' }],
      tableView: [{ type: 'view.lent', view: { shown: ['name'], density: 'compact' } }],
    });
    expect(facts).toEqual([{ type: 'page.moved', search: '?keyword=b', how: 'push' }]);
  });

  it('fills the form with the row and its version', () => {
    expect({{thing}}Draft(row)).toEqual({ values: { name: '甲', remark: '' }, subject: { id: 7, version: 4 } });
  });

  it.each<[string, { name: string; remark: string }, string[]]>([
    ['nothing is wrong', { name: 'x'.repeat(60), remark: 'x'.repeat(200) }, []],
    ['there is no name', { name: '', remark: '' }, ['name']],
    ['the name is blank', { name: ' ', remark: '' }, ['name']],
    ['both are too long', { name: 'x'.repeat(61), remark: 'x'.repeat(201) }, ['name', 'remark']],
  ])('knows the wrong fields where %s', (_, values, wrong) => {
    expect(Object.keys(check{{Thing}}(values))).toEqual(wrong);
  });
});
