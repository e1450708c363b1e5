import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { type LocaleName, languageTag } from '#src/locale/locales.ts';
import { cronWords } from './cron-words.ts';
import { messages } from './messages/index.ts';

const createDescriber = (locale: LocaleName) => {
  const intl = createIntl({ locale: languageTag[locale], messages: messages[locale] });
  return (cron: string, offset?: number) => cronWords(cron, locale, (id, values) => intl.formatMessage({ id }, values), offset);
};
const zh = createDescriber('zh-cn');
const describeEn = createDescriber('en');

describe('schedule in words', () => {
  it.each([
    ['* * * * *', '每分钟', 'every minute'],
    ['*/1 * * * *', '每分钟', 'every minute'],
    ['*/5 * * * *', '每 5 分钟', 'every 5 minutes'],
    ['17 * * * *', '每小时的第 17 分', 'at minute 17 of every hour'],
    ['5,35 * * * *', '每小时的第 05、35 分', 'at minutes 05, 35 of every hour'],
    ['0 */2 * * *', '每 2 小时的第 00 分', 'at minute 00 of every 2nd hour'],
    ['0 */6 * * *', '每 6 小时的第 00 分', 'at minute 00 of every 6th hour'],
    ['*/10 9-18 * * *', '每 10 分钟，09至18 时', 'every 10 minutes, in hours 09 to 18'],
    ['* 3 * * *', '每分钟，03 时', 'every minute, in hour 03'],
    ['0 3 * * *', '每天 03:00', 'every day at 03:00'],
    ['0,30 3,15 * * *', '每天 03:00、03:30、15:00、15:30', 'every day at 03:00, 03:30, 15:00, 15:30'],
    ['15 8-20 * * *', '每天 08至20 时的第 15 分', 'every day at minute 15 of hours 08 to 20'],
    ['0 0-12/4 * * *', '每天 00:00、04:00、08:00、12:00', 'every day at 00:00, 04:00, 08:00, 12:00'],
    ['0 3 * * 1', '每周一 03:00', 'on Monday at 03:00'],
    ['0 3 * * MON-FRI', '每周一至周五 03:00', 'on Monday to Friday at 03:00'],
    ['0 3 * * 7', '每周日 03:00', 'on Sunday at 03:00'],
    ['*/15 * * * 0,6', '每周日、周六 每 15 分钟', 'on Sunday, Saturday every 15 minutes'],
    ['0 3 1,15 * *', '每月 1、15 日 03:00', 'on day 1, 15 of the month at 03:00'],
    ['0 3 */2 * *', '每月每 2 天 03:00', 'on every 2nd day of the month at 03:00'],
    ['30 4 1 * 1', '每月 1 日或每周一 04:30', 'on day 1 of the month or on Monday at 04:30'],
    ['0 0 1 JAN,7 *', '一月、七月 每月 1 日 00:00', 'in January, July on day 1 of the month at 00:00'],
  ])('%s means %s and %s', (cron, chinese, english) => {
    expect(zh(cron)).toBe(chinese);
    expect(describeEn(cron)).toBe(english);
  });

  it.each([
    ['30 18 * * *', 480, 'every day at 02:30'],
    ['0 3,15 * * *', 480, 'every day at 11:00, 23:00'],
    ['0 3,18 * * *', 480, 'every day at 02:00, 11:00'],
    ['0,30 3 * * *', 330, 'every day at 08:30, 09:00'],
    ['30 2 * * *', -300, 'every day at 21:30'],
    ['0 3 * * 1', 480, 'on Monday at 11:00'],
    ['0 18 * * MON-FRI', 480, 'on Tuesday to Saturday at 02:00'],
    ['0 2 * * 0', -300, 'on Saturday at 21:00'],
    ['0 16 7 * *', 480, 'on day 8 of the month at 00:00'],
    ['0 3 1 JAN *', 480, 'in January on day 1 of the month at 11:00'],
  ])('%s with %i minutes added means %s', (cron, offset, words) => {
    expect(describeEn(cron, offset)).toBe(words);
  });

  it.each(['*/5 * * * *', '17 * * * *', '0 */2 * * *', '15 8-20 * * *', '0 18 28 * *', '0 18 * 3 *', '0 3,18 * * 1', '0 18 * * */2'])(
    'has no words for "%s" eight hours later',
    (cron) => {
      expect(describeEn(cron)).toBeDefined();
      expect(describeEn(cron, 480)).toBeUndefined();
    },
  );

  it.each([
    '',
    'now',
    '* * * *',
    '* * * * * *',
    '60 * * * *',
    '0 24 * * *',
    '0 3 0 * *',
    '5-1 * * * *',
    '*/0 * * * *',
    '0 3 L * *',
    '0 3 * * 8',
    '1-2-3 * * * *',
    '*/5/2 * * * *',
    '0 3 * FOO *',
    '1,, * * * *',
  ])('has no words for "%s"', (cron) => {
    expect(zh(cron)).toBeUndefined();
    expect(describeEn(cron)).toBeUndefined();
  });
});
