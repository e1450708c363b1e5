import { memo, type PointerEvent, useRef } from 'react';
import type { Layout, Point } from '../model/chart.ts';
import { isAllSeen, type Size, seenOf, shownOf, type View } from './view.ts';
import './minimap.css';

/** As large as it may become, in CSS pixels. */
const MOST = { width: 168, height: 128 };

const pathOf = (points: readonly Point[]) => points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');

interface ShapesProps {
  layout: Layout;
  active: ReadonlySet<string> | undefined;
}

/** States and arrows, without a word. Drawn anew only when they change. */
const StillShapes = memo(({ layout: { states, lines }, active }: ShapesProps) => (
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
      <path key={id} className="ads-vis-map-line" d={[points, ...more].map(pathOf).join('')} />
    ))}
  </>
));

interface MinimapProps extends ShapesProps {
  view: View;
  room: Size;
  /** This point of the drawing is to be seen in the middle. */
  onLook: (at: Point) => void;
}

/**
 * The whole drawing, small, with what is seen of it; nothing while all of it is. For pointers: keys move the drawing itself, and whoever
 * does not see it has its states as a list.
 */
export function Minimap({ layout, active, view, room, onLook }: MinimapProps) {
  /** From where the pointer holds the frame to the middle of it. */
  const grip = useRef<Point | undefined>(undefined);
  if (isAllSeen(view, layout, room)) return null;
  const scale = Math.min(MOST.width / layout.width, MOST.height / layout.height);
  const seen = seenOf(view, room);
  const shown = shownOf(view, layout, room);
  // Its line runs within, where nothing cuts it off.
  const edge = 0.75 / scale;

  const placeIn = ({ clientX, clientY, currentTarget }: PointerEvent): Point => {
    const corner = currentTarget.getBoundingClientRect();
    return { x: (clientX - corner.x) / scale, y: (clientY - corner.y) / scale };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = placeIn(event);
    const isHeld = x >= seen.x && x <= seen.x + seen.width && y >= seen.y && y <= seen.y + seen.height;
    grip.current = isHeld ? { x: seen.x + seen.width / 2 - x, y: seen.y + seen.height / 2 - y } : { x: 0, y: 0 };
    if (!isHeld) onLook({ x, y });
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!grip.current) return;
    const { x, y } = placeIn(event);
    onLook({ x: x + grip.current.x, y: y + grip.current.y });
  };
  const letGo = () => {
    grip.current = undefined;
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
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
    >
      <StillShapes layout={layout} active={active} />
      <rect
        className="ads-vis-map-seen"
        x={shown.x + edge}
        y={shown.y + edge}
        width={Math.max(edge, shown.width - 2 * edge)}
        height={Math.max(edge, shown.height - 2 * edge)}
      />
    </svg>
  );
}
