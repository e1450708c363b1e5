import { Button } from '@arco-design/web-react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ErrorBlock } from '#src/ui/page/block.tsx';

interface RefusedViewProps {
  isSignedOut: boolean;
  /** The server's message; empty while no user is signed in. */
  message: string;
  onRetry: () => void;
}

/** Explains why the catalogue is not shown, and what to do. The page itself is public. */
export function RefusedView({ isSignedOut, message, onRetry }: RefusedViewProps) {
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
