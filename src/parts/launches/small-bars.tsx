import { Progress } from '@arco-design/web-react';
import { learningStageWords } from '#contracts/vocabulary/launches.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';

/** Conversions that end the learning phase. */
const LEARNED_EVENTS = 50;
/** Above this share a budget is nearly spent. */
const NEARLY_SPENT = 0.9;

function ProgressBar({ share, label, isFull }: { share: number; label: string; isFull: boolean }) {
  return (
    <span className="ads-small-bar" role="img" aria-label={label} title={label}>
      {/* Arco gives its progress bar no accessible name. */}
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

/** The spent share of a budget; nothing without a budget. */
export function SpentBar({ share }: { share: number | null }) {
  const t = useText();
  const format = useFormat();
  if (share === null) return null;
  return <ProgressBar share={share} isFull={share > NEARLY_SPENT} label={t('launches.spent', { share: format.percent(share) })} />;
}

interface LearningProps {
  stage: 'LEARNING' | 'SUCCESS' | 'FAIL' | null;
  events: number;
}

/** Learning progress of an ad group. */
export function LearningCell({ stage, events }: LearningProps) {
  const t = useText();
  const w = useWords();
  if (stage === null) return <span className="ads-quiet">{t('launches.learning.none')}</span>;
  if (stage !== 'LEARNING') return <>{w(learningStageWords[stage])}</>;
  const text = t('launches.learned', { events, of: LEARNED_EVENTS });
  return (
    <span className="ads-amount">
      <span className="ads-numbers">{text}</span>
      <ProgressBar share={events / LEARNED_EVENTS} isFull={false} label={text} />
    </span>
  );
}
