import { TZDate } from '@date-fns/tz';
import { useId, useRef, useState } from 'react';
import { dateIn, instantText } from '#src/locale/format.ts';
import { useText, useTimezone } from '#src/locale/text-provider.tsx';
import type { ControlProps } from '../form/field.tsx';
import { TextField } from '../form/text-fields.tsx';
import { Floating } from '../overlay/floating.tsx';
import { onDemand } from '../overlay/on-demand.tsx';
import { Spinner } from '../page/block.tsx';
import { IconCalendar } from '../text/icons.ts';

const InstantPanel = onDemand(() => import('./instant-panel.tsx'), { placeholder: <Spinner /> });

/** The time of a day that was chosen before its time. */
const FIRST_TIME = '00:00';

/** Converts a local time of this timezone to an instant; undefined where it is not an existing minute. */
export function toInstant(localTime: string, timezone: string): string | undefined {
  const parts = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{2})$/.exec(localTime.trim());
  if (!parts) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1).map(Number);
  const at = new TZDate(year, month - 1, day, hour, minute, timezone);
  const isExisting = at.getMonth() === month - 1 && at.getDate() === day && at.getHours() === hour && at.getMinutes() === minute;
  return isExisting ? new Date(at.getTime()).toISOString() : undefined;
}

export const isInstant = (value: string): boolean => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value);

interface InstantFieldProps extends ControlProps<string> {
  /** IANA timezone of the typed time; default: the timezone of the user. */
  timezone?: string | undefined;
}

/** A field for a local time, typed or chosen in a calendar. The value is an instant; incomplete text is passed on as it is. */
export function InstantField({ value, onChange, help, timezone: givenTimezone, ...field }: InstantFieldProps) {
  const own = useTimezone();
  const timezone = givenTimezone ?? own;
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  // The typed text stays until another value comes from outside.
  const shown = typed?.value === value ? typed.text : isInstant(value) ? instantText(value, timezone) : value;
  const change = (text: string) => {
    const next = toInstant(text, timezone) ?? text.trim();
    setTyped({ text, value: next });
    onChange(next);
  };
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  const [day, time] = isInstant(value) ? instantText(value, timezone).split(' ') : [];
  return (
    <div ref={frame}>
      <TextField
        {...field}
        value={shown}
        placeholder="YYYY-MM-DD HH:mm"
        help={help ?? timezone}
        onChange={change}
        suffix={
          <button
            ref={opener}
            type="button"
            className="ads-icon-button"
            aria-label={t('ui.openCalendar', { field: field.label })}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            disabled={field.disabled}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconCalendar aria-hidden="true" />
          </button>
        }
      />
      {isOpen && (
        <Floating anchor={frame} onLeave={() => setIsOpen(false)}>
          <div
            id={panelId}
            role="dialog"
            aria-label={field.label}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              close();
            }}
          >
            <InstantPanel
              day={day}
              time={time ?? FIRST_TIME}
              today={dateIn(new Date(), timezone)}
              onChoose={(chosenDay, chosenTime) => change(`${chosenDay} ${chosenTime}`)}
              onClose={close}
            />
          </div>
        </Floating>
      )}
    </div>
  );
}
