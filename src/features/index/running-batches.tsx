import type { ActorRefFrom } from 'xstate';
import { wordsOfBatchType } from '#contracts/vocabulary/batches.ts';
import type { runningBatches } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';

/** Running batches of the user. */
export function RunningBatches({ batches }: { batches: ActorRefFrom<typeof runningBatches> }) {
  const t = useText();
  const format = useFormat();
  const w = useWords();
  const { answer, busy, failure, refresh } = useDetail(batches);
  return (
    <HomeBlock title={t('home.batches')} busy={busy} failure={failure} onRetry={refresh} placeholderLines={2}>
      {answer &&
        (answer.length === 0 ? (
          <p className="ads-home-quiet">{t('home.noBatches')}</p>
        ) : (
          <ul className="ads-home-list">
            {answer.map((batch) => (
              <li key={batch.id}>
                <ConsoleLink to={`/advertising/copy-log?${new URLSearchParams({ keyword: String(batch.id) })}`}>
                  {w(wordsOfBatchType(batch.type))} · {w(batch.summary)}
                </ConsoleLink>
                <span className="ads-numbers">
                  {format.number(batch.done)} / {format.number(batch.total)}
                </span>
              </li>
            ))}
          </ul>
        ))}
    </HomeBlock>
  );
}
