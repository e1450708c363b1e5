import { expect, test } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { judgeDelivery, type WatchedAccount } from './watch.rules.ts';

const hours = (usd: number, orders = 0, orderUsd = usd) => ({ spend: usd * 100, orders, orderSpend: orderUsd * 100 });
const USUAL = [50, 60, 55, 40, 70, 52, 58];

const judge = (now: WatchedAccount['now'], more: Partial<WatchedAccount> = {}) =>
  judgeDelivery(
    { now, before: USUAL.map((usd) => hours(usd)), hasActiveCampaigns: true, areOrdersKnown: true, ...more },
    defaultLimits,
  ).map(({ kind }) => kind);

const spent = (...usd: number[]) => ({ before: usd.map((each) => hours(each)) });
const sold = (orders: number) => ({ before: USUAL.map((usd) => hours(usd, orders, 200)) });

test.each<[string, string[], string[]]>([
  ['usual spend is quiet', judge(hours(55)), []],
  ['a weak hour is quiet', judge(hours(20)), []],
  ['spend at a tenth of the usual has stopped', judge(hours(5)), ['spend_stopped']],
  ['spend has not stopped where nothing is turned on', judge(hours(0), { hasActiveCampaigns: false }), []],
  ['one earlier day without spend makes it usual', judge(hours(0), spent(50, 60, 55, 0, 70, 52, 58)), []],
  ['an account that spends little cannot stop', judge(hours(0), spent(9, 9, 9, 9, 9)), []],
  ['three previous days say nothing', judge(hours(0), spent(50, 60, 55)), []],
  ['four previous days are enough', judge(hours(0), spent(50, 60, 55, 52)), ['spend_stopped']],
  ['twice the usual is quiet', judge(hours(110)), []],
  ['three times the usual is racing', judge(hours(165)), ['spend_racing']],
  ['one earlier day of that spend makes it usual', judge(hours(165), spent(50, 60, 55, 180, 70, 52, 58)), []],
  ['a new race is measured at the least spend', judge(hours(61), spent(1, 1, 1, 1)), ['spend_racing']],
  ['little spend never races', judge(hours(30), spent(1, 1, 1, 1)), []],
  ['missing orders are reported where several are usual', judge(hours(55, 0, 200), sold(6)), ['spend_without_orders']],
  ['a single order is enough to be quiet', judge(hours(55, 1, 200), sold(6)), []],
  ['rare orders are not missed', judge(hours(55, 0, 200), sold(2)), []],
  ['orders are not missed for little spend', judge(hours(55, 0, 90), sold(20)), []],
  ['orders are not missed while they are not known', judge(hours(55, 0, 200), { ...sold(6), areOrdersKnown: false }), []],
])('%s', (_, found, wanted) => {
  expect(found).toEqual(wanted);
});
