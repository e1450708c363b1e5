import { expect, it } from 'vitest';
import { failureOf } from './faults.ts';

it('keeps of an error only its words and its trace', () => {
  const error = Object.assign(new Error('no network'), { traceId: 'trace-1', config: { headers: { Authorization: 'Bearer x' } } });
  expect(failureOf(error)).toEqual({ message: 'no network', traceId: 'trace-1' });
  expect(failureOf({ message: 3 })).toEqual({ message: '', traceId: '' });
  expect(failureOf('text')).toEqual({ message: 'text', traceId: '' });
  expect(failureOf(undefined)).toEqual({ message: 'undefined', traceId: '' });
});
