import { memo, type PointerEvent, useRef } from 'react';
import type { Layout, Point } from '../model/chart.ts';
import { getVisibleArea, getVisiblePart, type Size, type View } from './view.ts';
import './minimap.css';

/** Maximum size in CSS pixels. */
const MAX_SIZE = { width: 168, height: 128 };

const toPath = (points: readonly Point[]) => points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

interface ShapesProps {
  layout: Layout;
  active: ReadonlySet<string> | undefined;
}

/** States and lines without texts, rendered again only when they change. */
const MemoizedShapes = memo(({ layout: { states, lines }, active }: ShapesProps) => (
  <>
    {Object.entries(states).map(([id, { x, y, width, height }]) => (
      <rect
        key={id}
        className={active?.has(id) ? 'ads-vis-map-state ads-is-active' : 'ads-vis-map-state'}
        x={x}
        y={y}
        width={width}
        height={height}
      />
    ))}
    {Object.entries(lines).map(([id, { points, more = [] }]) => (
      <path key={id} className="ads-vis-map-line" d={[points, ...more].map(toPath).join('')} />
    ))}
  </>
));

interface MinimapProps extends ShapesProps {
  view: View;
  viewport: Size;
  /** Called to centre the drawing on a point. */
  onLook: (at: Point) => void;
}

/**
 * The whole drawing in small, with a frame around the visible part. For pointers only: the keyboard moves the drawing itself, and screen
 * readers use the list of states.
 */
export function Minimap({ layout, active, view, viewport, onLook }: MinimapProps) {
  /** Offset from the pointer to the centre of the frame while it is dragged. */
  const grabOffset = useRef<Point | undefined>(undefined);
  const scale = Math.min(MAX_SIZE.width / layout.width, MAX_SIZE.height / layout.height);
  const visible = getVisibleArea(view, viewport);
  const frame = getVisiblePart(view, layout, viewport);
  // Keeps the stroke inside the frame, so that it is not clipped.
  const edge = 0.75 / scale;

  const toDrawingPoint = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const corner = currentTarget.getBoundingClientRect();
    return { x: (clientX - corner.x) / scale, y: (clientY - corner.y) / scale };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = toDrawingPoint(event);
    const isHeld = x >= visible.x && x <= visible.x + visible.width && y >= visible.y && y <= visible.y + visible.height;
    grabOffset.current = isHeld ? { x: visible.x + visible.width / 2 - x, y: visible.y + visible.height / 2 - y } : { x: 0, y: 0 };
    if (!isHeld) onLook({ x, y });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!grabOffset.current) return;
    const { x, y } = toDrawingPoint(event);
    onLook({ x: x + grabOffset.current.x, y: y + grabOffset.current.y });
  };
  const release = () => {
    grabOffset.current = undefined;
  };

  return (
    <svg
      className="ads-vis-map"
      aria-hidden="true"
      width={layout.width * scale}
      height={layout.height * scale}
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      preserveAspectRatio="none"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
    >
      <MemoizedShapes layout={layout} active={active} />
      <rect
        className="ads-vis-map-seen"
        x={frame.x + edge}
        y={frame.y + edge}
        width={Math.max(edge, frame.width - 2 * edge)}
        height={Math.max(edge, frame.height - 2 * edge)}
      />
    </svg>
  );
}
