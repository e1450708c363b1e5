import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GraphFacts, RequestUse } from './facts.ts';
import { type JudgedRequest, judge } from './judge.ts';
import { reduceFacts } from './reduce.ts';
import table from './table.json' with { type: 'json' };
import { uses } from './uses.ts';

const facts: GraphFacts = table;

const sound = {
  campaign: {
    method: 'POST',
    node: 'AdAccount',
    edge: 'campaigns',
    parameters: { name: 'x', objective: 'OUTCOME_SALES', status: 'PAUSED', special_ad_categories: ['NONE'], adlabels: [{ name: 'tag' }] },
  },
  group: {
    method: 'POST',
    node: 'AdAccount',
    edge: 'adsets',
    parameters: {
      name: 'x',
      promoted_object: { pixel_id: '1', custom_event_type: 'PURCHASE' },
      targeting: { geo_locations: { countries: ['US'] } },
    },
  },
  ad: {
    method: 'POST',
    node: 'AdAccount',
    edge: 'ads',
    parameters: {
      name: 'x',
      creative: {
        object_story_spec: {
          page_id: '1',
          video_data: { video_id: '2', call_to_action: { type: 'WATCH_MORE', value: { link: 'https://x.test' } } },
        },
      },
    },
  },
  reading: { method: 'GET', node: 'AdAccount', edge: 'ads', parameters: { fields: 'id,creative{id,url_tags},ad_review_feedback{global}' } },
} satisfies Record<string, JudgedRequest>;

type Planted = [fault: string, request: JudgedRequest, found: string];

const planted: Planted[] = [
  ['a wrong edge', { ...sound.campaign, edge: 'campaign' }, 'no edge POST campaign (nearest: POST campaigns)'],
  ['a wrong method', { ...sound.campaign, method: 'DELETE' }, 'no edge DELETE campaigns'],
  ['an unknown node', { ...sound.campaign, node: 'Account' }, 'Account has no edge'],
  ['a wrong parameter', { ...sound.campaign, parameters: { ...sound.campaign.parameters, spend_limit: 1 } }, 'no parameter spend_limit'],
  [
    'a wrong value',
    { ...sound.campaign, parameters: { ...sound.campaign.parameters, objective: 'SALES' } },
    'objective has no value SALES (nearest: OUTCOME_SALES)',
  ],
  ['a missing required parameter', { ...sound.campaign, parameters: { name: 'x' } }, 'lacks special_ad_categories'],
  ['a wrong field', { ...sound.reading, parameters: { fields: 'id,state' } }, 'Ad has no field state'],
  ['a wrong inner field', { ...sound.reading, parameters: { fields: 'id,creative{id,text}' } }, 'AdCreative has no field text'],
  [
    'a wrong key of a structure',
    { ...sound.group, parameters: { ...sound.group.parameters, targeting: { geo_locations: { country: ['US'] } } } },
    'targeting.geo_locations has no key country (nearest: countries)',
  ],
  [
    'the name that ended in 2025',
    { ...sound.ad, parameters: { name: 'x', creative: { object_story_spec: { page_id: '1', instagram_actor_id: '2' } } } },
    'has no key instagram_actor_id',
  ],
  [
    'a wrong value of a creative',
    { ...sound.ad, parameters: { name: 'x', creative: { authorization_category: 'POLITICS' } } },
    'creative.authorization_category has no value POLITICS (nearest: POLITICAL)',
  ],
  [
    'a wrong button',
    { ...sound.ad, parameters: { name: 'x', creative: { object_story_spec: { video_data: { call_to_action: { type: 'WATCH' } } } } } },
    'call_to_action.type has no value WATCH',
  ],
];

describe('the judge', () => {
  it.each(Object.entries(sound))('finds nothing wrong with a sound %s', (_name, request) => {
    expect(judge(facts, request)).toEqual([]);
  });

  it.each(planted)('finds %s', (_fault, request, found) => {
    expect(judge(facts, request).join('; ')).toContain(found);
  });
});

describe('the table of names', () => {
  const use: RequestUse = { method: 'POST', node: 'AdAccount', edge: 'campaigns', parameters: { special_ad_categories: ['NONE'] } };

  it('holds every request of the connector', () => {
    expect(reduceFacts(facts, uses)).toEqual(facts);
  });

  it('is refused with a name that the facts lack', () => {
    const wrong = { ...use, parameters: { special_ad_categories: ['NOTHING'], spend_limit: [] } };
    expect(() => reduceFacts(facts, [wrong])).toThrow(/value .* NOTHING .*\n.*spend_limit/);
    expect(() => reduceFacts(facts, [{ ...use, parameters: {} }])).toThrow('required parameter');
  });

  const description = process.env['META_FACTS'];
  it.runIf(description !== undefined)('agrees with the whole description', () => {
    expect(reduceFacts(JSON.parse(readFileSync(description ?? '', 'utf8')) as GraphFacts, uses)).toEqual(facts);
  });
});
