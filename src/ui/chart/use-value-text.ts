import { useMemo } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { type Metric, metricText } from '../report/report-metrics.tsx';

type Unit = Metric['unit'];

export interface ValueText {
  /** As in a table cell. */
  full(value: number | null, unit: Unit): string;
  /** Short form for an axis. */
  short(value: number, unit: Unit): string;
}

/** Formats chart values; amounts are in this currency. */
export function useValueText(currency = 'USD'): ValueText {
  const format = useFormat();
  return useMemo(
    () => ({
      full: (value, unit) => metricText(value, { unit }, { format, currency }),
      short: (value, unit) => {
        if (unit === 'money') return format.compactMoney(value, currency);
        if (unit === 'percent') return format.compactPercent(value);
        return format.compact(value);
      },
    }),
    [format, currency],
  );
}
