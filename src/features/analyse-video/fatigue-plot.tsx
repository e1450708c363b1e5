import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { videoPage } from '#machines/analyse-video/video.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { FatigueChart } from './fatigue-chart.tsx';

interface Props {
  detail: ActorRefFrom<(typeof videoPage)['rowDetail']>;
  choice: ReactNode;
}

/** The fatigue of the chosen video above the table. */
export function FatiguePlot({ detail, choice }: Props) {
  const t = useText();
  const subject = useSelector(detail, (state) => state.context.subject);
  const { answer, busy, failure, refresh } = useDetail(detail);
  if (subject)
    return (
      <FatigueChart
        fatigue={answer?.fatigue}
        label={t('video.fatigueOf', { name: subject.name })}
        choice={choice}
        loading={{ busy, failure, refresh }}
      />
    );
  return (
    <section className="ads-chart" aria-label={t('video.fatigue')}>
      <div className="ads-chart-top">
        <div className="ads-buttons">{choice}</div>
      </div>
      <div className="ads-chart-box">
        <p className="ads-chart-nothing" role="status">
          {t('video.chooseVideo')}
        </p>
      </div>
    </section>
  );
}
