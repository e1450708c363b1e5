import { expect, it } from 'vitest';
import { findLeftOut } from './left-out.ts';

const levels = ['campaign', 'ad_group', 'ad'];
const place = (node: string) => ({
  node,
  parent: node.includes('.') ? node.slice(0, node.lastIndexOf('.')) : null,
  level: levels[node.split('.').length - 1] ?? '',
});
const places = ['c1', 'c1.g1', 'c1.g1.a1', 'c1.g1.a2', 'c1.g2', 'c1.g2.a1', 'c2', 'c2.g1', 'c2.g1.a1'].map(place);

it.each<[string, string[], string[]]>([
  ['nothing', [], []],
  ['an ad alone', ['c1.g1.a2'], ['c1.g1.a2']],
  ['an ad set with its ads', ['c1.g1'], ['c1.g1', 'c1.g1.a1', 'c1.g1.a2']],
  ['an ad set whose ads are all left out', ['c1.g1.a1', 'c1.g1.a2'], ['c1.g1', 'c1.g1.a1', 'c1.g1.a2']],
  ['a campaign whose only ad is left out', ['c2.g1.a1'], ['c2', 'c2.g1', 'c2.g1.a1']],
  ['nothing for a place the plan does not have', ['c9'], []],
])('leaves out %s', (_what, chosen, expected) => {
  expect([...findLeftOut(places, chosen)].toSorted()).toEqual(expected);
});
