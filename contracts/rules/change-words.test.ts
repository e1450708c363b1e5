import { expect, it } from 'vitest';
import { type ChangeReading, changeInWords, fieldInWords, summaryInWords, valueInWords } from './change-words.ts';

const reading = (language: 'zh' | 'en', currency: string | null): ChangeReading => ({
  language,
  currency,
  money: (minor, unit) => `${minor} of ${unit}`,
});

it.each<[string, unknown, object, string | undefined]>([
  ['daily_budget', 1_200, {}, '1200 of GBP'],
  ['node.bid_amount', 80, {}, '80 of GBP'],
  ['body.money.budget_usd', 5_000, {}, '5000 of USD'],
  ['value', 2_000, { mode: 'set', currency: 'JPY' }, '2000 of JPY'],
  ['value', 12.5, { mode: 'inc_pct' }, '12.5%'],
  ['limit', 9_000, { mode: 'inc_pct', value: 20 }, '9000 of GBP'],
  ['learning_stage', 'LEARNING', {}, '学习中'],
  ['status', 'PAUSED', {}, '关闭'],
  ['issue', 'EMPTY', {}, '没有广告'],
  ['name', 'ACTIVE', {}, undefined],
  ['version', 3, {}, undefined],
  ['daily_budget', null, {}, undefined],
])('says %s %j in words', (path, value, whole, expected) => {
  expect(valueInWords(path, value, whole, reading('zh', 'GBP'))).toBe(expected);
});

it('describes a whole change in one line', () => {
  const change = { daily_budget: 2_000, learning_stage: 'LEARNING', platform_id: '12' };
  expect(changeInWords(change, reading('zh', 'USD'))).toBe('日预算：2000 of USD；学习期：学习中；platform_id：12');
  expect(changeInWords(change, reading('en', 'USD'))).toBe('Daily budget: 2000 of USD; Learning phase: Learning; platform_id: 12');
  expect(changeInWords(null, reading('en', 'USD'))).toBeNull();
});

it('shows an amount as stored when its currency is unknown', () => {
  expect(valueInWords('daily_budget', 1_200, {}, reading('en', null))).toBeUndefined();
});

it('names fields in both languages, and shows the raw name of an unknown field', () => {
  expect([fieldInWords('daily_budget', 'zh'), fieldInWords('body.money.budget_usd', 'en'), fieldInWords('unlisted', 'en')]).toEqual([
    '日预算',
    'Budget',
    'unlisted',
  ]);
});

it.each([
  ['role_ids', '角色', 'Roles'],
  ['name, is_leader', '名称、组长', 'Name, Leader'],
  ['remark, body v3', '备注、内容 v3', 'Remark, Content v3'],
  ['name, unlisted', 'name, unlisted', 'name, unlisted'],
  ['constructor', 'constructor', 'constructor'],
  ['NO_PATH', 'NO_PATH', 'NO_PATH'],
  ['沈别', '沈别', '沈别'],
  ['', '', ''],
])('says the summary %j in words where it lists known fields alone', (summary, zh, en) => {
  expect([summaryInWords(summary, 'zh'), summaryInWords(summary, 'en')]).toEqual([zh, en]);
});
