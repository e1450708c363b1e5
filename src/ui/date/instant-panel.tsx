import { useEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { CalendarMonth } from './calendar-month.tsx';

interface Props {
  /** The chosen local day, YYYY-MM-DD; undefined while none is chosen. */
  day: string | undefined;
  /** The local time, HH:mm. */
  time: string;
  /** The current local day. */
  today: string;
  onChoose: (day: string, time: string) => void;
  onClose: () => void;
}

/** A calendar with a time of day. Choosing a day keeps the time. */
export default function InstantPanel({ day, time, today, onChoose, onClose }: Props) {
  const t = useText();
  const [current, setCurrent] = useState(day ?? today);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus(), []);
  return (
    <div ref={panel} className="ads-calendar">
      <CalendarMonth
        current={current}
        onMove={setCurrent}
        chosen={day === undefined ? undefined : { from: day, to: day }}
        onChoose={(chosen) => {
          setCurrent(chosen);
          onChoose(chosen, time);
        }}
      />
      <div className="ads-calendar-time">
        <label>
          {t('ui.timeOfDay')}
          <input
            type="time"
            className="ads-calendar-clock"
            value={time}
            onChange={({ target }) => target.value && onChoose(day ?? current, target.value)}
          />
        </label>
        <button type="button" className="ads-link-button" onClick={onClose}>
          {t('ui.close')}
        </button>
      </div>
    </div>
  );
}
