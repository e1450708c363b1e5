import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { rowTrend } from '#machines/advertising-data/drill-parts.machine.ts';
import { STEPS } from '#machines/kernel/report/trend-query.ts';
import { useBusinessToday } from '#src/locale/format.ts';
import { isHourly, RowTrendDrawer } from '#src/parts/reports/index.ts';

export type RowTrendActor = ActorRefFrom<typeof rowTrend>;

/** The drawer with the metrics of one row over time, while it is open. */
export function RowTrend({ detail }: { detail: RowTrendActor }) {
  const today = useBusinessToday();
  const subject = useSelector(detail, (state) => state.context.subject);
  if (!subject) return null;
  const byHour = isHourly(subject.query, today);
  return (
    <RowTrendDrawer
      detail={detail}
      name={subject.name}
      step={subject.step}
      steps={STEPS.filter((step) => step !== 'hour' || byHour)}
      onStep={(step) => detail.send({ type: 'detail.opened', subject: { ...subject, step } })}
      onClose={() => detail.send({ type: 'detail.closed' })}
    />
  );
}
