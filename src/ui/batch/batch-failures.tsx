import type { BatchFailure } from '#machines/kernel/batch/order-status.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { targetText } from './batch-words.ts';
import './batch.css';

/** Opens the form in which the failed objects are changed before they are retried. */
export type OnRemedy = (batchId: number, failure: BatchFailure) => void;

interface Props {
  batchId: number;
  failures: readonly BatchFailure[];
  /** No retry may start now. */
  busy: boolean;
  onRetry: (itemIds: number[]) => void;
  onRemedy?: OnRemedy | undefined;
}

/** The failures of a batch by reason and ad account, each with a way to retry its objects. */
export function BatchFailures({ batchId, failures, busy, onRetry, onRemedy }: Props) {
  const t = useText();
  const format = useFormat();
  if (failures.length === 0) return null;
  return (
    <section className="ads-batch-failures" aria-label={t('batch.failures')}>
      <h3>{t('batch.failures')}</h3>
      <ul>
        {failures.map((failure) => {
          const { reason, platform_code, platform_subcode, target_type, account, text, count, item_ids, remedy } = failure;
          const retried = { count: item_ids.length, shown: format.number(item_ids.length) };
          const place = [account?.label, targetText(target_type, t)].filter(Boolean).join(' · ');
          return (
            <li key={[reason, platform_code, platform_subcode, target_type, account?.id].join(' ')}>
              <span className="ads-batch-failure">
                <strong>{t('batch.failureCount', { shown: format.number(count) })}</strong> {text}
                {place && <small>{place}</small>}
              </span>
              {item_ids.length > 0 && (
                <span className="ads-batch-remedies">
                  {remedy !== null && onRemedy && (
                    <button type="button" className="ads-link-button" disabled={busy} onClick={() => onRemedy(batchId, failure)}>
                      {t(`batch.remedy.${remedy}`, retried)}
                    </button>
                  )}
                  <button type="button" className="ads-link-button" disabled={busy} onClick={() => onRetry(item_ids)}>
                    {t('batch.retryThese', retried)}
                  </button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
