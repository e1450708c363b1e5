import { useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CalendarMonth } from './calendar-month.tsx';
import { countDays, type DateRange } from './date-presets.ts';

const ordered = (a: string, b: string): DateRange => (a <= b ? { from: a, to: b } : { from: b, to: a });

interface CalendarRangeProps {
  value: DateRange;
  maxDays: number;
  onChoose: (range: DateRange) => void;
}

/** A calendar in which two days are chosen in any order. */
export default function CalendarRange({ value, maxDays, onChoose }: CalendarRangeProps) {
  const t = useText();
  const [begun, setBegun] = useState<string>();
  const [hoveredDay, setHoveredDay] = useState(value.to);
  const isTooLong = (day: string) => begun !== undefined && countDays(ordered(begun, day)) > maxDays;
  const choose = (day: string) => {
    setHoveredDay(day);
    if (begun === undefined) setBegun(day);
    else if (!isTooLong(day)) onChoose(ordered(begun, day));
  };
  return (
    <div className="ads-calendar">
      <CalendarMonth
        current={hoveredDay}
        onMove={setHoveredDay}
        chosen={begun === undefined ? value : ordered(begun, hoveredDay)}
        isDisabled={isTooLong}
        onChoose={choose}
        onHover={(day) => begun !== undefined && setHoveredDay(day)}
      />
      <p className="ads-calendar-hint" role="status">
        {begun === undefined ? t('ui.chooseFirstDay') : t('ui.chooseLastDay', { from: begun, days: maxDays })}
      </p>
    </div>
  );
}
