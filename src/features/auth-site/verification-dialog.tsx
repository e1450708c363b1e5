import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { siteVerification } from '#machines/auth-site/site-verification.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { ErrorBlock, LoadingBlock, Remark } from '#src/ui/page/block.tsx';
import { CopyButton } from '#src/ui/text/copy-text.tsx';
import './site.css';

interface Props {
  verification: ActorRefFrom<typeof siteVerification>;
}

const secondsUntil = (instant: string | null | undefined): number =>
  instant ? Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / 1000)) : 0;

/** Whole seconds until an instant; 0 once it has passed, or where there is none. */
function useSecondsUntil(instant: string | null | undefined): number {
  const [left, setLeft] = useState(() => secondsUntil(instant));
  useEffect(() => {
    setLeft(secondsUntil(instant));
    if (secondsUntil(instant) === 0) return;
    const timer = setInterval(() => {
      const now = secondsUntil(instant);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [instant]);
  return left;
}

/** What to put where so that the domain is known to be ours, and the check of it. */
export function VerificationDialog({ verification }: Props) {
  const open = useSelector(verification, (state) => state.hasTag('open'));
  return open ? <OpenVerificationDialog verification={verification} /> : null;
}

function OpenVerificationDialog({ verification }: Props) {
  const t = useText();
  const { subject, answer, failure } = useSelector(verification, (state) => state.context);
  const checking = useSelector(verification, (state) => state.matches({ open: 'checking' }));
  const failed = useSelector(verification, (state) => state.matches({ open: 'failed' }));
  const left = useSecondsUntil(answer?.info.next_try_at);
  // A page that comes back from its memory comes without what the server said.
  useEffect(() => verification.send({ type: 'verification.seen' }), [verification]);
  const result = answer?.result;
  const isProved = result?.verify_state === 'verified';
  const close = () => verification.send({ type: 'verification.closed' });
  return (
    <ConfirmDialog
      open
      title={t('site.verifyTitle', { domain: subject?.domain ?? '' })}
      confirmText={left > 0 ? t('site.checkIn', { seconds: left }) : t('site.check')}
      busy={checking}
      disabled={!answer || failed || left > 0}
      {...(isProved && { confirmText: t('site.verifyDone'), disabled: false })}
      cancelText={t('ui.close')}
      onConfirm={isProved ? close : () => verification.send({ type: 'verification.checkRequested' })}
      onCancel={close}
    >
      {failed && failure && (
        <ErrorBlock
          message={failure.message}
          traceId={failure.traceId}
          onRetry={() => verification.send({ type: 'verification.retried' })}
        />
      )}
      {!answer && !failed && <LoadingBlock />}
      {answer && !failed && (
        <>
          <p>{t(`site.verifyText.${answer.info.method}`)}</p>
          <CopyLine label={t(`site.verifyName.${answer.info.method}`)} text={answer.info.name} />
          <CopyLine label={t(`site.verifyValue.${answer.info.method}`)} text={answer.info.value} />
          <p className="ads-quiet">{t('site.verifyNote')}</p>
          {isProved && <Remark kind="info" title={t('site.verified')} />}
          {result?.verify_state === 'failed' && (
            <Remark kind="warn" title={t('site.verifyFailed')}>
              {result.error && <p>{result.error}</p>}
            </Remark>
          )}
        </>
      )}
    </ConfirmDialog>
  );
}

function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="ads-site-example">
      <span className="ads-quiet">{label}</span>
      <span className="ads-site-copy">
        <code>{text}</code>
        <CopyButton text={text} label={label} />
      </span>
    </div>
  );
}
