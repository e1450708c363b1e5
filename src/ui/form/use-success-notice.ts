import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { announce } from '../overlay/announcer.tsx';
import { showDone } from '../overlay/notices.ts';

/**
 * Reports success when a layer closes while it is sending. `what` describes the result with the name of its object and is shown as a
 * notice; without it, a general text is only announced to screen readers. `inside` is an element of the layer; while it exists, the layer
 * is merely hidden behind another tab. `getUndo` returns what undoes the success; the notice then offers it.
 */
export function useSuccessNotice(
  inside: RefObject<HTMLElement | null>,
  busy: boolean,
  description?: string,
  getUndo?: () => (() => void) | undefined,
): void {
  const t = useText();
  const last = useRef({ busy, what: description, text: '', undoText: '', getUndo });
  useEffect(() => {
    const text = description === undefined ? t('ui.done') : t('ui.doneThing', { thing: description });
    last.current = { busy, what: description, text, undoText: t('ui.undo'), getUndo };
  }, [busy, description, t, getUndo]);
  useEffect(() => {
    const element = inside.current;
    return () => {
      if (!last.current.busy || element?.isConnected !== false) return;
      const { text, what, undoText } = last.current;
      announce(text);
      if (what === undefined) return;
      const undo = last.current.getUndo?.();
      showDone(text, undo ? [{ text: undoText, run: undo }] : []);
    };
  }, [inside]);
}
