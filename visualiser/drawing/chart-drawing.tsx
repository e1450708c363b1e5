import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { TOGGLE_SIZE } from '../layout/state-frame.ts';
import type { Box, Chart, Layout } from '../model/chart.ts';
import { buildDrawing, type DrawingOptions } from './build-drawing.ts';
import { FONT_FAMILY } from './looks.ts';
import { type FocusStop, listStops, toStop, toToggleStop } from './reading-order.ts';
import { Shapes } from './shape-view.tsx';
import type { Group } from './shapes.ts';
import './chart-drawing.css';

export interface ChartDrawingProps extends DrawingOptions {
  chart: Chart;
  layout: Layout;
  /** Accessible name of the drawing; the machine's id by default. */
  label?: string | undefined;
  /** Called with the id of a state or a transition. */
  onChoose?: ((id: string) => void) | undefined;
  /** Called to collapse or expand a state; without it, there are no buttons for that. */
  onToggle?: ((state: string) => void) | undefined;
  /** Accessible name of that button. */
  getToggleName?: ((state: string, isClosed: boolean) => string) | undefined;
}

const defaultToggleName = (state: string, isClosed: boolean) => `${isClosed ? '+' : '−'} ${state}`;

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
 * Shows a chart with its layout. States and transitions share one tab stop; arrow keys, Home and End move between them, Enter and Space
 * choose.
 */
export function ChartDrawing({
  chart,
  layout,
  label,
  onChoose,
  onToggle,
  getToggleName = defaultToggleName,
  active,
  taken,
  reached,
  found,
  chosen,
  names,
}: ChartDrawingProps) {
  const drawing = useMemo(
    () => buildDrawing(chart, layout, { active, taken, reached, found, chosen, names }),
    [chart, layout, active, taken, reached, found, chosen, names],
  );
  const stops = useMemo(() => listStops(drawing, onToggle !== undefined), [drawing, onToggle]);
  const [focusedKey, setFocusedKey] = useState<string>();
  const elements = useRef(new Map<string, SVGGElement>());
  const current = stops.find(({ key }) => key === focusedKey) ?? stops.find(({ id }) => id === chosen) ?? stops[0];

  const registerElement = (key: string) => (element: SVGGElement | null) => {
    if (element) elements.current.set(key, element);
    else elements.current.delete(key);
  };

  const activate = ({ id, isToggle }: FocusStop) => {
    if (isToggle) onToggle?.(id);
    else onChoose?.(id);
  };

  const handleKey = (event: KeyboardEvent, stop: FocusStop) => {
    const index = stops.findIndex(({ key }) => key === stop.key);
    const targets: Record<string, number> = {
      ArrowRight: index + 1,
      ArrowDown: index + 1,
      ArrowLeft: index - 1,
      ArrowUp: index - 1,
      Home: 0,
      End: stops.length - 1,
    };
    const next = stops[targets[event.key] ?? -1];
    const isAction = event.key === 'Enter' || event.key === ' ';
    if (event.altKey || event.ctrlKey || event.metaKey || (!isAction && !(event.key in targets))) return;
    event.preventDefault();
    event.stopPropagation();
    if (isAction) activate(stop);
    else if (next) elements.current.get(next.key)?.focus();
  };

  const getStopProps = (stop: FocusStop) => ({
    ref: registerElement(stop.key),
    role: onChoose || stop.isToggle ? 'button' : 'img',
    tabIndex: stop.key === current?.key ? 0 : -1,
    onFocus: () => setFocusedKey(stop.key),
    onKeyDown: (event: KeyboardEvent) => handleKey(event, stop),
    onClick: (event: MouseEvent) => {
      event.stopPropagation();
      activate(stop);
    },
  });

  const renderGroup = (group: Group) => {
    const { id, of, name, description, status, box, shapes, isClosed } = group;
    const kind = of === 'state' ? 'ads-chart-state' : 'ads-chart-label';
    const toggle: Box = { x: box.x + box.width - TOGGLE_SIZE - 5, y: box.y + 7, width: TOGGLE_SIZE, height: TOGGLE_SIZE };
    return [
      <g
        key={id}
        {...getStopProps(toStop(group))}
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
          {...getStopProps(toToggleStop(group))}
          className="ads-chart-toggle"
          aria-label={getToggleName(id, isClosed)}
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
      fontFamily={FONT_FAMILY}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing.states.flatMap(renderGroup)}
      <g aria-hidden>
        {drawing.lines.map(({ transition, shapes }, index) => (
          <g key={transition ?? index} className="ads-chart-line">
            <Shapes shapes={shapes} />
          </g>
        ))}
      </g>
      {drawing.transitions.flatMap(renderGroup)}
    </svg>
  );
}
