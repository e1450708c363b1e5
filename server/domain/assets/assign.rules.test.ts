import { describe, expect, test } from 'vitest';
import type { Assignment } from './assign.repository.ts';
import { type AssignParams, planReassignment } from './assign.rules.ts';

const user = (id: number, user_id: number, is_primary = false): Assignment => ({ id, user_id, department_id: null, is_primary });
const department = (id: number, department_id: number): Assignment => ({ id, user_id: null, department_id, is_primary: false });
const params = (given: Partial<AssignParams>): AssignParams => ({
  mode: 'add',
  user_ids: [],
  department_ids: [],
  primary_user_id: null,
  ...given,
});

const assignments = [user(1, 11, true), user(2, 12), department(3, 5)];

describe('assignments of an asset', () => {
  test('are replaced by exactly those given', () => {
    expect(planReassignment(assignments, params({ mode: 'replace', user_ids: [12, 13], primary_user_id: 13 }))).toEqual({
      ended: [1, 3],
      users: [{ id: 13, is_primary: true }],
      departments: [],
    });
  });

  test('are kept when others are added', () => {
    expect(planReassignment(assignments, params({ user_ids: [11, 13], department_ids: [5, 6] }))).toEqual({
      ended: [],
      users: [{ id: 13, is_primary: false }],
      departments: [6],
    });
  });

  test('end on removal, including the primary user', () => {
    expect(planReassignment(assignments, params({ mode: 'remove', user_ids: [11, 99], department_ids: [5] }))).toEqual({
      ended: [1, 3],
      users: [],
      departments: [],
    });
  });

  test('record a change of the primary user by ending and adding both rows', () => {
    expect(planReassignment(assignments, params({ primary_user_id: 12 }))).toEqual({
      ended: [1, 2],
      users: [
        { id: 12, is_primary: true },
        { id: 11, is_primary: false },
      ],
      departments: [],
    });
  });

  test('stay unchanged when they already match', () => {
    expect(
      planReassignment(assignments, params({ mode: 'replace', user_ids: [11, 12], department_ids: [5], primary_user_id: 11 })),
    ).toEqual({
      ended: [],
      users: [],
      departments: [],
    });
  });
});
