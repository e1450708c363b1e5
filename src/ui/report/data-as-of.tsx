import type { DataFreshness } from '#machines/kernel/report/report-tree.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';

/** The age of the data, with its date when it is not today, and the accounts that lag behind. */
export function DataAsOf({ fresh: { asOf, newestAt = asOf, warnings = [] } }: { fresh: DataFreshness }) {
  const t = useText();
  const format = useFormat();
  const staleAccounts = warnings.flatMap(({ kind, refs = [] }) =>
    kind === 'stale_account' ? refs.flatMap(({ label, since }) => (since === undefined ? [] : [{ label, since }])) : [],
  );
  const [first, ...others] = staleAccounts.toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
  const newest = t('ui.asOf', { time: format.clock(newestAt) });
  if (first === undefined) return <span className="ads-quiet">{newest}</span>;
  const named = [first, ...others].map(({ label, since }) => t('ui.behindSince', { account: label, time: format.instant(since) }));
  return (
    <span className="ads-quiet" title={named.join('\n')}>
      {newest}
      <wbr />
      {t('ui.behind', { count: staleAccounts.length, time: format.clock(first.since) })}
    </span>
  );
}
