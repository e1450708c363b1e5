import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyText } from '../text/copy-text.tsx';
import { Remark } from './block.tsx';
import { useIsResolved } from './reconnection.ts';

interface FailureRemarkProps {
  failure: Failure;
  /** The consequence for the content below; default: the message alone. */
  title?: string;
  onRetry?: (() => void) | undefined;
}

/** Why the last attempt failed, above the form of that attempt. */
export function FailureRemark({ failure, title, onRetry }: FailureRemarkProps) {
  const t = useText();
  const message = failure.message || t('ui.unknownFailure');
  if (useIsResolved(failure)) {
    return (
      <Remark kind="info" title={t('silence.over')}>
        {onRetry && (
          <button type="button" className="ads-link-button" onClick={onRetry}>
            {t('ui.retry')}
          </button>
        )}
      </Remark>
    );
  }
  return (
    <Remark kind="error" title={title ?? message}>
      {title && <span>{message} </span>}
      {failure.traceId && (
        <details className="ads-remark-trace">
          <summary>{t('ui.details')}</summary>
          {t('ui.traceId')} <CopyText text={failure.traceId} label={t('ui.traceId')} />
        </details>
      )}
      {onRetry && (
        <button type="button" className="ads-link-button" onClick={onRetry}>
          {t('ui.retry')}
        </button>
      )}
    </Remark>
  );
}
