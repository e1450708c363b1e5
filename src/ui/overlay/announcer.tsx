import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import '../page/base.css';

/** An announcement is cleared after this time, in milliseconds, so that a screen reader does not find it later. */
const ANNOUNCEMENT_MS = 10_000;

interface Announcement {
  id: number;
  text: string;
}

let announcement: Announcement = { id: 0, text: '' };
let silence: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const change = (text: string) => {
  announcement = { id: announcement.id + 1, text };
  for (const listener of listeners) listener();
};

/**
 * Announces a text to screen readers, for example the number of rows found. Not for texts that a notice announces. The same text twice is
 * announced twice.
 */
export function announce(text: string): void {
  clearTimeout(silence);
  change(text);
  silence = setTimeout(() => change(''), ANNOUNCEMENT_MS);
}

/** Announces a text whenever it changes, except the initial and the empty text. */
export function useAnnouncement(text: string | undefined): void {
  const last = useRef(text);
  useEffect(() => {
    if (text === last.current) return;
    last.current = text;
    if (text) announce(text);
  }, [text]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const read = () => announcement;

/** The only live region of the console. Rendered once, near the root, and never made inert by a layer. */
export function Announcer() {
  const { id, text } = useSyncExternalStore(subscribe, read);
  return createPortal(
    <div data-ads-notices="" data-ads-announcer="" className="ads-visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {/* A new key creates a new element, so that the same text is announced again. */}
      <span key={id}>{text}</span>
    </div>,
    document.body,
  );
}
