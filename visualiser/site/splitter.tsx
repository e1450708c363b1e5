import { type KeyboardEvent, type PointerEvent, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import './splitter.css';

const KEY_STEP = 24;
const MIN_SIZE = 120;
/** The rest of the page keeps at least this much. */
const MIN_REST = 200;

/** Chosen sizes by the names of their variables; they last as long as the page. */
const sizes = new Map<string, number>();

interface SplitterProps {
  /** Name of the pane. */
  pane: string;
  /** The custom property of the container that holds the size of the pane, in pixels. */
  variable: `--ads-${string}`;
  /** The edge of the container at which the pane stands. */
  edge: 'left' | 'right' | 'bottom';
  /** Class of the container, if it is not the parent. */
  container?: string;
}

/** Changes the size of a pane by dragging or with the arrow keys; a double click restores the usual one. */
export function Splitter({ pane, variable, edge, container: className }: SplitterProps) {
  const t = useText();
  const line = useRef<HTMLDivElement | null>(null);
  /** Share of the pane in percent. */
  const [share, setShare] = useState(0);
  const findContainer = (): HTMLElement | null | undefined =>
    className === undefined ? line.current?.parentElement : line.current?.closest<HTMLElement>(`.${className}`);
  const isVertical = edge !== 'bottom';

  const resize = (size: number | undefined) => {
    const container = findContainer();
    if (!container) return;
    const available = isVertical ? container.clientWidth : container.clientHeight;
    if (size === undefined) sizes.delete(variable);
    else sizes.set(variable, Math.max(MIN_SIZE, Math.min(size, available - MIN_REST)));
    const chosen = sizes.get(variable);
    if (chosen === undefined) container.style.removeProperty(variable);
    else container.style.setProperty(variable, `${chosen}px`);
    setShare(available > 0 ? Math.round((measure() / available) * 100) : 0);
  };
  /** Distance of a point, or of the line itself, from the edge. */
  const measure = (at?: { clientX: number; clientY: number }): number => {
    const container = findContainer()?.getBoundingClientRect();
    const own = line.current?.getBoundingClientRect();
    if (!container || !own) return 0;
    const { clientX, clientY } = at ?? { clientX: own.x + own.width / 2, clientY: own.y + own.height / 2 };
    if (edge === 'left') return clientX - container.left;
    return edge === 'right' ? container.right - clientX : container.bottom - clientY;
  };
  // A chosen size outlasts the view of the container.
  const restore = useEffectEvent(() => resize(sizes.get(variable)));
  useLayoutEffect(() => restore(), []);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) resize(measure(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const [less, more] =
      edge === 'left' ? ['ArrowLeft', 'ArrowRight'] : edge === 'right' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowDown', 'ArrowUp'];
    if (event.key === less) resize(measure() - KEY_STEP);
    else if (event.key === more) resize(measure() + KEY_STEP);
    else if (event.key === 'Home') resize(undefined);
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={line}
      className={`ads-vis-splitter ads-vis-splitter-${edge}`}
      style={{ [edge]: `calc(var(${variable}) - 4px)` }}
      role="separator"
      aria-orientation={isVertical ? 'vertical' : 'horizontal'}
      aria-label={t('visualiser.resize', { pane })}
      aria-valuenow={share}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onDoubleClick={() => resize(undefined)}
      onKeyDown={onKeyDown}
    />
  );
}
