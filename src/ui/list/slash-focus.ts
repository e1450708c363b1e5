import { type RefObject, useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));

/** `/` anywhere on the page leads to this field, unless something is being typed or a layer stands above it. `show` makes it visible first. */
export function useSlashFocus(field: RefObject<HTMLInputElement | null>, isWanted = true, show?: () => void): void {
  useEffect(() => {
    if (!isWanted) return;
    const come = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target)) return;
      const { current } = field;
      if (!current || current.closest('[inert]')) return;
      event.preventDefault();
      show?.();
      current.focus();
      current.select();
    };
    document.addEventListener('keydown', come);
    return () => document.removeEventListener('keydown', come);
  }, [field, isWanted, show]);
}
