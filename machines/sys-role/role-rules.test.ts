import { expect, it } from 'vitest';
import { NAME_MAX, REMARK_MAX } from '#contracts/rules/people-limits.ts';
import { blankRole, checkCopy, checkRole } from './role-rules.ts';

it('a role needs a name within the limits', () => {
  expect(checkRole({ ...blankRole, name: '广'.repeat(NAME_MAX), remark: '广'.repeat(REMARK_MAX) })).toEqual({});
  expect(Object.keys(checkRole({ ...blankRole, name: ' ', remark: '广'.repeat(REMARK_MAX + 1) }))).toEqual(['name', 'remark']);
  expect(Object.keys(checkRole({ ...blankRole, name: '广'.repeat(NAME_MAX + 1) }))).toEqual(['name']);
});

it('so does a copy of a role', () => {
  expect(checkCopy({ name: '广'.repeat(NAME_MAX) })).toEqual({});
  expect(Object.keys(checkCopy({ name: '广'.repeat(NAME_MAX + 1) }))).toEqual(['name']);
});
