import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/**
 * A layer that goes while it sends has done what it was asked for. `what` says what that was, with the name of its object, and is shown
 * as a notice; without it, only who cannot see the layer go is told. `inside` is an element of the layer; while that stands, the layer is
 * only out of sight, behind another working tab.
 */
export function useDone(inside: RefObject<HTMLElement | null>, busy: boolean, what?: string): void {
  const t = useText();
  const last = useRef({ busy, what, text: '' });
  useEffect(() => {
    last.current = { busy, what, text: what === undefined ? t('ui.done') : t('ui.doneThing', { thing: what }) };
  }, [busy, what, t]);
  useEffect(() => {
    const element = inside.current;
    return () => {
      if (!last.current.busy || element?.isConnected !== false) return;
      announce(last.current.text);
      if (last.current.what !== undefined) showDone(last.current.text);
    };
  }, [inside]);
}
