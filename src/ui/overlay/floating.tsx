import { type CSSProperties, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import '../page/base.css';
import './floating.css';

const GAP = 4;

/** Position of a box beside its anchor: below where it fits, otherwise on the larger side; always inside the window. */
export function computePosition(
  anchor: { top: number; bottom: number; left: number; right: number },
  box: { width: number; height: number },
  room: { width: number; height: number },
  align: 'start' | 'end',
): { top: number; left: number; maxHeight: number } {
  const below = room.height - anchor.bottom - 2 * GAP;
  const above = anchor.top - 2 * GAP;
  const opensBelow = box.height <= below || below >= above;
  const maxHeight = Math.max(opensBelow ? below : above, 80);
  const height = Math.min(box.height, maxHeight);
  const preferredLeft = align === 'start' ? anchor.left : anchor.right - box.width;
  return {
    top: opensBelow ? anchor.bottom + GAP : anchor.top - GAP - height,
    left: Math.max(GAP, Math.min(preferredLeft, room.width - box.width - GAP)),
    maxHeight,
  };
}

interface FloatingProps {
  anchor: RefObject<HTMLElement | null>;
  align?: 'start' | 'end';
  /** A click outside the box and its anchor. */
  onLeave: () => void;
  children: ReactNode;
}

/** A box beside its anchor, above everything else, mounted only while open. */
export function Floating({ anchor, align = 'start', onLeave, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);
  // Not `visibility`, because hidden elements cannot take the focus that the content needs at once.
  const [style, setStyle] = useState<CSSProperties>({ opacity: 0 });

  useLayoutEffect(() => {
    const place = () => {
      if (!anchor.current || !box.current) return;
      const from = anchor.current.getBoundingClientRect();
      const size = { width: box.current.offsetWidth, height: box.current.scrollHeight };
      const room = { width: window.innerWidth, height: window.innerHeight };
      setStyle({ ...computePosition(from, size, room, align), minWidth: Math.min(from.width, room.width - 2 * GAP) });
    };
    place();
    const watch = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(place);
    if (box.current) watch?.observe(box.current);
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      watch?.disconnect();
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [anchor, align]);

  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    const press = (event: PointerEvent) => {
      const target = event.target as Node;
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) leave.current();
    };
    document.addEventListener('pointerdown', press, true);
    return () => document.removeEventListener('pointerdown', press, true);
  }, [anchor]);

  return createPortal(
    <div ref={box} className="ads-floating" style={style}>
      {children}
    </div>,
    // Rendered inside the same region as its anchor, because a modal dialog makes everything else inert.
    anchor.current?.closest('[role=dialog], [role=alertdialog], main, header, nav') ?? document.body,
  );
}
