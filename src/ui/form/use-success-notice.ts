import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/**
 * Reports success when a layer closes while it is sending. `what` describes the result with the name of its object and is shown as a
 * notice; without it, a general text is only announced to screen readers. `inside` is an element of the layer; while it exists, the layer
 * is merely hidden behind another tab.
 */
export function useSuccessNotice(inside: RefObject<HTMLElement | null>, busy: boolean, description?: string): void {
  const t = useText();
  const last = useRef({ busy, what: description, text: '' });
  useEffect(() => {
    last.current = { busy, what: description, text: description === undefined ? t('ui.done') : t('ui.doneThing', { thing: description }) };
  }, [busy, description, t]);
  useEffect(() => {
    const element = inside.current;
    return () => {
      if (!last.current.busy || element?.isConnected !== false) return;
      announce(last.current.text);
      if (last.current.what !== undefined) showDone(last.current.text);
    };
  }, [inside]);
}
