import { TZDate } from '@date-fns/tz';
import { useState } from 'react';
import { instantText } from '#src/locale/format.ts';
import { useTimezone } from '#src/locale/text-provider.tsx';
import type { ControlProps } from '../form/field.tsx';
import { TextField } from '../form/text-fields.tsx';

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

/** A field for a local time. The value is an instant; incomplete text is passed on as it is. */
export function InstantField({ value, onChange, help, timezone: givenTimezone, ...field }: InstantFieldProps) {
  const own = useTimezone();
  const timezone = givenTimezone ?? own;
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  // The typed text stays until another value comes from outside.
  const shown = typed?.value === value ? typed.text : isInstant(value) ? instantText(value, timezone) : value;
  return (
    <TextField
      {...field}
      value={shown}
      placeholder="YYYY-MM-DD HH:mm"
      help={help ?? timezone}
      onChange={(text) => {
        const next = toInstant(text, timezone) ?? text.trim();
        setTyped({ text, value: next });
        onChange(next);
      }}
    />
  );
}
