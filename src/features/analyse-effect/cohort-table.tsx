import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { effectPage } from '#machines/analyse-effect/effect.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CohortGrid } from '#src/parts/reports/index.ts';
import { ErrorBlock } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import './effect.css';

interface Props {
  detail: ActorRefFrom<(typeof effectPage)['rowDetail']>;
  choice: ReactNode;
}

/** Revenue from the users of one drama, by the day of acquisition. */
export function CohortTable({ detail, choice }: Props) {
  const t = useText();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, busy, failure, refresh } = useDetail(detail);
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
        {answer && answer.rows.length > 0 && <CohortGrid label={t('effect.cohort')} cohort={answer} />}
      </div>
    </section>
  );
}
