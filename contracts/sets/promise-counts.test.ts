import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { endpoint } from '../endpoints/endpoint.ts';
import { NOT_NEGATIVE } from './forms.ts';
import type { Interaction } from './interaction.ts';
import { promiseCounts } from './promise-counts.ts';

const whole = { combine: 'AND', matchers: [{ match: 'integer' }] };
const count = { combine: 'AND', matchers: [{ match: 'integer' }, { match: 'regex', regex: NOT_NEGATIVE }] };

const Row = Type.Object({ users: Type.Integer({ minimum: 0 }), profit: Type.Integer() });
const called = endpoint({
  name: 'shoes.list',
  method: 'POST',
  path: '/shoes/list',
  summary: { zh: '', en: '' },
  access: 'signedIn',
  effect: 'read',
  request: Type.Object({}),
  reply: Type.Object({
    list: Type.Array(Row),
    last: Type.Union([Row, Type.Null()]),
    by_day: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    tree: Type.Cyclic({ Node: Type.Object({ count: Type.Integer({ minimum: 0 }), children: Type.Array(Type.Ref('Node')) }) }, 'Node'),
  }),
  reasons: ['VERSION_CONFLICT'],
});

const rulesAfter = (paths: readonly string[], content: object = { code: 0, data: {} }) => {
  const interaction: Interaction = {
    description: 'answers',
    request: { method: 'POST', path: '/api/shoes/list' },
    response: {
      status: 200,
      body: { content, contentType: 'application/json', encoded: false },
      matchingRules: { body: Object.fromEntries(paths.map((path) => [path, whole])) },
    },
  };
  return promiseCounts(interaction, called).response.matchingRules?.body;
};

describe('counts', () => {
  it('are promised not to be negative, wherever the endpoint declares it', () => {
    expect(
      rulesAfter([
        '$.data.list[*].users',
        '$.data.list[*].profit',
        '$.data.last.users',
        "$.data.by_day['2026-11-20']",
        '$.data.tree.children[*].count',
        '$.data.unknown',
        '$.code',
      ]),
    ).toEqual({
      '$.data.list[*].users': count,
      '$.data.list[*].profit': whole,
      '$.data.last.users': count,
      "$.data.by_day['2026-11-20']": count,
      '$.data.tree.children[*].count': count,
      '$.data.unknown': whole,
      '$.code': whole,
    });
  });

  it('include those in the newest row of a conflict', () => {
    const refused = { code: 409, data: { reason: 'VERSION_CONFLICT' } };
    expect(rulesAfter(['$.data.latest.last.users', '$.data.latest.last.profit'], refused)).toEqual({
      '$.data.latest.last.users': count,
      '$.data.latest.last.profit': whole,
    });
  });
});
