import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import type { Box, Layout, Point } from '../model/chart.ts';
import { brought, centred, fitted, kept, moved, opened, type Size, type View, zoomed } from './view.ts';

const KEY_STEP = 64;
const KEY_ZOOM = 1.25;
/** Of a wheel: so many pixels of it are a factor of e. */
const WHEEL_SOFTNESS = 240;
/** A pointer that moved less has pressed something. */
const PRESS = 4;

type Order =
  | { kind: 'opened'; drawing: Size; room: Size }
  | { kind: 'changed'; by: (view: View, room: Size, drawing: Size) => View }
  | { kind: 'drawn'; drawing: Size; shift: Point | undefined }
  | { kind: 'roomed'; room: Size };

interface Seen {
  /** Undefined until there is a drawing, and room for it. */
  view: View | undefined;
  drawing: Size | undefined;
  room: Size | undefined;
}

function after(seen: Seen, order: Order): Seen {
  switch (order.kind) {
    case 'opened':
      return { drawing: order.drawing, room: order.room, view: opened(order.drawing, order.room) };
    case 'changed': {
      const { view, room, drawing } = seen;
      return view && room && drawing ? { ...seen, view: kept(order.by(view, room, drawing), drawing, room) } : seen;
    }
    case 'drawn': {
      const { view, room } = seen;
      if (!view || !room) return { ...seen, drawing: order.drawing };
      const next = order.shift ? kept(moved(view, order.shift), order.drawing, room) : opened(order.drawing, room);
      return { ...seen, drawing: order.drawing, view: next };
    }
    case 'roomed': {
      const { view, drawing } = seen;
      return { ...seen, room: order.room, view: view && drawing && kept(view, drawing, order.room) };
    }
  }
}

const sizeOf = (element: HTMLElement): Size => ({ width: element.clientWidth, height: element.clientHeight });

/** The only state that is open in one drawing and closed in the other; empty where there are more, or none. */
function toggledBetween({ collapsed: before }: Layout, { collapsed: now }: Layout): string {
  const toggled = [...before.filter((id) => !now.includes(id)), ...now.filter((id) => !before.includes(id))];
  return toggled.length === 1 ? (toggled[0] ?? '') : '';
}

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

/**
 * Which part of a drawing is seen, and how large. It is moved by dragging, by the wheel, by fingers and by keys. Another drawing is
 * seen from its beginning, unless it differs by one state that was opened or closed: that one stays where it was.
 */
export function useView(frame: RefObject<HTMLElement | null>, layout: Layout | undefined) {
  const [{ view, room }, order] = useReducer(after, { view: undefined, drawing: undefined, room: undefined });
  const before = useRef<{ layout: Layout; scale: number } | undefined>(undefined);
  const pointers = useRef(new Map<number, Point>());
  const travelled = useRef(0);

  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => order({ kind: 'roomed', room: sizeOf(current) }));
    observer.observe(current);
    return () => observer.disconnect();
  }, [frame]);

  const scale = view?.scale ?? 1;
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || !layout) return;
    const last = before.current?.layout;
    before.current = { layout, scale };
    if (last === layout) return;
    if (!last) return order({ kind: 'opened', drawing: layout, room: sizeOf(current) });
    const toggled = toggledBetween(last, layout);
    const [from, to] = [last.states[toggled], layout.states[toggled]];
    order({ kind: 'drawn', drawing: layout, shift: from && to && { x: (from.x - to.x) * scale, y: (from.y - to.y) * scale } });
  }, [frame, layout, scale]);

  const change = useCallback((by: (view: View, room: Size, drawing: Size) => View) => order({ kind: 'changed', by }), []);
  const look = useCallback((at: Point) => change((now, size) => centred(now, at, size)), [change]);
  const bring = useCallback((box: Box) => change((now, size) => brought(now, box, size)), [change]);
  const wasDragged = useCallback(() => travelled.current >= PRESS, []);
  const zoom = (factor: number, at?: Point) => change((now, size) => zoomed(now, factor, at ?? middleOf(size)));
  const whole = () => change((now, size) => zoomed(now, 1 / now.scale, middleOf(size)));
  const fit = () => change((_, size, drawing) => fitted(drawing, size));

  const placeIn = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const corner = frame.current?.getBoundingClientRect();
    return { x: clientX - (corner?.x ?? 0), y: clientY - (corner?.y ?? 0) };
  };

  // React listens to wheels passively: the page would be scrolled or zoomed besides.
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { deltaX, deltaY, deltaMode } = event;
      const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const corner = current.getBoundingClientRect();
      const at = { x: event.clientX - corner.x, y: event.clientY - corner.y };
      order({
        kind: 'changed',
        by: (now) => {
          if (event.ctrlKey || event.metaKey) return zoomed(now, Math.exp((-deltaY * lines) / WHEEL_SOFTNESS), at);
          // A mouse with one wheel goes sideways with the shift key.
          const isSideways = event.shiftKey && deltaX === 0;
          return moved(now, { x: -(isSideways ? deltaY : deltaX) * lines, y: isSideways ? 0 : -deltaY * lines });
        },
      });
    };
    current.addEventListener('wheel', turn, { passive: false });
    return () => current.removeEventListener('wheel', turn);
  }, [frame]);

  const letGo = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0 && event.button !== 1) return;
    if (pointers.current.size === 0) travelled.current = 0;
    pointers.current.set(event.pointerId, placeIn(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = pointers.current.get(event.pointerId);
    if (!from) return;
    // Let go where nobody saw it.
    if (event.buttons === 0) return letGo(event);
    const to = placeIn(event);
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, to);
    travelled.current += Math.hypot(to.x - from.x, to.y - from.y);
    if (travelled.current < PRESS) return;
    // Held from here on: a press on a state stays one until the pointer has moved.
    frame.current?.setPointerCapture(event.pointerId);
    const [other] = others;
    if (!other) {
      change((now) => moved(now, { x: to.x - from.x, y: to.y - from.y }));
      return;
    }
    const spread = Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
    change((now) => moved(zoomed(now, spread, middle), { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }));
  };
  // The keyboard walks through the drawing: where it stands is brought into sight, by us and not by the browser's scrolling.
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (target === currentTarget || !target.matches(':focus-visible')) return;
    const [box, corner] = [target.getBoundingClientRect(), currentTarget.getBoundingClientRect()];
    // The browser may have scrolled already.
    const { scrollLeft, scrollTop } = currentTarget;
    change((now, size) => {
      const at = (place: number, from: number) => (place - from) / now.scale;
      return brought(
        now,
        {
          x: at(box.x - corner.x + scrollLeft, now.x),
          y: at(box.y - corner.y + scrollTop, now.y),
          width: box.width / now.scale,
          height: box.height / now.scale,
        },
        size,
      );
    });
  };
  const onScroll = ({ currentTarget }: UIEvent) => currentTarget.scrollTo(0, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_STEP * 4 : KEY_STEP;
    const steps: Partial<Record<string, Point>> = {
      ArrowLeft: { x: step, y: 0 },
      ArrowRight: { x: -step, y: 0 },
      ArrowUp: { x: 0, y: step },
      ArrowDown: { x: 0, y: -step },
      ' ': { x: 0, y: (room?.height ?? 0) * (event.shiftKey ? 0.5 : -0.5) },
      PageUp: { x: 0, y: room?.height ?? 0 },
      PageDown: { x: 0, y: -(room?.height ?? 0) },
    };
    const by = steps[event.key];
    if (by) change((now) => moved(now, by));
    else if (event.key === '+' || event.key === '=') zoom(KEY_ZOOM);
    else if (event.key === '-' || event.key === '_') zoom(1 / KEY_ZOOM);
    else if (event.key === '0') whole();
    else if (event.key === 'f' || event.key === 'F') fit();
    else return;
    event.preventDefault();
  };

  return {
    view,
    zoomIn: () => zoom(KEY_ZOOM),
    zoomOut: () => zoom(1 / KEY_ZOOM),
    whole,
    fit,
    bring,
    /** A point of the drawing comes into the middle. */
    look,
    /** What the drawing is seen through. */
    room,
    /** Whether what was pressed last was dragged instead: then it was not meant. */
    wasDragged,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      // Fingers are held by what they touch, until they are held here.
      onLostPointerCapture: (event: PointerEvent) => event.target === event.currentTarget && letGo(event),
      onKeyDown,
      onFocus,
      onScroll,
    },
  };
}
