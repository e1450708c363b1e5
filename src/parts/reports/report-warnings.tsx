import { useState } from 'react';
import type { ReportWarning } from '#machines/kernel/report/report.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './reports.css';

interface Props {
  warnings: readonly ReportWarning[] | undefined;
}

/** Why the figures below may be incomplete: one line, with details on demand. */
export function ReportWarnings({ warnings = [] }: Props) {
  const t = useText();
  const format = useFormat();
  const [unfolded, setUnfolded] = useState(false);
  if (warnings.length === 0) return null;
  const listed = warnings.filter(({ refs = [] }) => refs.length > 0);
  const count = new Set(listed.flatMap(({ refs = [] }) => refs.map(({ id }) => id))).size;
  return (
    <div className="ads-report-warnings" role="status">
      <strong>{warnings.map(({ text }) => text).join(' · ')}</strong>
      {count > 0 && (
        <button type="button" className="ads-link-button" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
          {t(unfolded ? 'reports.hideAccounts' : 'reports.showAccounts', { count })}
        </button>
      )}
      {unfolded &&
        listed.map(({ kind, text, refs = [] }) => (
          <section key={kind} aria-label={text}>
            {listed.length > 1 && <p>{text}</p>}
            <ul>
              {refs.map(({ id, label, since }) => (
                <li key={id}>
                  {label}
                  {since && <small className="ads-quiet"> {t('reports.since', { time: format.instant(since) })}</small>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}
