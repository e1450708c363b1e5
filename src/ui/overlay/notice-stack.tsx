import { Alert } from '@arco-design/web-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useText } from '#src/locale/text-provider.tsx';
import { CopyButton } from '../text/copy-text.tsx';
import { IconClose } from '../text/icons.ts';
import { noticeBoard, type ShownNotice } from './notices.ts';
import '../page/base.css';
import './notice-stack.css';

function PasswordContent({ account, password }: { account: string; password: string }) {
  const t = useText();
  return (
    <dl className="ads-notice-facts ads-numbers">
      <dt>{t('ui.account')}</dt>
      <dd>
        <span>{account}</span>
        <CopyButton text={account} label={t('ui.account')} />
      </dd>
      <dt>{t('ui.newPassword')}</dt>
      <dd>
        <code>{password}</code>
        <CopyButton text={password} label={t('ui.newPassword')} />
      </dd>
    </dl>
  );
}

/** The path and the trace id of a refused call, for a report; the reader needs only the sentence above. */
function CallDetails({ path, traceId }: { path: string; traceId: string }) {
  const t = useText();
  return (
    <details className="ads-notice-details">
      <summary>{t('ui.details')}</summary>
      <dl className="ads-notice-facts ads-numbers">
        <dt>{t('errors.request')}</dt>
        <dd>{path}</dd>
        {traceId && (
          <>
            <dt>{t('ui.traceId')}</dt>
            <dd>
              <span>{traceId}</span>
              <CopyButton text={traceId} label={t('ui.traceId')} />
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

function NoticeContent({ notice }: { notice: ShownNotice }) {
  if (notice.kind === 'password') return <PasswordContent account={notice.account} password={notice.password} />;
  if (notice.kind === 'error') {
    return (
      <>
        {notice.content}
        {notice.path && <CallDetails path={notice.path} traceId={notice.traceId} />}
      </>
    );
  }
  return (
    <>
      {notice.content}
      {notice.actions?.map(({ text, run }) => (
        <button
          key={text}
          type="button"
          className="ads-link-button"
          onClick={() => {
            noticeBoard.remove(notice.id);
            run();
          }}
        >
          {text}
        </button>
      ))}
    </>
  );
}

function NoticeCard({ notice }: { notice: ShownNotice }) {
  const t = useText();
  const [held, setHeld] = useState(false);
  const left = useRef(notice.ms);
  useEffect(() => {
    if (held) return;
    const began = Date.now();
    const timer = setTimeout(() => noticeBoard.remove(notice.id), left.current);
    return () => {
      clearTimeout(timer);
      // Leaves at least a second after the pointer has left.
      left.current = Math.max(left.current - (Date.now() - began), 1000);
    };
  }, [held, notice.id]);

  const tone = notice.kind === 'toast' ? notice.tone : notice.kind === 'password' ? 'success' : 'error';
  const isAnnounced = notice.kind === 'toast' && notice.isAnnounced;
  // Arco passes `role` on although its types lack it; its own role would interrupt the screen reader every time.
  const roleProps = { role: isAnnounced ? undefined : tone === 'error' ? 'alert' : 'status' };
  return (
    <div
      className={`ads-notice ads-notice-${notice.kind} ads-notice-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Alert
        {...roleProps}
        type={tone}
        title={notice.kind === 'toast' ? undefined : notice.title}
        content={<NoticeContent notice={notice} />}
        closable={notice.kind !== 'toast'}
        closeElement={
          <>
            <IconClose aria-hidden="true" />
            <span className="ads-visually-hidden">{t('ui.close')}</span>
          </>
        }
        onClose={() => noticeBoard.remove(notice.id)}
      />
    </div>
  );
}

/** Renders the notices of `notices.ts`. Rendered once, near the root, outside everything that may crash. */
export function Notices() {
  const notices = useSyncExternalStore(noticeBoard.subscribe, noticeBoard.read);
  return createPortal(
    <div className="ads-notices" data-ads-notices="">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>,
    document.body,
  );
}
