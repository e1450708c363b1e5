import type { ActorRefFrom } from 'xstate';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import { logColumnWords, removeLogColumnWords } from '#contracts/vocabulary/launch-logs.ts';
import { entityLevelWords } from '#contracts/vocabulary/launches.ts';
import type { removedBelow } from '#machines/advertising-remove-log/remove-log.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ErrorBlock, Spinner } from '#src/ui/page/block.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import './removed-below.css';

/** Objects that were deleted together with one object. */
export function RemovedBelow({ below }: { below: ActorRefFrom<typeof removedBelow> }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { answer, failure, refresh } = useDetail(below);
  if (failure) return <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={refresh} />;
  if (!answer) return <Spinner />;
  if (answer.rows.length === 0) return <p className="ads-quiet">{t('removelog.nothingBelow')}</p>;
  const left = answer.total - answer.rows.length;
  return (
    <>
      <table className="ads-removed-below" aria-label={w(removeLogColumnWords.children)}>
        <thead>
          <tr>
            <th scope="col">{w(logColumnWords.name)}</th>
            <th scope="col">{w(logColumnWords.level)}</th>
            <th scope="col">{w(launchColumnWords.platform_id)}</th>
            <th scope="col" className="ads-removed-number">
              {w(removeLogColumnWords.lifetime_spend)}
            </th>
            <th scope="col" className="ads-removed-number">
              {w(removeLogColumnWords.lifetime_revenue)}
            </th>
          </tr>
        </thead>
        <tbody className="ads-numbers">
          {answer.rows.map(({ id, entity, level, platform_id, lifetime_spend_usd, lifetime_revenue_usd }) => (
            <tr key={id}>
              <th scope="row">{entity.label}</th>
              <td>{w(entityLevelWords[level])}</td>
              <td>{platform_id ?? DASH}</td>
              <td className="ads-removed-number">{format.money(lifetime_spend_usd, 'USD')}</td>
              <td className="ads-removed-number">{format.money(lifetime_revenue_usd, 'USD')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && <p className="ads-quiet">{t('ui.rowsLeftOut', { count: left })}</p>}
    </>
  );
}
