import { useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import '../page/base.css';

/** What was said stands no longer than this, in milliseconds, so that nobody comes across it later. */
const SAID_MS = 10_000;

interface Said {
  id: number;
  text: string;
}

let said: Said = { id: 0, text: '' };
let silence: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const change = (text: string) => {
  said = { id: said.id + 1, text };
  for (const listener of listeners) listener();
};

/**
 * Says something to who does not see the screen, once the reader's own words are through: how many rows were found, what was
 * saved. Not for what a notice says anyway. The same text twice is said twice.
 */
export function announce(text: string): void {
  clearTimeout(silence);
  change(text);
  silence = setTimeout(() => change(''), SAID_MS);
}

/** Announces a text of a view whenever it becomes another one; not what stands there from the start, and not nothing. */
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
const read = () => said;

/** The one live region of the console. Stands once, near the root, and stays within reach while a layer shuts out the rest. */
export function Announcer() {
  const { id, text } = useSyncExternalStore(subscribe, read);
  return createPortal(
    <div data-ads-notices="" data-ads-announcer="" className="ads-visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {/* A new element each time: the same words again are news again. */}
      <span key={id}>{text}</span>
    </div>,
    document.body,
  );
}
