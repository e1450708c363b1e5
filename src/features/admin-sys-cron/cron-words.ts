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
const MOST_MOMENTS = 6;

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

const numberOf = (text: string, at: number): number => {
  const name = text.toUpperCase();
  if (at === 3 && MONTHS.includes(name)) return MONTHS.indexOf(name) + 1;
  if (at === 4 && WEEKDAYS.includes(name)) return WEEKDAYS.indexOf(name);
  return /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
};

function partOf(text: string, at: number): Part | undefined {
  const [least, most] = BOUNDS[at] ?? [0, 0];
  const [range = '', stepText, ...more] = text.split('/');
  const step = stepText === undefined ? 1 : /^\d{1,2}$/.test(stepText) ? Number(stepText) : 0;
  if (step < 1 || more.length > 0) return undefined;
  const ends = range === '*' ? [least, at === 4 ? 6 : most] : range.split('-').map((end) => numberOf(end, at));
  const [from = Number.NaN, to = stepText === undefined ? from : most] = ends;
  return ends.length <= 2 && from >= least && to <= most && from <= to ? { from, to, step } : undefined;
}

function fieldOf(text: string, at: number): Field | undefined {
  const parts = text.split(',').map((part) => partOf(part, at));
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? { every: text === '*' || text === '*/1', parts: known } : undefined;
}

const valuesOf = ({ parts }: Field): number[] => [
  ...new Set(
    parts.flatMap(({ from, to, step }) => Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)),
  ),
];

const two = (value: number): string => String(value).padStart(2, '0');

/** The step of a field that consists of a single step. */
const stepOf = ({ parts: [only, ...others] }: Field, at: number): number | undefined => {
  const [least, most] = BOUNDS[at] ?? [0, 0];
  return only && others.length === 0 && only.step > 1 && only.from === least && only.to >= most - (at === 4 ? 1 : 0)
    ? only.step
    : undefined;
};

/** Describes a cron expression of five fields; undefined for an unsupported syntax. Times are UTC, as in the expression. */
export function cronWords(cron: string, locale: LocaleName, t: Text): string | undefined {
  const texts = cron.trim().split(/\s+/);
  const [minute, hour, day, month, weekday] = texts.map(fieldOf);
  if (texts.length !== 5 || !minute || !hour || !day || !month || !weekday) return undefined;

  const named = (options: Intl.DateTimeFormatOptions) => {
    const words = new Intl.DateTimeFormat(languageTag[locale], { ...options, timeZone: 'UTC' });
    return (date: Date) => words.format(date);
  };
  const monthName = named({ month: 'long' });
  const weekdayName = named({ weekday: locale === 'en' ? 'long' : 'short' });
  const listed = (words: string[]) => words.join(t('cron.words.and'));
  const spans = (field: Field, word: (value: number) => string, at: number) =>
    listed(
      field.parts.map(({ from, to, step }) => {
        if (from === to) return word(from);
        const range = t('cron.words.range', { from: word(from), to: word(to) });
        const [least, most] = BOUNDS[at] ?? [0, 0];
        const whole = from === least && to >= most - (at === 4 ? 1 : 0);
        if (step === 1) return range;
        return whole ? t('cron.words.step', { step }) : t('cron.words.rangeStep', { range, step });
      }),
    );

  const times = (): string => {
    const [minuteStep, hourStep] = [stepOf(minute, 0), stepOf(hour, 1)];
    const [minutes, hours] = [valuesOf(minute), valuesOf(hour)];
    if (!minute.every && !hour.every && hourStep === undefined && minutes.length * hours.length <= MOST_MOMENTS) {
      return t('cron.words.at', { times: listed(hours.flatMap((one) => minutes.map((other) => `${two(one)}:${two(other)}`))) });
    }
    const inHours = hour.every
      ? t('cron.words.everyHour')
      : hourStep === undefined
        ? t('cron.words.hours', { hours: spans(hour, two, 1), count: hours.length })
        : t('cron.words.everyHours', { step: hourStep });
    if (minute.every) return hour.every ? t('cron.words.everyMinute') : t('cron.words.minuteIn', { hours: inHours });
    if (minuteStep !== undefined) {
      const every = t('cron.words.everyMinutes', { step: minuteStep });
      return hour.every ? every : t('cron.words.minutesIn', { minutes: every, hours: inHours });
    }
    return t('cron.words.minuteOf', { minutes: spans(minute, two, 0), count: minutes.length, hours: inHours });
  };

  const days = (): string => {
    const inMonth = t('cron.words.days', { days: spans(day, String, 2) });
    const dayStep = stepOf(day, 2);
    const ofMonth = dayStep === undefined ? inMonth : t('cron.words.everyDays', { step: dayStep });
    // 4 January 1970 was a Sunday.
    const ofWeek = t('cron.words.weekdays', { days: spans(weekday, (value) => weekdayName(new Date(Date.UTC(1970, 0, 4 + value))), 4) });
    if (day.every) return weekday.every ? '' : ofWeek;
    return weekday.every ? ofMonth : t('cron.words.either', { first: ofMonth, second: ofWeek });
  };

  const which = days();
  const months = month.every
    ? ''
    : t('cron.words.months', { months: spans(month, (value) => monthName(new Date(Date.UTC(1970, value - 1, 1))), 3) });
  const isRhythm = minute.every || hour.every || stepOf(minute, 0) !== undefined || stepOf(hour, 1) !== undefined;
  const when = which || (isRhythm ? '' : t('cron.words.daily'));
  return t('cron.words.whole', { months, days: when, times: times() }).replaceAll(/\s+/g, ' ').trim();
}
