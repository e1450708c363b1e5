import { useEffect } from 'react';
import { usesCommandKey } from '#src/platform/keyboard.ts';

/** A question above everything waits for its answer first. */
const isAnswerAwaited = () => [...document.querySelectorAll('[aria-modal=true]')].some((layer) => !layer.closest('.ads-overlay-palette'));

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** Ctrl+K or Cmd+K, wherever the focus is. */
export function usePaletteKeys(onPressed: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat && !isAnswerAwaited()) onPressed();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onPressed]);
}

/** The keys as they are written on this keyboard. */
export const paletteKeys = (): string => (usesCommandKey() ? '⌘ K' : 'Ctrl K');
