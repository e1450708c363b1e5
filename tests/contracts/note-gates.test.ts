import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { FieldError } from '#contracts/endpoints/envelope.ts';
import { endpoints } from '#contracts/endpoints/index.ts';
import { noted } from '#contracts/endpoints/noted.ts';
import { reasonMeanings } from '#contracts/endpoints/reason-meanings.ts';
import { Exact, Id, Instant, Nullable } from '#contracts/endpoints/shapes.ts';
import { noteFaults } from './note-gates.ts';

const plain = (schema: unknown) => JSON.parse(JSON.stringify(schema));
const both = { zh: '多久', en: 'How long' };

describe('the notes of the schemas', () => {
  it('say what every quantity counts, and everything in both languages', () => {
    const schemas = [
      ...endpoints.flatMap(({ name, request, reply }) => [[`${name} request`, request] as const, [`${name} reply`, reply] as const]),
      ...Object.entries(reasonMeanings).map(([reason, { data = {} }]) => [reason, { properties: data }] as const),
      ['FieldError', FieldError] as const,
    ];
    expect(schemas.flatMap(([name, schema]) => noteFaults(plain(schema)).map((fault) => `${name} ${fault}`))).toEqual([]);
  });

  it('leave what is validated as it was', () => {
    const bare = Type.Optional(Nullable(Type.Integer({ minimum: 1 })));
    const request = Exact({ wait: noted(bare, { ...both, unit: 'ms' }), id: Id });
    expect(plain(request)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['id'],
      properties: {
        wait: {
          anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }],
          description: 'How long',
          'x-description-zh': '多久',
          'x-unit': 'ms',
        },
        id: plain(Id),
      },
    });
  });

  it('keep the unit of what they say more of', () => {
    expect(plain(noted(Instant, both))).toMatchObject({ format: 'date-time', description: 'How long', 'x-unit': 'UTC' });
  });
});

describe('a planted fault', () => {
  it.each<[string, unknown, string]>([
    ['nobody says what a number counts', Exact({ wait: Type.Integer() }), 'wait: nobody says what it counts'],
    [
      'nobody says what a number that may be absent counts',
      Exact({ rows: Type.Array(Exact({ wait: Type.Optional(Nullable(Type.Number())) })) }),
      'rows.wait: nobody says what it counts',
    ],
    ['a note has no Chinese', Exact({ name: Type.String({ description: 'Its name' }) }), 'name: a note in one language only'],
    [
      'a note is empty in one language',
      Exact({ name: noted(Type.String(), { zh: ' ', en: 'Its name' }) }),
      'name: a note in one language only',
    ],
  ])('is seen when %s', (_name, schema, fault) => {
    expect(noteFaults(plain(schema))).toEqual([fault]);
  });
});
