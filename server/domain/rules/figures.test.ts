import { describe, expect, it } from 'vitest';
import { describeRule, summarizeRule } from '#contracts/rules/host-rule-sentence.ts';
import { findConditionFault, findTreeFault, type RuleCondition, ruleTemplates, simplify } from '#contracts/rules/host-rules.ts';
import { createFigures } from './conditions.ts';
import { addToLedgers, createLedgers } from './figures.query.ts';
import { comparedRanges, localHourOf, rangeOf, toLocalDate, toLocalHour } from './hour-ledger.ts';
import { isDue, slotOf } from './schedule.ts';

const NOW = toLocalHour('2026-11-20', 10);
const CLOCK = { now: NOW, known: NOW };
const at = (date: string, hour: number) => toLocalHour(date, hour);

const ledgers = createLedgers({ from: at('2026-11-10', 0), before: NOW + 1 });
const path = (ad_id: number) => ({ ad_id, ad_group_id: 10 + (ad_id % 2), campaign_id: 1 });
for (let hour = 0; hour <= 10; hour += 1) {
  addToLedgers(ledgers, path(1), at('2026-11-20', hour), { spend_usd: 100, impressions: 1_000, new_users: 1 });
  addToLedgers(ledgers, path(2), at('2026-11-20', hour), { spend_usd: 50 });
}
for (let hour = 0; hour < 24; hour += 1) addToLedgers(ledgers, path(1), at('2026-11-19', hour), { spend_usd: 50, new_users: 1 });
addToLedgers(ledgers, path(1), at('2026-10-01', 0), { spend_usd: 10_000 });

const ads = [1, 2, 3].map((id) => ({ id, parentId: 7, isRanked: true }));
const figureOf = createFigures(ledgers.ad, ads, CLOCK);
const [first, second, third] = ads;
const figure = (ad: (typeof ads)[number] | undefined, condition: Omit<RuleCondition, 'op' | 'value'>) =>
  ad === undefined ? undefined : figureOf(ad, { op: 'gt', value: 0, ...condition });

describe('figures of conditions', () => {
  it('sums the windows of the account’s own clock', () => {
    expect(figure(first, { metric: 'spend', window: 'today' })).toBe(1_100);
    expect(figure(first, { metric: 'spend', window: 'yesterday' })).toBe(1_200);
    expect(figure(first, { metric: 'spend', window: 'last_3h' })).toBe(300);
    expect(figure(first, { metric: 'spend', window: 'last_3d' })).toBe(2_300);
    expect(figure(first, { metric: 'spend', window: 'lifetime' })).toBe(12_300);
    expect(figure(first, { metric: 'cpi', window: 'today' })).toBe(100);
  });

  it('has no figure where the divisor is zero', () => {
    expect(figure(second, { metric: 'cpi', window: 'today' })).toBeNull();
    expect(figure(second, { metric: 'cpm', window: 'today' })).toBeNull();
    expect(figure(third, { metric: 'roi_d0', window: 'today' })).toBeNull();
  });

  it('compares complete hours with the same hours of another period', () => {
    expect(figure(first, { metric: 'spend', window: 'today', compare: 'change', against: 'previous' })).toBe(1);
    expect(figure(first, { metric: 'spend', window: 'today', compare: 'change', against: 'week_ago' })).toBeNull();
    expect(comparedRanges('today', 'previous', { now: NOW, known: NOW - 1 }).current).toEqual({
      from: at('2026-11-20', 0),
      before: NOW - 1,
    });
  });

  it('ranks an object among its siblings', () => {
    expect(figure(first, { metric: 'spend', window: 'today', compare: 'rank', order: 'highest' })).toBe(1);
    expect(figure(second, { metric: 'spend', window: 'today', compare: 'rank', order: 'highest' })).toBe(2);
    expect(figure(third, { metric: 'spend', window: 'today', compare: 'rank', order: 'lowest' })).toBe(1);
    expect(figure(third, { metric: 'cpi', window: 'today', compare: 'rank', order: 'lowest' })).toBeNull();
  });

  it('reads the account’s clock across midnight', () => {
    const hour = localHourOf(new Date('2026-11-20T03:30:00Z'), 'America/Los_Angeles');
    expect(toLocalDate(hour)).toBe('2026-11-19');
    expect(rangeOf('today', { now: hour, known: hour }).before).toBe(at('2026-11-19', 20));
  });
});

describe('schedules', () => {
  const slot = (time: string) => slotOf(new Date(`2026-11-20T${time}Z`));

  it('names the half hour that an instant falls in', () => {
    expect(slot('10:02:00').toISOString()).toBe('2026-11-20T10:00:00.000Z');
    expect(slot('10:32:59').toISOString()).toBe('2026-11-20T10:30:00.000Z');
  });

  it('is due by the clock of the account', () => {
    const due = (schedule: Parameters<typeof isDue>[0], time: string) => isDue(schedule, slot(time), 'Asia/Shanghai');
    expect(due({ every: 'half_hour' }, '10:32:00')).toBe(true);
    expect(due({ every: 'hour' }, '10:32:00')).toBe(false);
    expect(due({ every: 'day', at: '18:30' }, '10:32:00')).toBe(true);
    expect(due({ every: 'day', at: '18:30' }, '11:02:00')).toBe(false);
    expect(due({ every: 'half_hour', hours: [9, 18] }, '10:02:00')).toBe(false);
    expect(due({ every: 'half_hour', hours: [9, 19] }, '10:02:00')).toBe(true);
  });
});

describe('rules as text', () => {
  const body = { ...ruleTemplates.scale_up, schedule: { every: 'half_hour' as const }, cooldown_min: 120, max_actions_per_day: 3 };
  const usd = { code: 'USD', exponent: 2 };

  it('says a rule in both languages, with a word about running values', () => {
    expect(summarizeRule(body, 'zh', usd)).toBe('今天D0 ROI（首日）大于等于 0.8，且今天首充人数大于等于 5 → 提高预算 20%，至多 200.00 USD');
    expect(describeRule(body, 'en', usd)).toBe(
      'Every half hour, each ad set is checked (out of its learning phase): if D0 ROI today ≥ 0.8 and First payers today ≥ 5, then raise budget by 20%, at most 200.00 USD. At least 120 minutes apart and at most 3 times a day per object. It uses running values that are not mature yet, such as the ROI of today.',
    );
  });

  it('shows nested groups in brackets', () => {
    expect(summarizeRule({ ...body, ...ruleTemplates.budget_guard }, 'en', usd)).toBe(
      'Spend today ≥ $50 and (D0 ROI today < 0.5 or change of Cost per new user against the period before today > +30%) → Lower budget by 20%, not below 20.00 USD',
    );
  });
});

describe('limits of conditions', () => {
  const spend: RuleCondition = { metric: 'spend', window: 'today', op: 'gte', value: 1 };

  it('refuses trees that are empty, too large or too deep', () => {
    expect(findTreeFault([])).toBe('none');
    expect(findTreeFault(Array.from({ length: 7 }, () => spend))).toBe('tooMany');
    expect(findTreeFault({ join: 'and', items: [spend, { join: 'or', items: [] }] })).toBe('empty');
    const nest = (depth: number): Parameters<typeof simplify>[0] => ({
      join: 'or',
      items: [spend, ...(depth > 1 ? [nest(depth - 1)] : [])],
    });
    expect(findTreeFault(nest(3))).toBeNull();
    expect(findTreeFault(nest(4))).toBe('tooDeep');
  });

  it('refuses conditions that no figure can meet', () => {
    expect(findConditionFault(spend)).toBeNull();
    expect(findConditionFault({ ...spend, op: 'between' })).toBe('range');
    expect(findConditionFault({ ...spend, compare: 'change' })).toBe('against');
    expect(findConditionFault({ ...spend, compare: 'rank', value: 0 })).toBe('rank');
    expect(findConditionFault({ ...spend, metric: 'roi_h24', window: 'last_3h' })).toBe('window');
  });

  it('keeps a list of conditions that all must hold in its simplest form', () => {
    expect(simplify({ join: 'and', items: [spend] })).toEqual([spend]);
    expect(simplify({ join: 'or', items: [spend] })).toEqual({ join: 'or', items: [spend] });
  });
});
