import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useLayerHost } from './layer-host.tsx';
import '../page/base.css';
import './overlay.css';

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])';

const findFocusable = (within: HTMLElement) =>
  [...within.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.tabIndex >= 0 && !element.closest('fieldset:disabled, [hidden]'),
  );

/** The elements that a layer covers: its page and earlier layers, or everything except notices. */
const findCoveredElements = (host: HTMLElement | undefined): Element[] =>
  host ? [...(host.parentElement?.children ?? []), ...host.children].filter((element) => element !== host) : [...document.body.children];

/** Makes the covered elements inert; elements that were inert before stay so. */
function makeInert(layer: HTMLElement, host: HTMLElement | undefined): () => void {
  const others = findCoveredElements(host).filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && element !== layer && !element.inert && element.dataset.adsNotices === undefined,
  );
  for (const other of others) other.inert = true;
  return () => {
    for (const other of others) other.inert = false;
  };
}

interface OverlayProps {
  title: string;
  /** `wide` is a dialog of constant height for a table. */
  shape: 'drawer' | 'dialog' | 'wide' | 'palette';
  /** Escape, the cross, or a click beside a drawer or the palette. */
  onDismiss: () => void;
  closeText: string;
  /** It cannot be closed now. */
  locked?: boolean;
  footer?: ReactNode;
  /** A question that must be answered. */
  urgent?: boolean;
  children: ReactNode;
}

/** A modal layer, mounted while it is open: the focus moves in, stays inside, and returns afterwards. */
export function Overlay({ title, shape, onDismiss, closeText, locked = false, footer, urgent = false, children }: OverlayProps) {
  const layer = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const host = useLayerHost();
  // A layer above a single page takes the place of that page, including its heading.
  const Heading = host ? 'h1' : 'h2';

  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return;
    const before = document.activeElement;
    const restoreReach = makeInert(element, host);
    const initialFocus =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>('.ads-overlay-body :is(input, textarea, select, [role=combobox]):not(:disabled)');
    (initialFocus ?? element.querySelector<HTMLElement>('.ads-overlay-box') ?? element).focus({ preventScroll: true });
    return () => {
      restoreReach();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      // The opener is gone, for example a deleted row, so the focus moves to the page.
      else document.getElementById('content')?.focus({ preventScroll: true });
    };
  }, [host]);

  // When the focused element was removed or disabled, key events no longer reach the layer.
  const latestDismiss = useRef(onDismiss);
  useEffect(() => {
    latestDismiss.current = onDismiss;
  });
  useEffect(() => {
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.target !== document.body || locked || layer.current?.inert) return;
      latestDismiss.current();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [locked]);

  const key = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      if (!locked) onDismiss();
      return;
    }
    // A layer above a single page does not trap the Tab key.
    if (host || event.key !== 'Tab' || !layer.current?.contains(event.target as Node)) return;
    const all = findFocusable(layer.current);
    const edge = event.shiftKey ? all[0] : all.at(-1);
    const isOutside = !all.includes(document.activeElement as HTMLElement);
    if (document.activeElement !== edge && !(isOutside && event.shiftKey)) return;
    event.preventDefault();
    (event.shiftKey ? all.at(-1) : all[0])?.focus();
  };

  const dismissOutside = (event: PointerEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if ((shape === 'drawer' || shape === 'palette') && !locked) onDismiss();
  };

  return createPortal(
    <div
      ref={layer}
      className={`ads-overlay ads-overlay-${shape === 'wide' ? 'dialog ads-overlay-wide' : shape}`}
      onKeyDown={key}
      onPointerDown={dismissOutside}
    >
      <div
        role={urgent ? 'alertdialog' : 'dialog'}
        aria-modal={host ? undefined : true}
        aria-labelledby={titleId}
        tabIndex={-1}
        className="ads-overlay-box"
      >
        <header className="ads-overlay-head">
          <Heading id={titleId}>{title}</Heading>
          <button type="button" className="ads-icon-button" aria-label={closeText} title={closeText} disabled={locked} onClick={onDismiss}>
            <span className="ads-cross" aria-hidden="true" />
          </button>
        </header>
        {/* While its fields are disabled, the body itself must be focusable to scroll by keyboard. */}
        <div className="ads-overlay-body" tabIndex={locked ? 0 : undefined}>
          {children}
        </div>
        {footer && <footer className="ads-overlay-foot">{footer}</footer>}
      </div>
    </div>,
    host ?? document.body,
  );
}
