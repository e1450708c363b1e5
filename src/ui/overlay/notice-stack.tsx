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
        content={notice.kind === 'password' ? <PasswordContent account={notice.account} password={notice.password} /> : notice.content}
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
