import { Progress } from '@arco-design/web-react';
import { learningStageWords } from '#contracts/vocabulary/launches.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';

/** Conversions that end the learning. */
const LEARNED_AT = 50;
/** From so much on a budget is nearly gone. */
const NEARLY = 0.9;

function Bar({ share, label, isFull }: { share: number; label: string; isFull: boolean }) {
  return (
    <span className="ads-small-bar" role="img" aria-label={label} title={label}>
      {/* The kit gives its bar no name to be read by. */}
      <Progress
        aria-hidden="true"
        size="small"
        showText={false}
        percent={Math.min(Math.max(share, 0), 1) * 100}
        status={isFull ? 'warning' : 'normal'}
      />
    </span>
  );
}

/** How much of a budget is gone; nothing where there is none. */
export function SpentBar({ share }: { share: number | null }) {
  const t = useText();
  const format = useFormat();
  if (share === null) return null;
  return <Bar share={share} isFull={share > NEARLY} label={t('launches.spent', { share: format.percent(share) })} />;
}

interface LearningProps {
  stage: 'LEARNING' | 'SUCCESS' | 'FAIL' | null;
  events: number;
}

/** How far the channel has learned how to deliver an ad group. */
export function LearningCell({ stage, events }: LearningProps) {
  const t = useText();
  const w = useWords();
  if (stage === null) return <span className="ads-quiet">{t('launches.learning.none')}</span>;
  if (stage !== 'LEARNING') return <>{w(learningStageWords[stage])}</>;
  const text = t('launches.learned', { events, of: LEARNED_AT });
  return (
    <span className="ads-amount">
      <span className="ads-numbers">{text}</span>
      <Bar share={events / LEARNED_AT} isFull={false} label={text} />
    </span>
  );
}
