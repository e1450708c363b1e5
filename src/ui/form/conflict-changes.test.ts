import { expect, it } from 'vitest';
import { conflictChanges } from './conflict-changes.ts';

const labels = { name: 'Name', remark: 'Remark', zone: 'Zone', count: 'Count' };
type Values = Record<keyof typeof labels, string>;
const asIs = (values: Values) => values;

it('names the changed fields and whether you, another user or both changed them', () => {
  const origin = { name: 'a', remark: 'b', zone: 'c', count: '1' };
  const conflict = { by: 'Li', at: '2026-11-20T08:00:00Z', latest: { values: { ...origin, name: 'theirs', remark: 'theirs' } } };
  expect(conflictChanges({ conflict, origin, values: { ...origin, remark: 'mine', zone: 'mine' } }, labels, asIs)).toEqual({
    by: 'Li',
    at: '2026-11-20T08:00:00Z',
    changes: [
      { label: 'Name', start: 'a', latest: 'theirs', mine: 'a', by: 'them' },
      { label: 'Remark', start: 'b', latest: 'theirs', mine: 'mine', by: 'both' },
      { label: 'Zone', start: 'c', latest: 'c', mine: 'mine', by: 'me' },
    ],
  });
});

it('is empty without a conflict', () => {
  const values = { name: '', remark: '', zone: '', count: '' };
  expect(conflictChanges({ conflict: undefined, origin: values, values }, labels, asIs)).toBeUndefined();
});
