import { useState } from 'react';
import type { ReportWarning } from '#machines/kernel/report.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './reports.css';

interface Props {
  warnings: readonly ReportWarning[] | undefined;
}

/** Why the figures below may not be whole: one line, and what it is about on demand. */
export function ReportWarnings({ warnings = [] }: Props) {
  const t = useText();
  const format = useFormat();
  const [unfolded, setUnfolded] = useState(false);
  if (warnings.length === 0) return null;
  const refs = warnings.flatMap(({ kind, refs: some = [] }) => some.map((ref) => ({ ...ref, kind })));
  return (
    <div className="ads-report-warnings" role="status">
      <strong>{warnings.map(({ text }) => text).join(' · ')}</strong>
      {refs.length > 0 && (
        <button type="button" className="ads-link-button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {t(unfolded ? 'reports.hideAccounts' : 'reports.showAccounts', { count: refs.length })}
        </button>
      )}
      {unfolded && (
        <ul>
          {refs.map(({ kind, id, label, since }) => (
            <li key={`${kind} ${id}`}>
              {label}
              {since && <small className="ads-quiet"> {t('reports.since', { time: format.instant(since) })}</small>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
