import { expect, it } from 'vitest';
import { failureOf, stillWrong } from './faults.ts';

it('keeps of an error only its words and its trace', () => {
  const error = Object.assign(new Error('no network'), { traceId: 'trace-1', config: { headers: { Authorization: 'Bearer x' } } });
  expect(failureOf(error)).toEqual({ message: 'no network', traceId: 'trace-1' });
  expect(failureOf({ message: 'no answer', traceId: '', unanswered: true })).toEqual({
    message: 'no answer',
    traceId: '',
    unanswered: true,
  });
  expect(failureOf({ message: 'refused', traceId: 't', unanswered: false })).toEqual({ message: 'refused', traceId: 't' });
  expect(failureOf({ message: 3 })).toEqual({ message: '', traceId: '' });
  expect(failureOf('text')).toEqual({ message: 'text', traceId: '' });
  expect(failureOf(undefined)).toEqual({ message: 'undefined', traceId: '' });
});

it('knows what is still wrong, and leaves the words of the server alone', () => {
  const before = { name: { rule: 'required' }, age: { rule: 'numberMin', params: { min: 1 } }, mail: { message: 'taken' } };
  expect(stillWrong(before, { age: { rule: 'numberMax', params: { max: 9 } }, other: { rule: 'required' } } as object)).toEqual({
    age: { rule: 'numberMax', params: { max: 9 } },
    mail: { message: 'taken' },
  });
});
