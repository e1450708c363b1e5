import { describe, expect, test } from 'vitest';
import type { Standing } from './assign.repository.ts';
import { type AssignParams, reassign } from './assign.rules.ts';

const user = (id: number, user_id: number, is_primary = false): Standing => ({ id, user_id, department_id: null, is_primary });
const department = (id: number, department_id: number): Standing => ({ id, user_id: null, department_id, is_primary: false });
const params = (given: Partial<AssignParams>): AssignParams => ({
  mode: 'add',
  user_ids: [],
  department_ids: [],
  primary_user_id: null,
  ...given,
});

const standing = [user(1, 11, true), user(2, 12), department(3, 5)];

describe('assignments of an asset', () => {
  test('become exactly those given, the others end', () => {
    expect(reassign(standing, params({ mode: 'replace', user_ids: [12, 13], primary_user_id: 13 }))).toEqual({
      ended: [1, 3],
      users: [{ id: 13, is_primary: true }],
      departments: [],
    });
  });

  test('are only added to, whoever has it keeps it', () => {
    expect(reassign(standing, params({ user_ids: [11, 13], department_ids: [5, 6] }))).toEqual({
      ended: [],
      users: [{ id: 13, is_primary: false }],
      departments: [6],
    });
  });

  test('end for those taken away, the primary too', () => {
    expect(reassign(standing, params({ mode: 'remove', user_ids: [11, 99], department_ids: [5] }))).toEqual({
      ended: [1, 3],
      users: [],
      departments: [],
    });
  });

  test('say when somebody else became responsible: both rows end and begin anew', () => {
    expect(reassign(standing, params({ primary_user_id: 12 }))).toEqual({
      ended: [1, 2],
      users: [
        { id: 12, is_primary: true },
        { id: 11, is_primary: false },
      ],
      departments: [],
    });
  });

  test('stay untouched where they are as asked', () => {
    expect(reassign(standing, params({ mode: 'replace', user_ids: [11, 12], department_ids: [5], primary_user_id: 11 }))).toEqual({
      ended: [],
      users: [],
      departments: [],
    });
  });
});
