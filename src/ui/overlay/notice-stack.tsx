import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
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
      // Whoever stopped to read it gets a moment more after leaving it.
      left.current = Math.max(left.current - (Date.now() - began), 1000);
    };
  }, [held, notice.id]);

  const tone = notice.kind === 'toast' ? notice.tone : notice.kind === 'password' ? 'success' : 'error';
  let body: ReactNode;
  if (notice.kind === 'toast') body = <p>{notice.content}</p>;
  else if (notice.kind === 'error')
    body = (
      <>
        <strong>{notice.title}</strong>
        <p>{notice.content}</p>
      </>
    );
  else
    body = (
      <>
        <strong>{notice.title}</strong>
        <PasswordContent account={notice.account} password={notice.password} />
      </>
    );

  return (
    <div
      className={`ads-notice ads-notice-${notice.kind} ads-notice-${tone}`}
      {...(!(notice.kind === 'toast' && notice.isSaid) && { role: tone === 'error' ? 'alert' : 'status' })}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <i className="ads-notice-mark" aria-hidden="true" />
      <div className="ads-notice-body">{body}</div>
      {notice.kind !== 'toast' && (
        <button type="button" className="ads-icon-button" aria-label={t('ui.close')} onClick={() => noticeBoard.remove(notice.id)}>
          <IconClose aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

/** Draws what `notices.ts` is told. Stands once, near the root, above whatever may break. */
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
