import { Button } from '@arco-design/web-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Overlay } from '../overlay/overlay.tsx';
import { useReload } from './reloading.tsx';
import './block.css';

/** Whether a file of the console failed to load: the server has a newer release, or the network is down. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ChunkLoadError' ||
    /dynamically imported module|loading (css )?chunk|importing a module script failed|error loading (?:dynamically|module)/i.test(
      error.message,
    ));

/** While offline there is no newer release to load, and a reload would lose even the current page. */
const isOffline = () => typeof navigator !== 'undefined' && navigator.onLine === false;

interface MissingPartProps {
  /** Loads the file again; also called when the network returns. */
  onRetry: () => void;
  /** Closes a layer; absent for a block. */
  onLeave?: (() => void) | undefined;
}

/** Shown in place of a part whose code could not be loaded. */
export function MissingPart({ onRetry, onLeave }: MissingPartProps) {
  const t = useText();
  const reload = useReload();
  const [offline] = useState(isOffline);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    if (!offline) return;
    const retryNow = () => retry.current();
    window.addEventListener('online', retryNow);
    return () => window.removeEventListener('online', retryNow);
  }, [offline]);
  const title = t(offline ? 'ui.partUnreachable' : 'ui.newVersion');
  const text = t(offline ? 'ui.partUnreachableText' : 'ui.newVersionText');
  const action = (
    <Button type="primary" onClick={offline ? onRetry : reload} data-autofocus="">
      {t(offline ? 'ui.retry' : 'ui.reload')}
    </Button>
  );
  if (onLeave) {
    return (
      <Overlay
        title={title}
        shape="dialog"
        closeText={t('ui.close')}
        onDismiss={onLeave}
        footer={
          <>
            <Button onClick={onLeave}>{t('ui.cancel')}</Button>
            {action}
          </>
        }
      >
        <p>{text}</p>
      </Overlay>
    );
  }
  return (
    <div className="ads-block" role="alert">
      <p className="ads-block-title">{title}</p>
      <p>{text}</p>
      {action}
    </div>
  );
}
