import { addDays, addMonths, eachDayOfInterval, endOfMonth, endOfWeek, format, parseISO, startOfMonth, startOfWeek } from 'date-fns';
import { type KeyboardEvent, useRef } from 'react';
import { useDateLocale, useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconLeft, IconRight } from '../text/icons.ts';
import './calendar.css';

/** Days that an arrow key moves by; PageUp and PageDown move by months. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const monthSteps: Record<string, number> = { PageUp: -1, PageDown: 1 };

const toDay = (date: Date) => format(date, 'yyyy-MM-dd');

interface CalendarMonthProps {
  /** The day that the keyboard stands on, YYYY-MM-DD; its month is shown. */
  current: string;
  onMove: (day: string) => void;
  /** The first and last chosen day. */
  chosen: { from: string; to: string } | undefined;
  isDisabled?: (day: string) => boolean;
  onChoose: (day: string) => void;
  /** The pointer is on a day of the shown month. */
  onHover?: (day: string) => void;
}

/** One month of days. Arrow keys walk by days, PageUp and PageDown by months. */
export function CalendarMonth({ current, onMove, chosen, isDisabled, onChoose, onHover }: CalendarMonthProps) {
  const t = useText();
  const locale = useDateLocale();
  const grid = useRef<HTMLTableElement>(null);
  const month = startOfMonth(parseISO(current));
  const days = eachDayOfInterval({ start: startOfWeek(month, { locale }), end: endOfWeek(endOfMonth(month), { locale }) });
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  const turn = (months: number) => onMove(toDay(addMonths(parseISO(current), months)));
  const moveFocus = (event: KeyboardEvent) => {
    const [step, months] = [steps[event.key], monthSteps[event.key]];
    if (step === undefined && months === undefined) return;
    event.preventDefault();
    const next = toDay(step === undefined ? addMonths(parseISO(current), months ?? 0) : addDays(parseISO(current), step));
    onMove(next);
    // The day may be in a month that is only rendered after this.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus());
  };
  const isWithin = (day: string) => chosen !== undefined && day >= chosen.from && day <= chosen.to;

  return (
    <>
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
              <th key={toDay(day)} scope="col" abbr={format(day, 'EEEE', { locale })}>
                {format(day, 'EEEEEE', { locale })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={toDay(week[0] as Date)}>
              {week.map((date) => {
                const day = toDay(date);
                const classes = ['ads-day'];
                if (date.getMonth() !== month.getMonth()) classes.push('ads-day-other');
                if (isWithin(day)) classes.push('ads-day-within');
                if (day === chosen?.from || day === chosen?.to) classes.push('ads-day-end');
                return (
                  <td key={day} aria-selected={isWithin(day)}>
                    <button
                      type="button"
                      data-day={day}
                      className={classes.join(' ')}
                      tabIndex={day === current ? 0 : -1}
                      aria-label={format(date, 'd, yyyy-MM-dd, EEEE', { locale })}
                      disabled={isDisabled?.(day)}
                      onClick={() => onChoose(day)}
                      onPointerEnter={() => date.getMonth() === month.getMonth() && onHover?.(day)}
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
    </>
  );
}
