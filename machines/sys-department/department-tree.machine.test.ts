import { describe, expect, it } from 'vitest';
import { stage } from '#tests/support/stage.ts';
import { departmentTreeMachine } from './department-tree.machine.ts';

const begin = (search = '') => stage(departmentTreeMachine, { search });
const turned = (selected: number | undefined) => ({ type: 'tree.selected', selected });
const moved = (search: string) => ({ type: 'tree.moved', search, how: 'replace' });

describe('the tree of departments on the page', () => {
  it('starts with the department of the address', () => {
    expect(begin('?id=4').facts).toEqual([turned(4)]);
    expect(begin('?id=junk').facts).toEqual([turned(undefined)]);
  });

  it('tells a selection once, with its address', () => {
    const { actor, facts } = begin();
    actor.send({ type: 'department.selected', id: 4 });
    actor.send({ type: 'department.selected', id: 4 });
    expect(facts.slice(1)).toEqual([turned(4), moved('?id=4')]);
  });

  it('follows an address with another department, and writes nothing', () => {
    const { actor, facts } = begin('?id=4');
    actor.send({ type: 'department.located', search: '?id=4&keyword=a' });
    actor.send({ type: 'department.located', search: '?id=5' });
    actor.send({ type: 'department.located', search: '' });
    expect(facts.slice(1)).toEqual([turned(5), turned(undefined)]);
  });

  it('clears the selection when the selected department is deleted, and keeps it when another is', () => {
    const { actor, facts } = begin('?id=4');
    actor.send({ type: 'department.removed', id: 3 });
    expect(facts).toHaveLength(1);
    actor.send({ type: 'department.removed', id: 4 });
    expect(facts.slice(1)).toEqual([turned(undefined), moved('')]);
  });

  it('folds and unfolds, and unfolds everything for a new filter or address', () => {
    const { actor } = begin();
    const folded = () => actor.getSnapshot().context.folded;
    for (const id of [3, 4, 3]) actor.send({ type: 'department.folded', id });
    expect(folded()).toEqual([4]);
    actor.send({ type: 'department.filtered' });
    expect(folded()).toEqual([]);
    actor.send({ type: 'department.folded', id: 3 });
    actor.send({ type: 'department.located', search: '?keyword=a' });
    expect(folded()).toEqual([]);
  });
});
