import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { TOGGLE_SIZE } from '../layout/state-frame.ts';
import type { Box, Chart, Layout } from '../model/chart.ts';
import { type DrawingOptions, drawingOf } from './drawing-of.ts';
import { FONTS } from './looks.ts';
import { type Stop, stopOf, stopsOf, toggleOf } from './reading-order.ts';
import { Shapes } from './shape-view.tsx';
import type { Group } from './shapes.ts';
import './chart-drawing.css';

export interface ChartDrawingProps extends DrawingOptions {
  chart: Chart;
  layout: Layout;
  /** Name of the whole drawing; without it, the machine's id. */
  label?: string | undefined;
  /** By the id of a state or a transition. */
  onChoose?: ((id: string) => void) | undefined;
  /** A state is to be closed, or opened again; without it none can be. */
  onToggle?: ((state: string) => void) | undefined;
  /** Name of the button that does that. */
  toggleName?: ((state: string, isClosed: boolean) => string) | undefined;
}

const plainToggleName = (state: string, isClosed: boolean) => `${isClosed ? '+' : '−'} ${state}`;

const FOCUS_GAP = 3;

const FocusRing = ({ box }: { box: Box }) => (
  <rect
    className="ads-chart-focus"
    x={box.x - FOCUS_GAP}
    y={box.y - FOCUS_GAP}
    width={box.width + 2 * FOCUS_GAP}
    height={box.height + 2 * FOCUS_GAP}
    rx={8}
  />
);

/**
 * A chart in its layout. Its states and transitions are one stop for the tabulator; arrow keys, Home and End go from one to the next,
 * Enter and the space bar choose.
 */
export function ChartDrawing({
  chart,
  layout,
  label,
  onChoose,
  onToggle,
  toggleName = plainToggleName,
  active,
  taken,
  reached,
  found,
  chosen,
  names,
}: ChartDrawingProps) {
  const drawing = useMemo(
    () => drawingOf(chart, layout, { active, taken, reached, found, chosen, names }),
    [chart, layout, active, taken, reached, found, chosen, names],
  );
  const stops = useMemo(() => stopsOf(drawing, onToggle !== undefined), [drawing, onToggle]);
  const [stoodAt, standAt] = useState<string>();
  const elements = useRef(new Map<string, SVGGElement>());
  const current = stops.find(({ key }) => key === stoodAt) ?? stops.find(({ id }) => id === chosen) ?? stops[0];

  const keep = (key: string) => (element: SVGGElement | null) => {
    if (element) elements.current.set(key, element);
    else elements.current.delete(key);
  };

  const act = ({ id, isToggle }: Stop) => {
    if (isToggle) onToggle?.(id);
    else onChoose?.(id);
  };

  const move = (event: KeyboardEvent, stop: Stop) => {
    const at = stops.findIndex(({ key }) => key === stop.key);
    const to: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: stops.length - 1,
    };
    const next = stops[to[event.key] ?? -1];
    const isAction = event.key === 'Enter' || event.key === ' ';
    if (event.altKey || event.ctrlKey || event.metaKey || (!isAction && !(event.key in to))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isAction) act(stop);
    else if (next) elements.current.get(next.key)?.focus();
  };

  const partOf = (stop: Stop) => ({
    ref: keep(stop.key),
    role: onChoose || stop.isToggle ? 'button' : 'img',
    tabIndex: stop.key === current?.key ? 0 : -1,
    onFocus: () => standAt(stop.key),
    onKeyDown: (event: KeyboardEvent) => move(event, stop),
    onClick: (event: MouseEvent) => {
      event.stopPropagation();
      act(stop);
    },
  });

  const part = (group: Group) => {
    const { id, of, name, description, status, box, shapes, isClosed } = group;
    const kind = of === 'state' ? 'ads-chart-state' : 'ads-chart-label';
    const toggle: Box = { x: box.x + box.width - TOGGLE_SIZE - 5, y: box.y + 7, width: TOGGLE_SIZE, height: TOGGLE_SIZE };
    return [
      <g
        key={id}
        {...partOf(stopOf(group))}
        className={['ads-chart-part', kind, ...status.map((one) => `ads-is-${one}`)].join(' ')}
        aria-label={name}
        aria-description={description}
        aria-pressed={onChoose && id === chosen}
      >
        {description !== undefined && <title>{description}</title>}
        <Shapes shapes={shapes} />
        <FocusRing box={box} />
      </g>,
      isClosed !== undefined && onToggle && (
        <g
          key={`toggle ${id}`}
          {...partOf(toggleOf(group))}
          className="ads-chart-toggle"
          aria-label={toggleName(id, isClosed)}
          aria-expanded={!isClosed}
        >
          <rect {...toggle} fill="transparent" />
          <path
            className="ads-chart-sign"
            d={isClosed ? 'M5 10H15M10 5V15' : 'M5 10H15'}
            transform={`translate(${toggle.x} ${toggle.y})`}
            stroke="var(--chart-quiet)"
            strokeWidth={1.5}
          />
          <FocusRing box={{ x: toggle.x + 4, y: toggle.y + 4, width: 12, height: 12 }} />
        </g>
      ),
    ];
  };

  const { width, height } = drawing;
  return (
    <svg
      className={onChoose ? 'ads-chart ads-chart-can-choose' : 'ads-chart'}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={label ?? drawing.name}
      aria-description={drawing.description}
      fontFamily={FONTS}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing.states.flatMap(part)}
      <g aria-hidden>
        {drawing.lines.map(({ transition, shapes }, index) => (
          <g key={transition ?? index} className="ads-chart-line">
            <Shapes shapes={shapes} />
          </g>
        ))}
      </g>
      {drawing.transitions.flatMap(part)}
    </svg>
  );
}
