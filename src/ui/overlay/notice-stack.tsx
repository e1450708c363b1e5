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
      // Whoever stopped to read it gets a moment more after leaving it.
      left.current = Math.max(left.current - (Date.now() - began), 1000);
    };
  }, [held, notice.id]);

  const tone = notice.kind === 'toast' ? notice.tone : notice.kind === 'password' ? 'success' : 'error';
  const isSaid = notice.kind === 'toast' && notice.isSaid;
  // The kit passes a role on, although its types do not mention it; its own would interrupt the reader every time.
  const spoken = { role: isSaid ? undefined : tone === 'error' ? 'alert' : 'status' };
  return (
    <div
      className={`ads-notice ads-notice-${notice.kind} ads-notice-${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Alert
        {...spoken}
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
