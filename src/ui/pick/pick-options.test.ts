import { expect, it } from 'vitest';
import { dictionaryOptions, filterOptions } from './pick-options.ts';

const countries = dictionaryOptions(
  [
    { value: 'AU', label_zh: '澳大利亚', label_en: 'Australia' },
    { value: 'GB', label_zh: '英国', label_en: 'United Kingdom' },
    { value: 'RU', label_zh: '俄罗斯', label_en: 'Russia' },
    { value: 'US', label_zh: '美国', label_en: 'United States' },
  ],
  'zh-cn',
);
const found = (search: string) => filterOptions(countries, search).map(({ label }) => label);

it('finds an entry of a dictionary by its code and its name in either language, the nearest first', () => {
  expect(found('us')).toEqual(['美国', '澳大利亚', '俄罗斯']);
  expect(found('United')).toEqual(['英国', '美国']);
  expect(found('国')).toEqual(['英国', '美国']);
  expect(found('xyz')).toEqual([]);
  expect(found(' ')).toEqual(countries.map(({ label }) => label));
});

it('keeps the order of a tree, with the ancestors of what matches', () => {
  const tree = [
    { value: 1, label: '公司', depth: 0 },
    { value: 2, label: '投放一部', depth: 1 },
    { value: 3, label: '英语组', depth: 2 },
    { value: 4, label: '日语组', depth: 2 },
  ];
  expect(filterOptions(tree, '日语').map(({ label }) => label)).toEqual(['公司', '投放一部', '日语组']);
});

it('finds Chinese names by pinyin and by initials once the readings are known, after literal matches', () => {
  const sounds: Record<string, string[]> = { 美: ['mei'], 国: ['guo'], 英: ['ying'], 俄: ['e'], 罗: ['luo'], 斯: ['si'] };
  const readings = (text: string) => [...text].map((sign) => sounds[sign] ?? []);
  const foundBy = (search: string) => filterOptions(countries, search, readings).map(({ value }) => value);
  expect(foundBy('meiguo')).toEqual(['US']);
  expect(foundBy('mg')).toEqual(['US']);
  expect(foundBy('guo')).toEqual(['GB', 'US']);
  expect(foundBy('us')).toEqual(['US', 'AU', 'RU']);
  expect(found('mg')).toEqual([]);
});
