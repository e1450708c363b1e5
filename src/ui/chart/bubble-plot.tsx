import { type PointerEvent, useCallback, useMemo, useState } from 'react';
import { type Bubble, bubbleOption, diameter } from './bubble-option.ts';
import { Readout } from './readout.tsx';
import { type Place, useChart } from './use-chart.ts';

export interface BubblePlotProps {
  bubbles: readonly (Bubble & { colour: string })[];
  /** Labels of the axes and the size. */
  titles: { x: string; y: string; size: string };
  texts: { x: (value: number) => string; y: (value: number) => string };
  shortTexts: { x: (value: number) => string; y: (value: number) => string };
  onBubble: ((key: string) => void) | undefined;
}

/** Distance from the edge of a bubble at which the pointer still hits it, in pixels. */
const HIT_DISTANCE = 6;

/** Bubbles by two metrics, sized by a third. The table beside it holds the same values. */
export function BubblePlot({ bubbles, titles, texts, shortTexts, onBubble }: BubblePlotProps) {
  const [read, setRead] = useState<string>();
  const option = useMemo(() => bubbleOption({ bubbles, xText: shortTexts.x, yText: shortTexts.y }), [bubbles, shortTexts]);
  const readPlaces = useCallback((toPlace: (x: number, y: number) => Place) => bubbles.map(({ x, y }) => toPlace(x, y)), [bubbles]);
  const [box, places] = useChart(option, readPlaces);
  const largest = Math.max(0, ...bubbles.map(({ size }) => size));

  const under = (event: PointerEvent<HTMLElement>): string | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - left, event.clientY - top];
    let found: string | undefined;
    let nearestDistance = Number.POSITIVE_INFINITY;
    for (const [index, bubble] of bubbles.entries()) {
      const place = places?.[index];
      if (!place) continue;
      const distance = Math.hypot(place[0] - x, place[1] - y);
      if (distance > diameter(bubble.size, largest) / 2 + HIT_DISTANCE || distance >= nearestDistance) continue;
      nearestDistance = distance;
      found = bubble.key;
    }
    return found;
  };
  const at = bubbles.findIndex(({ key }) => key === read);
  const bubble = bubbles[at];
  const place = places?.[at];
  return (
    <div
      className={bubble && onBubble ? 'ads-plot ads-plot-leads' : 'ads-plot'}
      onPointerMove={(event) => setRead(under(event))}
      onPointerLeave={() => setRead(undefined)}
      onPointerUp={() => bubble && onBubble?.(bubble.key)}
    >
      <span className="ads-plot-axis-y">{titles.y}</span>
      <div ref={box} className="ads-plot-drawing" aria-hidden="true" />
      <span className="ads-plot-axis-x">{titles.x}</span>
      {bubble && place && (
        <Readout
          title={bubble.label}
          lines={[
            { key: 'group', label: bubble.group, text: '', colour: bubble.colour },
            { key: 'x', label: titles.x, text: texts.x(bubble.x) },
            { key: 'y', label: titles.y, text: texts.y(bubble.y) },
          ]}
          left={place[0]}
        />
      )}
    </div>
  );
}
