import type { MetricKey } from '#contracts/rules/metrics.ts';
import type { DrillRow } from '#machines/advertising-data/drill-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { EntityStatusTag } from '#src/parts/launches/index.ts';
import { useMetricColumns } from '#src/parts/reports/index.ts';
import { Overlay } from '#src/ui/overlay/overlay.tsx';
import { metricCell } from '#src/ui/report/report-metrics.tsx';
import { Cover } from '#src/ui/text/cover.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';

const RESULT_METRICS: readonly MetricKey[] = [
  'spend',
  'impressions',
  'ctr_link',
  'cpm',
  'new_users',
  'cpi',
  'first_payers',
  'cost_per_payer',
  'revenue',
  'roi',
  'roi_d0',
  'hook_rate',
];

/** Shares of the plays that came so far, in order of playback. */
const RETENTION_METRICS: readonly MetricKey[] = ['p25_rate', 'p50_rate', 'p75_rate', 'p95_rate', 'completion_rate'];

interface Props {
  rows: readonly DrillRow[];
  onClose: () => void;
}

/** The share of viewers that stays, as bars of decreasing length. */
function Retention({ row }: { row: DrillRow }) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className="ads-compare-kept" aria-label={t('data.retention')}>
      {RETENTION_METRICS.map((key) => {
        const value = row.m[key] ?? null;
        return (
          <li key={key}>
            <span>{t(`metric.${key}`)}</span>
            <i style={{ width: `${Math.min(Math.max(value ?? 0, 0), 1) * 100}%` }} aria-hidden="true" />
            <b className="ads-numbers">{format.percent(value)}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** A few ads side by side: creative, results and retention. */
export function CompareAds({ rows, onClose }: Props) {
  const t = useText();
  const format = useFormat();
  const metrics = useMetricColumns({ keys: RESULT_METRICS, usual: RESULT_METRICS });
  return (
    <Overlay title={t('data.compareTitle', { count: rows.length })} shape="wide" onDismiss={onClose} closeText={t('ui.close')}>
      <div className="ads-compare">
        {rows.map((row) => {
          const ad = row.dims.ad?.base;
          return (
            <section key={row.key} aria-label={row.dims.ad?.label}>
              <Cover url={ad?.cover_url ?? null} alt="" size="card" />
              <NameText text={row.dims.ad?.label ?? ''} note={ad?.material?.label} />
              {ad && <EntityStatusTag status={ad.effective_status} cause={ad.status_cause} />}
              {ad?.primary_text && <p title={ad.primary_text}>{ad.primary_text}</p>}
              <dl>
                {metrics.map((metric) => (
                  <div key={metric.key}>
                    <dt title={metric.hint}>{metric.title}</dt>
                    <dd className="ads-numbers">{metricCell(metric, row, { t, format, currency: 'USD', isLocal: true })}</dd>
                  </div>
                ))}
              </dl>
              <Retention row={row} />
            </section>
          );
        })}
      </div>
    </Overlay>
  );
}
