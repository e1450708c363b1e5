import type { Failure } from '#machines/kernel/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from './block.tsx';
import { CopyText } from './copy-text.tsx';

/** Why the last try failed, above what it was tried with. */
export function FailureRemark({ failure }: { failure: Failure }) {
  const t = useText();
  return (
    <Remark kind="error" title={failure.message || t('ui.unknownFailure')}>
      {failure.traceId && (
        <div className="ads-remark-trace">
          {t('ui.traceId')} <CopyText text={failure.traceId} label={t('ui.traceId')} />
        </div>
      )}
    </Remark>
  );
}
