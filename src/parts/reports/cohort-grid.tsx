import type { CSSProperties, ReactNode } from 'react';
import type { Cohort } from '#contracts/endpoints/effect.ts';
import { COHORT_DAYS } from '#contracts/rules/metrics.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChartTable } from '#src/ui/chart/chart-frame.tsx';
import './reports.css';

type CohortRow = Cohort['totals'];

/** The colour intensity grows with the share of spend that has been earned back. */
const toHeat = (value: number): CSSProperties => ({ '--heat': `${Math.round(Math.min(Math.max(value, 0), 1) * 60)}%` }) as CSSProperties;

/** Returns by the day of acquisition, newest first, below their totals. */
export function CohortGrid({ label, cohort }: { label: string; cohort: Cohort }) {
  const t = useText();
  const format = useFormat();
  const cellsOf = ({ spend_usd, new_users, dn }: CohortRow): ReactNode[] => [
    format.money(spend_usd, 'USD'),
    format.number(new_users),
    ...COHORT_DAYS.map((day) => {
      const { v = null, mature = false } = dn[day] ?? {};
      if (v === null)
        return (
          <span key={day} title={t(mature ? 'ui.noData' : 'ui.notMature')}>
            {DASH}
          </span>
        );
      return (
        <span key={day} className="ads-cohort-heat" style={toHeat(v)} title={mature ? undefined : t('ui.notMature')}>
          {`${format.decimal(v, 2)}${mature ? '' : '*'}`}
        </span>
      );
    }),
  ];
  return (
    <ChartTable
      label={label}
      columns={[
        { key: 'date', title: t(cohort.step === 'week' ? 'reports.acquiredInWeek' : 'reports.acquiredOn'), isNumber: false },
        { key: 'spend', title: t('metric.spend') },
        { key: 'new_users', title: t('metric.new_users') },
        ...COHORT_DAYS.map((day) => ({ key: `d${day}`, title: `D${day}` })),
      ]}
      rows={[
        { key: 'totals', name: t('ui.totals'), cells: cellsOf(cohort.totals) },
        ...cohort.rows.toReversed().map((row) => ({ key: row.date, name: row.date, cells: cellsOf(row) })),
      ]}
    />
  );
}
