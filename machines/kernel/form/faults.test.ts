import { expect, it } from 'vitest';
import { remainingFaults, toFailure } from './faults.ts';

it('keeps only the message and the trace id of an error', () => {
  const error = Object.assign(new Error('no network'), { traceId: 'trace-1', config: { headers: { Authorization: 'Bearer x' } } });
  expect(toFailure(error)).toEqual({ message: 'no network', traceId: 'trace-1' });
  expect(toFailure({ message: 'no answer', traceId: '', unanswered: true })).toEqual({
    message: 'no answer',
    traceId: '',
    unanswered: true,
  });
  expect(toFailure({ message: 'refused', traceId: 't', unanswered: false })).toEqual({ message: 'refused', traceId: 't' });
  expect(toFailure({ message: 3 })).toEqual({ message: '', traceId: '' });
  expect(toFailure('text')).toEqual({ message: 'text', traceId: '' });
  expect(toFailure(undefined)).toEqual({ message: 'undefined', traceId: '' });
});

it('drops corrected faults and keeps the texts of the server', () => {
  const before = { name: { rule: 'required' }, age: { rule: 'numberMin', params: { min: 1 } }, mail: { message: 'taken' } };
  expect(remainingFaults(before, { age: { rule: 'numberMax', params: { max: 9 } }, other: { rule: 'required' } } as object)).toEqual({
    age: { rule: 'numberMax', params: { max: 9 } },
    mail: { message: 'taken' },
  });
});
