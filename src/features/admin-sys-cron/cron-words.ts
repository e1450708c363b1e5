import { type LocaleName, languageTag, type MessageId } from '#src/locale/locales.ts';

type Text = (id: MessageId, values?: Record<string, string | number>) => string;

/** Bounds of the five fields: minute, hour, day of the month, month, weekday. */
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
/** More times of day than this are not listed one by one. */
const MAX_TIMES = 6;

interface Part {
  from: number;
  to: number;
  step: number;
}

/** A field as its list of parts; `every` stands for `*`. */
interface Field {
  every: boolean;
  parts: Part[];
}

const parseValue = (text: string, at: number): number => {
  const name = text.toUpperCase();
  if (at === 3 && MONTHS.includes(name)) return MONTHS.indexOf(name) + 1;
  if (at === 4 && WEEKDAYS.includes(name)) return WEEKDAYS.indexOf(name);
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
};

function parsePart(text: string, at: number): Part | undefined {
  const [min, max] = BOUNDS[at] ?? [0, 0];
  const [range = '', stepText, ...more] = text.split('/');
  const step = stepText === undefined ? 1 : /^\d{1,2}$/.test(stepText) ? Number(stepText) : 0;
  if (step < 1 || more.length > 0) return undefined;
  const bounds = range === '*' ? [min, at === 4 ? 6 : max] : range.split('-').map((end) => parseValue(end, at));
  const [from = Number.NaN, to = stepText === undefined ? from : max] = bounds;
  return bounds.length <= 2 && from >= min && to <= max && from <= to ? { from, to, step } : undefined;
}

function parseField(text: string, at: number): Field | undefined {
  const parts = text.split(',').map((part) => parsePart(part, at));
  const knownParts = parts.filter((part) => part !== undefined);
  return knownParts.length === parts.length ? { every: text === '*' || text === '*/1', parts: knownParts } : undefined;
}

const expandField = ({ parts }: Field): number[] => [
  ...new Set(
    parts.flatMap(({ from, to, step }) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)),
  ),
];

const padTwo = (value: number): string => String(value).padStart(2, '0');

/** The step of a field that consists of a single step. */
const getStep = ({ parts: [only, ...others] }: Field, at: number): number | undefined => {
  const [min, max] = BOUNDS[at] ?? [0, 0];
  return only && others.length === 0 && only.step > 1 && only.from === min && only.to >= max - (at === 4 ? 1 : 0) ? only.step : undefined;
};

const DAY_MINUTES = 24 * 60;

/** Minutes of the day at which it runs; undefined where they are too many to list, or a repetition says it better. */
function listTimes(minute: Field, hour: Field): number[] | undefined {
  if (minute.every || hour.every || getStep(hour, 1) !== undefined) return undefined;
  const [minutes, hours] = [expandField(minute), expandField(hour)];
  return minutes.length * hours.length > MAX_TIMES ? undefined : hours.flatMap((one) => minutes.map((other) => one * 60 + other));
}

const shiftDays = (field: Field, by: number): Field => ({
  ...field,
  parts: field.parts.map((part) => ({ ...part, from: part.from + by, to: part.to + by })),
});

/** Days of the month that every month has, so the day before or after has the next number. */
const isInEveryMonth = (field: Field) => field.parts.every(({ from, to, step }) => from >= 1 && to <= 28 && step === 1);

/**
 * Describes a cron expression of five fields; undefined for an unsupported syntax. Times are UTC, as in the expression, unless a number of
 * minutes is to be added; it is then undefined too where the hours are not numbers, or the times fall on days that cannot be named.
 */
export function cronWords(cron: string, locale: LocaleName, t: Text, offset = 0): string | undefined {
  const texts = cron.trim().split(/\s+/);
  const [minute, hour, utcDay, month, utcWeekday] = texts.map(parseField);
  if (texts.length !== 5 || !minute || !hour || !utcDay || !month || !utcWeekday) return undefined;
  const times = listTimes(minute, hour)?.map((time) => time + offset);
  if (offset !== 0 && !times) return undefined;
  const [dayShift = 0, ...otherShifts] = new Set(times?.map((time) => Math.floor(time / DAY_MINUTES)));
  const isEveryDay = utcDay.every && month.every && utcWeekday.every;
  if (otherShifts.length > 0 && !isEveryDay) return undefined;
  const day = utcDay.every ? utcDay : shiftDays(utcDay, dayShift);
  const weekday = utcWeekday.every ? utcWeekday : shiftDays(utcWeekday, dayShift);
  if (dayShift !== 0 && !isEveryDay) {
    const isNamed = utcDay.every ? month.every : isInEveryMonth(utcDay) && isInEveryMonth(day);
    if (!isNamed || weekday.parts.some(({ step }) => step !== 1)) return undefined;
  }

  const createNamer = (options: Intl.DateTimeFormatOptions) => {
    const words = new Intl.DateTimeFormat(languageTag[locale], { ...options, timeZone: 'UTC' });
    return (date: Date) => words.format(date);
  };
  const monthName = createNamer({ month: 'long' });
  const weekdayName = createNamer({ weekday: locale === 'en' ? 'long' : 'short' });
  const joinWords = (words: string[]) => words.join(t('cron.words.and'));
  const describeField = (field: Field, word: (value: number) => string, at: number) =>
    joinWords(
      field.parts.map(({ from, to, step }) => {
        if (from === to) return word(from);
        const range = t('cron.words.range', { from: word(from), to: word(to) });
        const [min, max] = BOUNDS[at] ?? [0, 0];
        const isWholeRange = from === min && to >= max - (at === 4 ? 1 : 0);
        if (step === 1) return range;
        return isWholeRange ? t('cron.words.step', { step }) : t('cron.words.rangeStep', { range, step });
      }),
    );

  const describeTimes = (): string => {
    if (times) {
      const clocks = times.map((time) => (time + DAY_MINUTES) % DAY_MINUTES).toSorted((a, b) => a - b);
      return t('cron.words.at', { times: joinWords(clocks.map((time) => `${padTwo(Math.floor(time / 60))}:${padTwo(time % 60)}`)) });
    }
    const [minuteStep, hourStep] = [getStep(minute, 0), getStep(hour, 1)];
    const minutes = expandField(minute);
    const hoursText = hour.every
      ? t('cron.words.everyHour')
      : hourStep === undefined
        ? t('cron.words.hours', { hours: describeField(hour, padTwo, 1), count: expandField(hour).length })
        : t('cron.words.everyHours', { step: hourStep });
    if (minute.every) return hour.every ? t('cron.words.everyMinute') : t('cron.words.minuteIn', { hours: hoursText });
    if (minuteStep !== undefined) {
      const every = t('cron.words.everyMinutes', { step: minuteStep });
      return hour.every ? every : t('cron.words.minutesIn', { minutes: every, hours: hoursText });
    }
    return t('cron.words.minuteOf', { minutes: describeField(minute, padTwo, 0), count: minutes.length, hours: hoursText });
  };

  const days = (): string => {
    const monthDaysText = t('cron.words.days', { days: describeField(day, String, 2) });
    const dayStep = getStep(day, 2);
    const dayOfMonth = dayStep === undefined ? monthDaysText : t('cron.words.everyDays', { step: dayStep });
    // 4 January 1970 was a Sunday.
    const dayOfWeek = t('cron.words.weekdays', {
      days: describeField(weekday, (value) => weekdayName(new Date(Date.UTC(1970, 0, 4 + value))), 4),
    });
    if (day.every) return weekday.every ? '' : dayOfWeek;
    return weekday.every ? dayOfMonth : t('cron.words.either', { first: dayOfMonth, second: dayOfWeek });
  };

  const daysText = days();
  const months = month.every
    ? ''
    : t('cron.words.months', { months: describeField(month, (value) => monthName(new Date(Date.UTC(1970, value - 1, 1))), 3) });
  const isRepeating = minute.every || hour.every || getStep(minute, 0) !== undefined || getStep(hour, 1) !== undefined;
  const when = daysText || (isRepeating ? '' : t('cron.words.daily'));
  return t('cron.words.whole', { months, days: when, times: describeTimes() }).replaceAll(/\s+/g, ' ').trim();
}
