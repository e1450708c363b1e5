import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/**
 * Reports success when a layer closes while it is sending. `what` describes the result with the name of its object and is shown as a
 * notice; without it, a general text is only announced to screen readers. `inside` is an element of the layer; while it exists, the layer
 * is merely hidden behind another tab.
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
