import { type MouseEvent, type ReactNode, useCallback } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { toastInfo } from '../overlay/notices.ts';

/** Endings that no host on the internet has, so that made-up addresses can use them (RFC 2606). */
const RESERVED_ENDINGS = ['test', 'example', 'invalid'];

/** The host of an address that leads nowhere; undefined for an address that may exist. */
function madeUpHost(url: string): string | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  return RESERVED_ENDINGS.includes(host.split('.').at(-1) ?? '') ? host : undefined;
}

/** Opens an address in a window of its own, or says why it cannot exist. */
export function useOutsideOpening(): (url: string) => void {
  const t = useText();
  return useCallback(
    (url) => {
      const host = madeUpHost(url);
      if (host === undefined) window.open(url, '_blank', 'noopener,noreferrer');
      else toastInfo(t('link.madeUp', { host }));
    },
    [t],
  );
}

interface Props {
  url: string;
  /** Shown at the pointer; left out, the address. */
  title?: string;
  className?: string;
  children: ReactNode;
}

/** A link to a page outside of the console; one to a made-up host, as the demo company has, says so instead of failing in the browser. */
export function OutsideLink({ url, title = url, className = 'ads-link-button', children }: Props) {
  const open = useOutsideOpening();
  const explain = (event: MouseEvent) => {
    if (madeUpHost(url) === undefined) return;
    event.preventDefault();
    open(url);
  };
  return (
    <a className={className} href={url} target="_blank" rel="noreferrer noopener" title={title} onClick={explain} onAuxClick={explain}>
      {children}
    </a>
  );
}
