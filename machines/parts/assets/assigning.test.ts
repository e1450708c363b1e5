import { expect, it } from 'vitest';
import { blankAssign, invertAssign } from './assigning.machine.ts';

it('adding or removing one assignee is undone, but not a replacement or several', () => {
  const one = { ...blankAssign, user_ids: [7] };
  expect(invertAssign(one)).toEqual({ ...one, mode: 'remove' });
  expect(invertAssign({ ...one, mode: 'remove' })).toEqual({ ...one, mode: 'add' });
  expect(invertAssign({ ...one, mode: 'replace' })).toBeUndefined();
  expect(invertAssign({ ...one, department_ids: [3] })).toBeUndefined();
  expect(invertAssign({ ...one, primary_user_id: 7 })).toBeUndefined();
});
