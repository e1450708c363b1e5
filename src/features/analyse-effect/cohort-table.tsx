import { useSelector } from '@xstate/react';
import type { CSSProperties, ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Cohort } from '#contracts/endpoints/effect.ts';
import { COHORT_DAYS } from '#contracts/rules/metrics.ts';
import type { effectPage } from '#machines/analyse-effect/effect.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ChartTable } from '#src/ui/chart/chart-frame.tsx';
import { ErrorBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import './effect.css';

interface Props {
  detail: ActorRefFrom<(typeof effectPage)['rowDetail']>;
  choice: ReactNode;
}

type CohortRow = Cohort['totals'];

/** The colour intensity grows with the share of spend that has been earned back. */
const toHeat = (value: number): CSSProperties => ({ '--heat': `${Math.round(Math.min(Math.max(value, 0), 1) * 60)}%` }) as CSSProperties;

/** Revenue from the users of one drama, by the day of acquisition. */
export function CohortTable({ detail, choice }: Props) {
  const t = useText();
  const format = useFormat();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, busy, failure, refresh } = useDetail(detail);
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
  const label = subject ? t('effect.cohortOf', { name: subject.name }) : t('effect.cohort');
  return (
    <section className="ads-chart" aria-label={label} aria-busy={busy}>
      <div className="ads-chart-top">
        <div className="ads-buttons">{choice}</div>
        <strong>{subject?.name}</strong>
      </div>
      <div className="ads-chart-box ads-cohort-box">
        {!subject && (
          <p className="ads-chart-nothing" role="status">
            {t('effect.chooseDrama')}
          </p>
        )}
        {failure && !busy && (
          <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={refresh} />
        )}
        {subject && busy && !answer && <div className="ads-chart-grey" role="status" aria-label={t('ui.loading')} />}
        {answer && answer.rows.length === 0 && (
          <p className="ads-chart-nothing" role="status">
            {t('effect.nothing')}
          </p>
        )}
        {answer && answer.rows.length > 0 && (
          <ChartTable
            label={t('effect.cohort')}
            columns={[
              { key: 'date', title: t(answer.step === 'week' ? 'effect.acquiredInWeek' : 'effect.acquiredOn'), isNumber: false },
              { key: 'spend', title: t('metric.spend') },
              { key: 'new_users', title: t('metric.new_users') },
              ...COHORT_DAYS.map((day) => ({ key: `d${day}`, title: `D${day}` })),
            ]}
            rows={[
              { key: 'totals', name: t('ui.totals'), cells: cellsOf(answer.totals) },
              ...answer.rows.toReversed().map((row) => ({ key: row.date, name: row.date, cells: cellsOf(row) })),
            ]}
          />
        )}
      </div>
    </section>
  );
}
