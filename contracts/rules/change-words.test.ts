import { expect, it } from 'vitest';
import { batchTypes, batchTypeWords } from '../vocabulary/batches.ts';
import { evaluationDecisions } from '../vocabulary/evaluations.ts';
import { ruleStatuses } from '../vocabulary/host-rules.ts';
import { hostStates } from '../vocabulary/hosting.ts';
import { materialStatuses } from '../vocabulary/materials.ts';
import { pixelEventNames } from '../vocabulary/pixels.ts';
import { type ChangeReading, changeInWords, fieldInWords, summaryInWords, toSummaryText, valueInWords } from './change-words.ts';

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
  ['paused', '已暂停', 'Paused'],
  ['revoked', '已作废', 'Revoked'],
  ['ended', '已结束', 'Ended'],
  ['archived', '已归档', 'Archived'],
  ['authorised again', '已重新授权', 'Authorised again'],
  ['publish v3', '发布广告 v3', 'Publish ads v3'],
  ['retried × 2', '重试 × 2', 'Retried × 2'],
  ['canceled × 2', '取消 × 2', 'Cancelled × 2'],
  ['status × 4', `${batchTypeWords.status.zh} × 4`, `${batchTypeWords.status.en} × 4`],
  ['copyright until 2026-11-01', '版权至 2026-11-01', 'Copyright until 2026-11-01'],
  ['at least 3 rejected ads within 30 days', '30 天内至少 3 条广告未通过', 'At least 3 rejected ads within 30 days'],
  ['item 7: not_created', '第 7 项：未创建', 'Item 7: not created'],
  ['is_leader: “短剧一组”', '组长：短剧一组', 'Leader: 短剧一组'],
  ['“paused”', '“paused”', '“paused”'],
])('says the summary %j in words where it holds known codes alone', (summary, zh, en) => {
  expect([summaryInWords(summary, 'zh'), summaryInWords(summary, 'en')]).toEqual([zh, en]);
});

it.each([
  ...hostStates,
  ...materialStatuses,
  ...ruleStatuses,
  ...evaluationDecisions,
  ...pixelEventNames,
  ...batchTypes.map((type) => `${type} × 2`),
])('says the status or kind of batch %j in Chinese', (code) => {
  expect(summaryInWords(toSummaryText({ codes: [code] }), 'zh')).toMatch(/[\u4E00-\u9FFF]/);
});

it.each(['name', 'paused', 'status, name', 'publish v3', 'is_leader: “x”', '沈别'])(
  'never takes the name or reason %j for a code',
  (name) => {
    const expected = name === '沈别' ? name : `“${name}”`;
    expect([summaryInWords(toSummaryText(name), 'zh'), summaryInWords(toSummaryText(name), 'en')]).toEqual([expected, expected]);
  },
);

it('keeps the name that a code concerns as it is', () => {
  const summary = toSummaryText({ codes: ['is_leader'], about: 'name, status' });
  expect([summaryInWords(summary, 'zh'), summaryInWords(summary, 'en')]).toEqual(['组长：name, status', 'Leader: name, status']);
});
