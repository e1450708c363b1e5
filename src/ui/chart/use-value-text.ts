import { useMemo } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { type Metric, metricText } from '../report/report-metrics.tsx';

type Unit = Metric['unit'];

export interface ValueText {
  /** As a cell of a table has it. */
  full(value: number | null, unit: Unit): string;
  /** As few characters as an axis has room for. */
  short(value: number, unit: Unit): string;
}

/** Numbers of a chart in words; money is of this currency. */
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
