import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePayload, type ReadPayload } from './event-payload.ts';

describe('a typed payload', () => {
  it.each<[string, ReadPayload]>([
    ['', { payload: {} }],
    [' \n', { payload: {} }],
    ['{"id": 4, "rows": [1]}', { payload: { id: 4, rows: [1] } }],
    ['[]', { fault: { kind: 'notAnObject' } }],
    ['null', { fault: { kind: 'notAnObject' } }],
    ['"text"', { fault: { kind: 'notAnObject' } }],
    ['{"type": "x"}', { fault: { kind: 'hasType' } }],
    ['{"a": {"b": [{"~": "redacted"}]}}', { fault: { kind: 'leftOut', path: 'a.b.0' } }],
    ['{"~": "cut", "text": "…"}', { fault: { kind: 'leftOut', path: '' } }],
  ])('is parsed: %j', (text, read) => {
    expect(parsePayload(text)).toEqual(read);
  });

  it.each([
    ['{"a": 1,}', 1, 9],
    ['{\n  "a": nothing\n}', 2, 8],
    ['{\n  "a": 1', 2, 9],
    ['{"a" 1}', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{"a": "b\nc"}', 1, 7],
    ['[1, 2', 1, 6],
    ['[1, ]', 1, 5],
    ['[}', 1, 2],
    ['{"a": 01}', 1, 8],
    ['{} {}', 1, 4],
    ['{"a": "\\x"}', 1, 7],
  ])('is rejected with the position of the syntax error: %j', (text, line, column) => {
    expect(parsePayload(text)).toEqual({ fault: { kind: 'syntax', line, column } });
  });

  it('is parsed to the value that was written', () => {
    const values = fc.dictionary(
      fc.string().filter((key) => !['type', '~', '__proto__'].includes(key)),
      fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    );
    fc.assert(
      fc.property(values, (payload) => {
        expect(parsePayload(JSON.stringify(payload))).toEqual({ payload });
      }),
    );
  });
});
