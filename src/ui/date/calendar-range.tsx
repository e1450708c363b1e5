import { addDays, addMonths, eachDayOfInterval, endOfMonth, endOfWeek, format, parseISO, startOfMonth, startOfWeek } from 'date-fns';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useDateLocale, useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconLeft, IconRight } from '../text/icons.ts';
import { countDays, type DateRange } from './date-presets.ts';
import './calendar-range.css';

const text = (date: Date) => format(date, 'yyyy-MM-dd');
const ordered = (a: string, b: string): DateRange => (a <= b ? { from: a, to: b } : { from: b, to: a });

/** Days that an arrow key moves by; PageUp and PageDown move by months. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const monthSteps: Record<string, number> = { PageUp: -1, PageDown: 1 };

interface CalendarRangeProps {
  value: DateRange;
  maxDays: number;
  onChoose: (range: DateRange) => void;
}

/** A calendar in which two days are chosen in any order. */
export default function CalendarRange({ value, maxDays, onChoose }: CalendarRangeProps) {
  const t = useText();
  const locale = useDateLocale();
  const [begun, setBegun] = useState<string>();
  const [hoveredDay, setHoveredDay] = useState(value.to);
  const grid = useRef<HTMLTableElement>(null);
  const month = startOfMonth(parseISO(hoveredDay));
  const days = eachDayOfInterval({ start: startOfWeek(month, { locale }), end: endOfWeek(endOfMonth(month), { locale }) });
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const range = begun === undefined ? value : ordered(begun, hoveredDay);
  const isTooLong = (day: string) => begun !== undefined && countDays(ordered(begun, day)) > maxDays;

  const choose = (day: string) => {
    setHoveredDay(day);
    if (begun === undefined) setBegun(day);
    else if (!isTooLong(day)) onChoose(ordered(begun, day));
  };
  const turn = (months: number) => setHoveredDay(text(addMonths(parseISO(hoveredDay), months)));
  const moveFocus = (event: KeyboardEvent) => {
    const [step, months] = [steps[event.key], monthSteps[event.key]];
    if (step === undefined && months === undefined) return;
    event.preventDefault();
    const next = text(step === undefined ? addMonths(parseISO(hoveredDay), months ?? 0) : addDays(parseISO(hoveredDay), step));
    setHoveredDay(next);
    // The day may be in a month that is only rendered after this.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };

  return (
    <div className="ads-calendar">
      <div className="ads-calendar-head">
        <IconButton label={t('ui.previousMonth')} icon={<IconLeft />} onClick={() => turn(-1)} />
        <strong role="status" className="ads-numbers">
          {format(month, 'yyyy-MM')}
        </strong>
        <IconButton label={t('ui.nextMonth')} icon={<IconRight />} onClick={() => turn(1)} />
      </div>
      <table ref={grid} role="grid" aria-label={format(month, 'yyyy-MM')} className="ads-calendar-grid ads-numbers" onKeyDown={moveFocus}>
        <thead>
          <tr>
            {days.slice(0, 7).map((day) => (
              <th key={text(day)} scope="col" abbr={format(day, 'EEEE', { locale })}>
                {format(day, 'EEEEEE', { locale })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={text(week[0] as Date)}>
              {week.map((date) => {
                const day = text(date);
                const classes = ['ads-day'];
                if (date.getMonth() !== month.getMonth()) classes.push('ads-day-other');
                if (day >= range.from && day <= range.to) classes.push('ads-day-within');
                if (day === range.from || day === range.to) classes.push('ads-day-end');
                return (
                  <td key={day} aria-selected={day >= range.from && day <= range.to}>
                    <button
                      type="button"
                      data-day={day}
                      className={classes.join(' ')}
                      tabIndex={day === hoveredDay ? 0 : -1}
                      aria-label={format(date, 'd, yyyy-MM-dd, EEEE', { locale })}
                      disabled={isTooLong(day)}
                      onClick={() => choose(day)}
                      onPointerEnter={() => begun !== undefined && date.getMonth() === month.getMonth() && setHoveredDay(day)}
                    >
                      {date.getDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="ads-calendar-hint" role="status">
        {begun === undefined ? t('ui.chooseFirstDay') : t('ui.chooseLastDay', { from: begun, days: maxDays })}
      </p>
    </div>
  );
}
