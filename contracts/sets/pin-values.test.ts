import { describe, expect, it } from 'vitest';
import type { Interaction } from './interaction.ts';
import { pinValues } from './pin-values.ts';

type Rules = NonNullable<NonNullable<Interaction['response']['matchingRules']>['body']>;
const type = { combine: 'AND', matchers: [{ match: 'type' }] };
const whole = { combine: 'AND', matchers: [{ match: 'integer' }] };
const equality = { combine: 'AND', matchers: [{ match: 'equality' }] };

const exchange = (content: object, body: Rules, asked: object = {}): Interaction => ({
  description: 'answers',
  providerStates: [{ name: 'a role exists', params: { id: 31, name: '投放组', paths: ['/index'] } }],
  request: { method: 'POST', path: '/api/x', body: { content: asked, contentType: 'application/json', encoded: false } },
  response: { status: 200, body: { content, contentType: 'application/json', encoded: false }, matchingRules: { body } },
});
const rulesAfter = (one: Interaction) => pinValues(one).response.matchingRules?.body;

describe('pinned values', () => {
  it('are those the state fixes, in every element of a list', () => {
    const one = exchange(
      { list: [{ id: 31, name: '投放组', users: 1 }] },
      { '$.list': type, '$.list[*].id': whole, '$.list[*].name': type, '$.list[*].users': whole },
    );
    expect(rulesAfter(one)).toEqual({
      '$.list': type,
      '$.list[*].id': equality,
      '$.list[*].name': equality,
      '$.list[*].users': whole,
    });
  });

  it('are those the request fixes, and references to them under another name', () => {
    const one = exchange(
      { remark: '首页', role_id: 31, at: '2026-11-20T08:00:00Z' },
      { '$.remark': type, '$.role_id': whole, '$.at': type },
      {
        remark: '首页',
        at: '2026-11-20T08:00:00Z',
      },
    );
    expect(rulesAfter(one)).toEqual({ '$.remark': equality, '$.role_id': equality, '$.at': type });
  });

  it('are literals below a list, which the rule of the list would loosen', () => {
    const one = exchange({ list: [{ status: 'on', none: null, structure: [1] }] }, { '$.list': type });
    expect(rulesAfter(one)).toEqual({
      '$.list': type,
      '$.list[*].status': equality,
      '$.list[*].none': equality,
      '$.list[*].structure': equality,
    });
  });

  it('leave out rows where there are more than the example shows', () => {
    const one = exchange(
      { data: { list: [{ id: 31 }], total: 2 } },
      { '$.data.list': type, '$.data.list[*].id': whole, '$.data.total': whole },
    );
    expect(rulesAfter(one)).toEqual({ '$.data.list': type, '$.data.list[*].id': whole, '$.data.total': equality });
  });

  it('leave out days', () => {
    const one = exchange({ data: { day: '2026-11-20' } }, { '$.data.day': type }, { day: '2026-11-20' });
    expect(rulesAfter(one)).toEqual({ '$.data.day': type });
  });

  it('include the version of what was changed, one more than the request sends', () => {
    const one = exchange({ data: { version: 3, name: 'a' } }, { '$.data.version': whole }, { version: 3 });
    expect(rulesAfter(one)).toEqual({ '$.data.version': equality });
    expect(pinValues(one).response.body?.content).toEqual({ data: { version: 4, name: 'a' } });
    const created = exchange({ data: { version: 1 } }, { '$.data.version': whole });
    expect(rulesAfter(created)).toEqual({ '$.data.version': whole });
  });

  it('include the total of a list', () => {
    const one = exchange({ data: { list: [], total: 1 } }, { '$.data.total': whole });
    expect(rulesAfter(one)).toEqual({ '$.data.total': equality });
  });
});
