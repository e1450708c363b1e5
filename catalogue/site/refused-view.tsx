import { Button } from '@arco-design/web-react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ErrorBlock } from '#src/ui/page/block.tsx';

interface RefusedProps {
  isSignedOut: boolean;
  /** In the words of the server; empty while nobody is signed in. */
  message: string;
  onRetry: () => void;
}

/** The page is for everybody, what stands in it is not: what to do about it. */
export function RefusedView({ isSignedOut, message, onRetry }: RefusedProps) {
  const t = useText();
  return (
    <section className="ads-cat-refused" role="status">
      <h1>{t(isSignedOut ? 'contracts.signedOut' : 'contracts.notAllowed')}</h1>
      <p>{t(isSignedOut ? 'contracts.signedOutText' : 'contracts.notAllowedText')}</p>
      {message && <p className="ads-cat-quiet">{message}</p>}
      <div className="ads-cat-buttons">
        <Button type="primary" href="/login" target="_blank">
          {t(isSignedOut ? 'contracts.signIn' : 'contracts.signInAnew')}
        </Button>
        <Button onClick={onRetry}>{t('ui.retry')}</Button>
      </div>
    </section>
  );
}

export function FailedView({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const t = useText();
  return <ErrorBlock title={t('contracts.failed')} message={failure.message} traceId={failure.traceId} onRetry={onRetry} />;
}
