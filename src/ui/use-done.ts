import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from './announcer.tsx';

/**
 * A layer that goes while it sends has done what it was asked for: said to who cannot see it go. `inside` is an element of the
 * layer; while that stands, the layer is only out of sight, behind another working tab.
 */
export function useDone(inside: RefObject<HTMLElement | null>, busy: boolean): void {
  const t = useText();
  const last = useRef({ busy, text: '' });
  useEffect(() => {
    last.current = { busy, text: t('ui.done') };
  }, [busy, t]);
  useEffect(() => {
    const element = inside.current;
    return () => {
      if (last.current.busy && element?.isConnected === false) announce(last.current.text);
    };
  }, [inside]);
}
