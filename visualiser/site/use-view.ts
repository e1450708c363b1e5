import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import type { Box, Chart, ChartState, Layout, Point } from '../model/chart.ts';
import { centreView, fitView, keepInSight, moveView, openView, revealBox, type Size, type View, zoomView } from './view.ts';

const KEY_STEP = 64;
const KEY_ZOOM = 1.25;
/** Scrolling by this many pixels zooms by the factor e. */
const WHEEL_PIXELS_PER_E = 240;
/** A pointer that moved less than this clicked. */
const CLICK_TOLERANCE = 4;

interface Sizes {
  /** Of the area that shows the drawing. */
  viewport: Size;
  /** Of that area and of the map beside it, which is shown while some of the drawing is out of sight. */
  room: Size;
}

type ViewAction =
  | { kind: 'opened'; drawing: Size; sizes: Sizes; boxes: readonly Box[] }
  | { kind: 'viewChanged'; by: (view: View, sizes: Sizes, drawing: Size) => View }
  | { kind: 'drawingChanged'; drawing: Size; shift: Point | undefined; boxes: readonly Box[] }
  | { kind: 'resized'; sizes: Sizes };

interface ViewState {
  /** Undefined until drawing and viewport are known. */
  view: View | undefined;
  drawing: Size | undefined;
  sizes: Sizes | undefined;
}

function reduceView(state: ViewState, action: ViewAction): ViewState {
  switch (action.kind) {
    case 'opened':
      return { drawing: action.drawing, sizes: action.sizes, view: openView(action.drawing, action.sizes.viewport, action.boxes) };
    case 'viewChanged': {
      const { view, sizes, drawing } = state;
      return view && sizes && drawing ? { ...state, view: keepInSight(action.by(view, sizes, drawing), drawing, sizes.viewport) } : state;
    }
    case 'drawingChanged': {
      const { view, sizes } = state;
      if (!view || !sizes) return { ...state, drawing: action.drawing };
      const next = action.shift
        ? keepInSight(moveView(view, action.shift), action.drawing, sizes.viewport)
        : openView(action.drawing, sizes.viewport, action.boxes);
      return { ...state, drawing: action.drawing, view: next };
    }
    case 'resized': {
      const { view, drawing } = state;
      return { ...state, sizes: action.sizes, view: view && drawing && keepInSight(view, drawing, action.sizes.viewport) };
    }
  }
}

const getSize = (element: HTMLElement): Size => ({ width: element.clientWidth, height: element.clientHeight });
const getSizes = (frame: HTMLElement): Sizes => ({ viewport: getSize(frame), room: getSize(frame.parentElement ?? frame) });

/** The only state that is collapsed in one layout but not in the other; empty if there is not exactly one. */
function findToggledState({ collapsed: before }: Layout, { collapsed: now }: Layout): string {
  const toggled = [...before.filter((id) => !now.includes(id)), ...now.filter((id) => !before.includes(id))];
  return toggled.length === 1 ? (toggled[0] ?? '') : '';
}

/** Where a machine starts: the state that is entered in the end, and then the dot before it, which matters more. */
function findInitialBoxes({ states, starts }: Layout, { root }: Chart): Box[] {
  const [first] = root.initial;
  let state: ChartState | undefined = root;
  let innermost = first;
  while (state) {
    const [entered]: readonly string[] = state.initial;
    if (entered !== undefined && entered in states) innermost = entered;
    state = state.children.find(({ id }) => entered === id || entered?.startsWith(`${id}.`));
  }
  const box = innermost === undefined ? undefined : states[innermost];
  const dot = first === undefined ? undefined : starts[first]?.points[0];
  return [...(box ? [box] : []), ...(dot ? [{ ...dot, width: 1, height: 1 }] : [])];
}

const getCentre = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

/**
 * Which part of a drawing is visible, and at which scale; controlled by dragging, wheel, touch and keyboard. A new drawing starts at its
 * initial state, unless only one state was collapsed or expanded: that state stays where it was.
 */
export function useView(frame: RefObject<HTMLElement | null>, layout: Layout | undefined, chart: Chart) {
  const [{ view, sizes }, dispatch] = useReducer(reduceView, { view: undefined, drawing: undefined, sizes: undefined });
  const before = useRef<{ layout: Layout; scale: number } | undefined>(undefined);
  const pointers = useRef(new Map<number, Point>());
  const dragDistance = useRef(0);

  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(() => dispatch({ kind: 'resized', sizes: getSizes(current) }));
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
    const boxes = findInitialBoxes(layout, chart);
    if (!last) return dispatch({ kind: 'opened', drawing: layout, sizes: getSizes(current), boxes });
    const toggled = findToggledState(last, layout);
    const [from, to] = [last.states[toggled], layout.states[toggled]];
    dispatch({
      kind: 'drawingChanged',
      drawing: layout,
      boxes,
      shift: from && to && { x: (from.x - to.x) * scale, y: (from.y - to.y) * scale },
    });
  }, [frame, layout, chart, scale]);

  const changeView = useCallback((by: (view: View, sizes: Sizes, drawing: Size) => View) => dispatch({ kind: 'viewChanged', by }), []);
  const centreOn = useCallback((at: Point) => changeView((current, { viewport }) => centreView(current, at, viewport)), [changeView]);
  const reveal = useCallback((box: Box) => changeView((current, { viewport }) => revealBox(current, box, viewport)), [changeView]);
  const wasDragged = useCallback(() => dragDistance.current >= CLICK_TOLERANCE, []);
  const zoom = (factor: number, at?: Point) => changeView((current, { viewport }) => zoomView(current, factor, at ?? getCentre(viewport)));
  const showFullSize = () => changeView((current, { viewport }) => zoomView(current, 1 / current.scale, getCentre(viewport)));
  const fitToRoom = () => changeView((_, { room }, drawing) => fitView(drawing, room));

  const toFramePoint = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const corner = frame.current?.getBoundingClientRect();
    return { x: clientX - (corner?.x ?? 0), y: clientY - (corner?.y ?? 0) };
  };

  // React's wheel listeners are passive, so the page itself would scroll or zoom.
  useEffect(() => {
    const { current } = frame;
    if (!current) return;
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { deltaX, deltaY, deltaMode } = event;
      const lines = deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const corner = current.getBoundingClientRect();
      const at = { x: event.clientX - corner.x, y: event.clientY - corner.y };
      dispatch({
        kind: 'viewChanged',
        by: (current) => {
          if (event.ctrlKey || event.metaKey) return zoomView(current, Math.exp((-deltaY * lines) / WHEEL_PIXELS_PER_E), at);
          // With the shift key, a mouse wheel scrolls sideways.
          const isSideways = event.shiftKey && deltaX === 0;
          return moveView(current, { x: -(isSideways ? deltaY : deltaX) * lines, y: isSideways ? 0 : -deltaY * lines });
        },
      });
    };
    current.addEventListener('wheel', handleWheel, { passive: false });
    return () => current.removeEventListener('wheel', handleWheel);
  }, [frame]);

  const release = (event: PointerEvent) => void pointers.current.delete(event.pointerId);
  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0 && event.button !== 1) return;
    if (pointers.current.size === 0) dragDistance.current = 0;
    pointers.current.set(event.pointerId, toFramePoint(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const from = pointers.current.get(event.pointerId);
    if (!from) return;
    // The button was released outside of the window.
    if (event.buttons === 0) return release(event);
    const to = toFramePoint(event);
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    pointers.current.set(event.pointerId, to);
    dragDistance.current += Math.hypot(to.x - from.x, to.y - from.y);
    if (dragDistance.current < CLICK_TOLERANCE) return;
    // Captured only after a movement, so that a click still reaches the state below.
    frame.current?.setPointerCapture(event.pointerId);
    const [other] = others;
    if (!other) {
      changeView((current) => moveView(current, { x: to.x - from.x, y: to.y - from.y }));
      return;
    }
    const spread = Math.hypot(to.x - other.x, to.y - other.y) / Math.max(1, Math.hypot(from.x - other.x, from.y - other.y));
    const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 };
    changeView((current) => moveView(zoomView(current, spread, middle), { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 }));
  };
  // Keyboard focus moves inside the drawing: the focused part is revealed by this hook instead of by native scrolling.
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (target === currentTarget || !target.matches(':focus-visible')) return;
    const [box, corner] = [target.getBoundingClientRect(), currentTarget.getBoundingClientRect()];
    // The browser may have scrolled already.
    const { scrollLeft, scrollTop } = currentTarget;
    changeView((current, { viewport }) => {
      const at = (place: number, from: number) => (place - from) / current.scale;
      return revealBox(
        current,
        {
          x: at(box.x - corner.x + scrollLeft, current.x),
          y: at(box.y - corner.y + scrollTop, current.y),
          width: box.width / current.scale,
          height: box.height / current.scale,
        },
        viewport,
      );
    });
  };
  const onScroll = ({ currentTarget }: UIEvent) => currentTarget.scrollTo(0, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? KEY_STEP * 4 : KEY_STEP;
    const page = sizes?.viewport.height ?? 0;
    const steps: Partial<Record<string, Point>> = {
      ArrowLeft: { x: step, y: 0 },
      ArrowRight: { x: -step, y: 0 },
      ArrowUp: { x: 0, y: step },
      ArrowDown: { x: 0, y: -step },
      ' ': { x: 0, y: page * (event.shiftKey ? 0.5 : -0.5) },
      PageUp: { x: 0, y: page },
      PageDown: { x: 0, y: -page },
    };
    const by = steps[event.key];
    if (by) {
      changeView((current) => moveView(current, by));
      event.preventDefault();
    }
  };
  const handleZoomKey = useEffectEvent((event: Pick<globalThis.KeyboardEvent, 'key' | 'preventDefault'>) => {
    if (event.key === '+' || event.key === '=') zoom(KEY_ZOOM);
    else if (event.key === '-' || event.key === '_') zoom(1 / KEY_ZOOM);
    else if (event.key === '0') showFullSize();
    else if (event.key === 'f' || event.key === 'F') fitToRoom();
    else return;
    event.preventDefault();
  });
  // They zoom wherever the focus is, except where they are typed.
  useEffect(() => {
    const handleKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable], [role="menu"]');
      if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping) handleZoomKey(event);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  return {
    view,
    zoomIn: () => zoom(KEY_ZOOM),
    zoomOut: () => zoom(1 / KEY_ZOOM),
    showFullSize,
    fitToRoom,
    reveal,
    /** Centres the view on a point of the drawing. */
    centreOn,
    /** Undefined until they are known. */
    sizes,
    /** Whether the last press was a drag instead of a click. */
    wasDragged,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      // Touch pointers are captured by their target at first, so losing that capture does not end the drag.
      onLostPointerCapture: (event: PointerEvent) => event.target === event.currentTarget && release(event),
      onKeyDown,
      onFocus,
      onScroll,
    },
  };
}
