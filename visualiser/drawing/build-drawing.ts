import { type ChartTexts, createChartTexts } from '../layout/chart-texts.ts';
import { collapseStates } from '../layout/collapse-states.ts';
import { computeStateFrame, DOT_SIZE, FINAL_RING_GAP, LABEL_PADDING } from '../layout/state-frame.ts';
import type { TextBlock } from '../layout/text-flow.ts';
import { measureText } from '../layout/text-width.ts';
import type { Box, Chart, ChartState, ChartTransition, Layout, Point } from '../model/chart.ts';
import { toArrowPath, toLinePath } from './line-path.ts';
import { type Colour, getTextLook, type Look } from './looks.ts';
import { type DrawingNames, defaultNames, toText } from './names.ts';
import type { Drawing, Group, Shape } from './shapes.ts';
import { toTextShapes } from './text-shapes.ts';

/** Highlights of a drawing. All sets hold ids of states or transitions. */
export interface DrawingOptions {
  /** Active states. */
  active?: ReadonlySet<string> | undefined;
  /** Transitions that were just taken. */
  taken?: ReadonlySet<string> | undefined;
  /** Everything that was reached; all other parts are faded and marked. */
  reached?: ReadonlySet<string> | undefined;
  /** Search results. */
  found?: ReadonlySet<string> | undefined;
  /** The state or transition that the user selected. */
  chosen?: string | undefined;
  names?: DrawingNames | undefined;
}

const RADIUS = 6;
const FADED_OPACITY = 0.45;
const DOTTED = '1 4';
/** Gap between a part and the ring that marks it as chosen, found or focused. */
const RING_GAP = 3;

/** What the shapes of a part depend on. */
interface PartStatus {
  isActive: boolean;
  isTaken: boolean;
  isFound: boolean;
  isChosen: boolean;
  isFaded: boolean;
}

const DEFAULT_STATUS: PartStatus = { isActive: false, isTaken: false, isFound: false, isChosen: false, isFaded: false };

const toStatusNames = ({ isActive, isTaken, isFound, isChosen, isFaded }: PartStatus): string[] => [
  ...(isActive ? ['active'] : []),
  ...(isTaken ? ['taken'] : []),
  ...(isFound ? ['found'] : []),
  ...(isChosen ? ['chosen'] : []),
  ...(isFaded ? ['unreached'] : []),
];

const toRect = ({ x, y, width, height }: Box, radius: number, look: Look): Shape => ({ kind: 'rect', x, y, width, height, radius, look });

const grow = ({ x, y, width, height }: Box, by: number): Box => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

const UNREACHED_MARK_RADIUS = 5;

/** Pale and dotted, so that it is distinguishable without colours. */
const fade = (shapes: readonly Shape[]): Shape[] =>
  shapes.map((shape) => ({ ...shape, look: { ...shape.look, opacity: FADED_OPACITY, ...(shape.look.stroke && { dashes: DOTTED }) } }));

/** A crossed-out circle at the corner of a part that was not reached. */
function drawUnreachedMark({ x, y }: Point): Shape[] {
  const aside = UNREACHED_MARK_RADIUS * Math.SQRT1_2;
  return [
    { kind: 'circle', x, y, radius: UNREACHED_MARK_RADIUS, look: { fill: 'back', stroke: 'bad', thickness: 1.5 } },
    { kind: 'path', d: `M${x - aside} ${y + aside}L${x + aside} ${y - aside}`, look: { stroke: 'bad', thickness: 1.5 } },
  ];
}

/** A ring that makes chosen and found parts visible from afar. */
function drawRing(box: Box, { isFound, isChosen }: PartStatus): Shape[] {
  const stroke: Colour | undefined = isChosen ? 'accent' : isFound ? 'found' : undefined;
  return stroke ? [toRect(grow(box, RING_GAP), RADIUS + RING_GAP, { stroke, thickness: 2 })] : [];
}

function drawArrow(points: readonly Point[], { isTaken }: PartStatus): Shape[] {
  const colour: Colour = isTaken ? 'accent' : 'line';
  return [
    { kind: 'path', d: toLinePath(points), look: { stroke: colour, thickness: isTaken ? 2.2 : 1.3 } },
    { kind: 'path', d: toArrowPath(points), look: { fill: colour } },
  ];
}

/** The label has no background unless its transition was taken, because all labels of a line share one card. */
const drawLabel = (box: Box, text: TextBlock, { isTaken }: PartStatus): Shape[] => [
  ...(isTaken ? [toRect(box, 4, { fill: 'accentBack', stroke: 'accent', thickness: 1.2 })] : []),
  ...toTextShapes(text, box.x + LABEL_PADDING.x, box.y + LABEL_PADDING.y),
];

const CARD_LOOK: Look = { fill: 'back', stroke: 'border', thickness: 0.8 };

/** The background shared by the stacked labels of one line. */
function drawCard(boxes: readonly Box[]): Shape[] {
  const [first, last] = [boxes[0], boxes.at(-1)];
  return first && last ? [toRect({ ...first, height: last.y + last.height - first.y }, 4, CARD_LOOK)] : [];
}

const pickDescription = (description: string | undefined) => (description === undefined ? {} : { description });

/** A thin horizontal line. */
const drawDivider = ({ x, y, width }: Box, at: number, inset: number): Shape => ({
  kind: 'path',
  d: `M${x + inset} ${y + at}H${x + width - inset}`,
  look: { stroke: 'border', thickness: 0.8 },
});

function drawStateBody(state: ChartState, box: Box, texts: ChartTexts, isRegion: boolean, { isActive }: PartStatus): Shape[] {
  const { kind } = state;
  const border: Look = isActive ? { stroke: 'accent', thickness: 2 } : { stroke: 'border', thickness: 1.2 };
  if (kind === 'history') {
    const { x, y, width, height } = box;
    const text = state.history === 'deep' ? 'H*' : 'H';
    const look = getTextLook('event');
    const textWidth = measureText(text, look.size ?? 0, true);
    return [
      {
        kind: 'circle',
        x: x + width / 2,
        y: y + height / 2,
        radius: width / 2,
        look: { fill: isActive ? 'accentBack' : 'state', ...border },
      },
      { kind: 'text', x: x + (width - textWidth) / 2, y: y + height / 2 + 4.3, width: textWidth, text, look },
    ];
  }
  const hasChildren = state.children.length > 0;
  const { title, divider, details, height } = computeStateFrame(state, texts.state(state));
  // A title without other texts is centred.
  const isTitleOnly = divider === undefined && kind !== 'compound' && kind !== 'parallel';
  const titleX = isTitleOnly ? (box.width - title.text.width) / 2 : title.x;
  const titleY = isTitleOnly ? (box.height - title.text.height) / 2 : title.y;
  return [
    toRect(box, RADIUS, {
      fill: hasChildren ? 'group' : isActive ? 'accentBack' : 'state',
      ...border,
      ...(isRegion && { dashes: '6 4' }),
    }),
    ...(kind === 'final' ? [toRect(grow(box, -FINAL_RING_GAP), RADIUS - 2, border)] : []),
    ...toTextShapes(title.text, box.x + titleX, box.y + titleY),
    ...(divider === undefined ? [] : [drawDivider(box, divider, kind === 'final' ? FINAL_RING_GAP : 0)]),
    ...(hasChildren ? [drawDivider(box, height, 0)] : []),
    ...toTextShapes(details.text, box.x + details.x, box.y + details.y),
  ];
}

/** Converts a chart and its layout to shapes: states first, outer ones before inner ones, then arrows and labels. */
export function buildDrawing(chart: Chart, layout: Layout, options: DrawingOptions = {}): Drawing {
  const { names = defaultNames } = options;
  const { chart: visibleChart, closed } = collapseStates(chart, new Set(layout.collapsed));
  const texts = createChartTexts(chart, closed);

  const getStatus = (id: string): PartStatus => ({
    isActive: options.active?.has(id) ?? false,
    isTaken: options.taken?.has(id) ?? false,
    isFound: options.found?.has(id) ?? false,
    isChosen: options.chosen === id,
    isFaded: options.reached !== undefined && !options.reached.has(id),
  });

  const toName = (name: string, { isFaded }: PartStatus): string => (isFaded ? (names.unreached?.(name) ?? name) : name);

  const toTransitionGroup = (transition: ChartTransition, text: TextBlock, box: Box, draw: (status: PartStatus) => Shape[]): Group => {
    const status = getStatus(transition.id);
    return {
      id: transition.id,
      of: 'transition',
      source: transition.source,
      name: toName(names.transition(transition, toText(text)), status),
      ...pickDescription(transition.description),
      status: toStatusNames(status),
      box,
      shapes: status.isFaded ? [...fade(draw(status)), ...drawUnreachedMark({ x: box.x - 3, y: box.y + box.height / 2 })] : draw(status),
    };
  };

  const toInnerGroups = (state: ChartState, box: Box): Group[] => {
    if (state.kind === 'history') return [];
    return computeStateFrame(state, texts.state(state)).inner.map(({ x, y, text, transition }) => {
      const room = { x: box.x + x - LABEL_PADDING.x, y: box.y + y, width: text.width + 2 * LABEL_PADDING.x, height: text.height };
      return toTransitionGroup(transition, text, room, (status) => [
        ...(status.isTaken ? [toRect(room, 4, { fill: 'accentBack' })] : []),
        ...toTextShapes(text, box.x + x, box.y + y),
        ...drawRing(grow(room, 1 - RING_GAP), status),
      ]);
    });
  };

  const toStateGroups = (state: ChartState, isRegion: boolean): Group[] => {
    const box = layout.states[state.id];
    if (!box) return [];
    const status = getStatus(state.id);
    const { title, details } = texts.state(state);
    const body = [...drawStateBody(state, box, texts, isRegion, status), ...drawRing(box, status)];
    return [
      {
        id: state.id,
        of: 'state',
        name: toName(names.state(state, [title, details].map(toText).join(' ').trim()), status),
        ...pickDescription(state.description),
        status: toStatusNames(status),
        box,
        ...((state.kind === 'compound' || state.kind === 'parallel') && { isClosed: closed.has(state.id) }),
        shapes: status.isFaded ? [...fade(body), ...drawUnreachedMark(box)] : body,
      },
      ...toInnerGroups(state, box),
      ...state.children.flatMap((child) => toStateGroups(child, state.kind === 'parallel')),
    ];
  };

  const toStartLines = (state: ChartState): Drawing['lines'] => {
    const start = layout.starts[state.id];
    const [dot] = start?.points ?? [];
    const text = texts.start(state);
    const shapes: Shape[] =
      start && dot
        ? [
            ...drawArrow(start.points, DEFAULT_STATUS),
            ...(state.kind === 'history'
              ? []
              : [{ kind: 'circle' as const, ...dot, radius: DOT_SIZE / 2, look: { fill: 'line' as const } }]),
            ...(start.label && text ? [...drawCard([start.label]), ...drawLabel(start.label, text, DEFAULT_STATUS)] : []),
          ]
        : [];
    const isFaded = options.reached !== undefined && !options.reached.has(state.id);
    return [...(shapes.length > 0 ? [{ shapes: isFaded ? fade(shapes) : shapes }] : []), ...state.children.flatMap(toStartLines)];
  };

  const drawnTransitions = visibleChart.transitions.flatMap((transition) => {
    const line = layout.lines[transition.id];
    return line ? [{ transition, line, status: getStatus(transition.id) }] : [];
  });
  const transitionsByEnds = new Map<string, typeof drawnTransitions>();
  for (const drawn of drawnTransitions) {
    const ends = JSON.stringify([drawn.transition.source, ...drawn.transition.targets]);
    transitionsByEnds.set(ends, [...(transitionsByEnds.get(ends) ?? []), drawn]);
  }
  const lines = [...transitionsByEnds.values()].flatMap((sharing) => {
    // A shared line is highlighted if any of its transitions is, and faded only if all are.
    const status = {
      ...DEFAULT_STATUS,
      isTaken: sharing.some((one) => one.status.isTaken),
      isFaded: sharing.every((one) => one.status.isFaded),
    };
    return sharing.slice(0, 1).map(({ transition, line }) => {
      const arrows = [line.points, ...(line.more ?? [])].flatMap((points) => drawArrow(points, status));
      return {
        transition: transition.id,
        shapes: [...(status.isFaded ? fade(arrows) : arrows), ...drawCard(sharing.map((one) => one.line.label))],
        rank: status.isTaken ? 1 : 0,
      };
    });
  });

  return {
    width: layout.width,
    height: layout.height,
    name: chart.id,
    ...pickDescription(chart.description),
    states: toStateGroups(visibleChart.root, false),
    lines: [
      ...toStartLines(visibleChart.root),
      // Lines of taken transitions are drawn on top.
      ...lines.toSorted((one, other) => one.rank - other.rank).map(({ transition, shapes }) => ({ transition, shapes })),
    ],
    transitions: drawnTransitions.map(({ transition, line }) => {
      const text = texts.transition(transition);
      return toTransitionGroup(transition, text, line.label, (status) => [
        ...drawLabel(line.label, text, status),
        ...drawRing(line.label, status),
      ]);
    }),
  };
}
