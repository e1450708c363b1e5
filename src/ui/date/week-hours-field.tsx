import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useDateLocale, useText } from '#src/locale/text-provider.tsx';
import { type ControlProps, Field } from '../form/field.tsx';
import { countHours, DAYS, HOURS, isOn, moveHour, paintHours, type WeekHour } from './week-hours.ts';
import './week-hours.css';

const DAY_NUMBERS = Array.from({ length: DAYS }, (_, day) => day);
const HOUR_NUMBERS = Array.from({ length: HOURS }, (_, hour) => hour);
const padHour = (hour: number) => String(hour).padStart(2, '0');

/** The hour under the pointer, wherever the drag began. */
function hourAt(event: PointerEvent): WeekHour | undefined {
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-hour]');
  const { day, hour } = cell?.dataset ?? {};
  return day === undefined || hour === undefined ? undefined : { day: Number(day), hour: Number(hour) };
}

/**
 * Hours of a week, 168 numbers from Monday 00:00, 1 where on. A drag paints a rectangle; arrow keys move, Space toggles an hour; the
 * names of days and hours toggle whole rows and columns.
 */
export function WeekHoursField({ value, onChange, onLeave, disabled = false, ...field }: ControlProps<readonly number[]>) {
  const t = useText();
  const { localize } = useDateLocale();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<WeekHour>({ day: 0, hour: 0 });
  const drag = useRef<{ from: WeekHour; on: boolean; before: readonly number[] } | undefined>(undefined);
  // Weeks start on Monday here and on Sunday in date-fns.
  const dayName = (day: number) => localize.day(((day + 1) % DAYS) as 0 | 1 | 2 | 3 | 4 | 5 | 6, { width: 'abbreviated' });

  const toggleHours = (a: WeekHour, b: WeekHour) => {
    const isAllOn = paintHours(value, a, b, true).every((hour, place) => hour === (value[place] ?? 0));
    onChange(paintHours(value, a, b, !isAllOn));
  };
  const key = (event: KeyboardEvent, cell: WeekHour) => {
    const to = moveHour(cell, event.key);
    if (to) {
      event.preventDefault();
      setAt(to);
      grid.current?.querySelector<HTMLElement>(`[data-day="${to.day}"][data-hour="${to.hour}"]`)?.focus();
    } else if ((event.key === ' ' || event.key === 'Enter') && !disabled) {
      event.preventDefault();
      toggleHours(cell, cell);
    }
  };
  const startDrag = (event: PointerEvent, cell: WeekHour) => {
    if (disabled || event.button !== 0) return;
    setAt(cell);
    const on = !isOn(value, cell);
    drag.current = { from: cell, on, before: value };
    onChange(paintHours(value, cell, cell, on));
  };
  const move = (event: PointerEvent) => {
    const to = drag.current && hourAt(event);
    if (drag.current && to) onChange(paintHours(drag.current.before, drag.current.from, to, drag.current.on));
  };
  const release = () => {
    drag.current = undefined;
  };

  return (
    <Field {...field} group isChosen note={t('ui.hoursOn', { count: countHours(value) })}>
      {({ labelId, invalid }) => (
        <div className="ads-week" onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave?.()}>
          <table
            ref={grid}
            role="grid"
            aria-labelledby={labelId}
            aria-invalid={invalid || undefined}
            onPointerMove={move}
            onPointerUp={release}
            onPointerLeave={release}
          >
            <thead>
              <tr>
                <td />
                {HOUR_NUMBERS.map((hour) => (
                  <th key={hour} scope="col">
                    <button
                      type="button"
                      disabled={disabled}
                      aria-label={t('ui.hourOfDays', { hour: padHour(hour) })}
                      onClick={() => toggleHours({ day: 0, hour }, { day: DAYS - 1, hour })}
                    >
                      {hour % 3 === 0 ? padHour(hour) : ''}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {DAY_NUMBERS.map((day) => (
                <tr key={day}>
                  <th scope="row">
                    <button type="button" disabled={disabled} onClick={() => toggleHours({ day, hour: 0 }, { day, hour: HOURS - 1 })}>
                      {dayName(day)}
                    </button>
                  </th>
                  {HOUR_NUMBERS.map((hour) => (
                    <td
                      key={hour}
                      aria-label={`${dayName(day)} ${padHour(hour)}:00`}
                      aria-selected={isOn(value, { day, hour })}
                      aria-disabled={disabled || undefined}
                      tabIndex={at.day === day && at.hour === hour ? 0 : -1}
                      data-day={day}
                      data-hour={hour}
                      onKeyDown={(event) => key(event, { day, hour })}
                      onPointerDown={(event) => startDrag(event, { day, hour })}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Field>
  );
}
