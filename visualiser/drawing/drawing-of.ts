import { type ChartTexts, textsOf } from '../layout/chart-texts.ts';
import { folded } from '../layout/folded.ts';
import { DOT_SIZE, LABEL_PADDING, RING, stateFrame } from '../layout/state-frame.ts';
import type { TextBlock } from '../layout/text-flow.ts';
import { textWidth } from '../layout/text-width.ts';
import type { Box, Chart, ChartState, ChartTransition, Layout, Point } from '../model/chart.ts';
import { arrowPath, linePath } from './line-path.ts';
import { type Colour, type Look, textLook } from './looks.ts';
import { type DrawingNames, plainNames, textOf } from './names.ts';
import type { Drawing, Group, Shape } from './shapes.ts';
import { textShapes } from './text-shapes.ts';

/** What is shown beside the chart itself. All sets hold ids of states or transitions. */
export interface DrawingOptions {
  /** States that somebody is in. */
  active?: ReadonlySet<string> | undefined;
  /** Transitions that were just taken. */
  taken?: ReadonlySet<string> | undefined;
  /** What was reached at all: everything else steps back, and is marked. */
  reached?: ReadonlySet<string> | undefined;
  /** What was looked for. */
  found?: ReadonlySet<string> | undefined;
  /** What the reader has chosen. */
  chosen?: string | undefined;
  names?: DrawingNames | undefined;
}

const RADIUS = 6;
const FADED = 0.45;
const DOTS = '1 4';
/** Between a thing and the ring that says that it is chosen, found or in focus. */
const RING_GAP = 3;

/** Of an id, what its shapes depend on. */
interface Standing {
  isActive: boolean;
  isTaken: boolean;
  isFound: boolean;
  isChosen: boolean;
  isFaded: boolean;
}

const NOTHING_SPECIAL: Standing = { isActive: false, isTaken: false, isFound: false, isChosen: false, isFaded: false };

const status = ({ isActive, isTaken, isFound, isChosen, isFaded }: Standing): string[] => [
  ...(isActive ? ['active'] : []),
  ...(isTaken ? ['taken'] : []),
  ...(isFound ? ['found'] : []),
  ...(isChosen ? ['chosen'] : []),
  ...(isFaded ? ['unreached'] : []),
];

const rect = ({ x, y, width, height }: Box, radius: number, look: Look): Shape => ({ kind: 'rect', x, y, width, height, radius, look });

const grown = ({ x, y, width, height }: Box, by: number): Box => ({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });

const MARK = 5;

/** Pale, and of dots where it was of lines: told from the rest also without colours. */
const faded = (shapes: readonly Shape[]): Shape[] =>
  shapes.map((shape) => ({ ...shape, look: { ...shape.look, opacity: FADED, ...(shape.look.stroke && { dashes: DOTS }) } }));

/** The sign of what was not reached, at the edge of its box: a circle crossed out. */
function unreachedMark({ x, y }: Point): Shape[] {
  const aside = MARK * Math.SQRT1_2;
  return [
    { kind: 'circle', x, y, radius: MARK, look: { fill: 'back', stroke: 'bad', thickness: 1.5 } },
    { kind: 'path', d: `M${x - aside} ${y + aside}L${x + aside} ${y - aside}`, look: { stroke: 'bad', thickness: 1.5 } },
  ];
}

/** Round the outside, where something is to be seen from afar. */
function ringOf(box: Box, { isFound, isChosen }: Standing): Shape[] {
  const stroke: Colour | undefined = isChosen ? 'accent' : isFound ? 'found' : undefined;
  return stroke ? [rect(grown(box, RING_GAP), RADIUS + RING_GAP, { stroke, thickness: 2 })] : [];
}

function arrow(points: readonly Point[], { isTaken }: Standing): Shape[] {
  const colour: Colour = isTaken ? 'accent' : 'line';
  return [
    { kind: 'path', d: linePath(points), look: { stroke: colour, thickness: isTaken ? 2.2 : 1.3 } },
    { kind: 'path', d: arrowPath(points), look: { fill: colour } },
  ];
}

/** Without a ground of its own unless something happened: the card below it is shared by all labels of a line. */
const label = (box: Box, text: TextBlock, { isTaken }: Standing): Shape[] => [
  ...(isTaken ? [rect(box, 4, { fill: 'accentBack', stroke: 'accent', thickness: 1.2 })] : []),
  ...textShapes(text, box.x + LABEL_PADDING.x, box.y + LABEL_PADDING.y),
];

const CARD: Look = { fill: 'back', stroke: 'border', thickness: 0.8 };

/** What labels of one line stand on. They lie directly below each other. */
function cardOf(boxes: readonly Box[]): Shape[] {
  const [first, last] = [boxes[0], boxes.at(-1)];
  return first && last ? [rect({ ...first, height: last.y + last.height - first.y }, 4, CARD)] : [];
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

/** A thin line from side to side. */
const across = ({ x, y, width }: Box, at: number, inset: number): Shape => ({
  kind: 'path',
  d: `M${x + inset} ${y + at}H${x + width - inset}`,
  look: { stroke: 'border', thickness: 0.8 },
});

function stateBody(state: ChartState, box: Box, texts: ChartTexts, isRegion: boolean, { isActive }: Standing): Shape[] {
  const { kind } = state;
  const border: Look = isActive ? { stroke: 'accent', thickness: 2 } : { stroke: 'border', thickness: 1.2 };
  if (kind === 'history') {
    const { x, y, width, height } = box;
    const text = state.history === 'deep' ? 'H*' : 'H';
    const look = textLook('event');
    const long = textWidth(text, look.size ?? 0, true);
    return [
      {
        kind: 'circle',
        x: x + width / 2,
        y: y + height / 2,
        radius: width / 2,
        look: { fill: isActive ? 'accentBack' : 'state', ...border },
      },
      { kind: 'text', x: x + (width - long) / 2, y: y + height / 2 + 4.3, width: long, text, look },
    ];
  }
  const holdsOthers = state.children.length > 0;
  const { title, divider, details, height } = stateFrame(state, texts.state(state));
  // A name that stands alone stands in the middle.
  const isAlone = divider === undefined && kind !== 'compound' && kind !== 'parallel';
  const titleX = isAlone ? (box.width - title.text.width) / 2 : title.x;
  const titleY = isAlone ? (box.height - title.text.height) / 2 : title.y;
  return [
    rect(box, RADIUS, {
      fill: holdsOthers ? 'group' : isActive ? 'accentBack' : 'state',
      ...border,
      ...(isRegion && { dashes: '6 4' }),
    }),
    ...(kind === 'final' ? [rect(grown(box, -RING), RADIUS - 2, border)] : []),
    ...textShapes(title.text, box.x + titleX, box.y + titleY),
    ...(divider === undefined ? [] : [across(box, divider, kind === 'final' ? RING : 0)]),
    ...(holdsOthers ? [across(box, height, 0)] : []),
    ...textShapes(details.text, box.x + details.x, box.y + details.y),
  ];
}

/** A chart in its layout as shapes: states from the outside to the inside, then the arrows. */
export function drawingOf(chart: Chart, layout: Layout, options: DrawingOptions = {}): Drawing {
  const { names = plainNames } = options;
  const { chart: shown, closed } = folded(chart, new Set(layout.collapsed));
  const texts = textsOf(chart, closed);

  const standing = (id: string): Standing => ({
    isActive: options.active?.has(id) ?? false,
    isTaken: options.taken?.has(id) ?? false,
    isFound: options.found?.has(id) ?? false,
    isChosen: options.chosen === id,
    isFaded: options.reached !== undefined && !options.reached.has(id),
  });

  const named = (name: string, { isFaded }: Standing): string => (isFaded ? (names.unreached?.(name) ?? name) : name);

  const transitionGroup = (transition: ChartTransition, text: TextBlock, box: Box, draw: (how: Standing) => Shape[]): Group => {
    const how = standing(transition.id);
    return {
      id: transition.id,
      of: 'transition',
      source: transition.source,
      name: named(names.transition(transition, textOf(text)), how),
      ...described(transition.description),
      status: status(how),
      box,
      shapes: how.isFaded ? [...faded(draw(how)), ...unreachedMark({ x: box.x - 3, y: box.y + box.height / 2 })] : draw(how),
    };
  };

  const innerGroups = (state: ChartState, box: Box): Group[] => {
    if (state.kind === 'history') return [];
    return stateFrame(state, texts.state(state)).inner.map(({ x, y, text, transition }) => {
      const room = { x: box.x + x - LABEL_PADDING.x, y: box.y + y, width: text.width + 2 * LABEL_PADDING.x, height: text.height };
      return transitionGroup(transition, text, room, (how) => [
        ...(how.isTaken ? [rect(room, 4, { fill: 'accentBack' })] : []),
        ...textShapes(text, box.x + x, box.y + y),
        ...ringOf(grown(room, 1 - RING_GAP), how),
      ]);
    });
  };

  const stateGroups = (state: ChartState, isRegion: boolean): Group[] => {
    const box = layout.states[state.id];
    if (!box) return [];
    const how = standing(state.id);
    const { title, details } = texts.state(state);
    const body = [...stateBody(state, box, texts, isRegion, how), ...ringOf(box, how)];
    return [
      {
        id: state.id,
        of: 'state',
        name: named(names.state(state, [title, details].map(textOf).join(' ').trim()), how),
        ...described(state.description),
        status: status(how),
        box,
        ...((state.kind === 'compound' || state.kind === 'parallel') && { isClosed: closed.has(state.id) }),
        shapes: how.isFaded ? [...faded(body), ...unreachedMark(box)] : body,
      },
      ...innerGroups(state, box),
      ...state.children.flatMap((child) => stateGroups(child, state.kind === 'parallel')),
    ];
  };

  const startLines = (state: ChartState): Drawing['lines'] => {
    const start = layout.starts[state.id];
    const [dot] = start?.points ?? [];
    const text = texts.start(state);
    const shapes: Shape[] =
      start && dot
        ? [
            ...arrow(start.points, NOTHING_SPECIAL),
            ...(state.kind === 'history'
              ? []
              : [{ kind: 'circle' as const, ...dot, radius: DOT_SIZE / 2, look: { fill: 'line' as const } }]),
            ...(start.label && text ? [...cardOf([start.label]), ...label(start.label, text, NOTHING_SPECIAL)] : []),
          ]
        : [];
    const isFaded = options.reached !== undefined && !options.reached.has(state.id);
    return [...(shapes.length > 0 ? [{ shapes: isFaded ? faded(shapes) : shapes }] : []), ...state.children.flatMap(startLines)];
  };

  const withLines = shown.transitions.flatMap((transition) => {
    const line = layout.lines[transition.id];
    return line ? [{ transition, line, how: standing(transition.id) }] : [];
  });
  const shared = new Map<string, typeof withLines>();
  for (const one of withLines) {
    const ends = JSON.stringify([one.transition.source, ...one.transition.targets]);
    shared.set(ends, [...(shared.get(ends) ?? []), one]);
  }
  const lines = [...shared.values()].flatMap((all) => {
    // A line shows the most that is to be told of its transitions.
    const how = { ...NOTHING_SPECIAL, isTaken: all.some((one) => one.how.isTaken), isFaded: all.every((one) => one.how.isFaded) };
    return all.slice(0, 1).map(({ transition, line }) => {
      const arrows = [line.points, ...(line.more ?? [])].flatMap((points) => arrow(points, how));
      return {
        transition: transition.id,
        shapes: [...(how.isFaded ? faded(arrows) : arrows), ...cardOf(all.map((one) => one.line.label))],
        rank: how.isTaken ? 1 : 0,
      };
    });
  });

  return {
    width: layout.width,
    height: layout.height,
    name: chart.id,
    ...described(chart.description),
    states: stateGroups(shown.root, false),
    lines: [
      ...startLines(shown.root),
      // Where lines meet, what was taken lies on top.
      ...lines.toSorted((one, other) => one.rank - other.rank).map(({ transition, shapes }) => ({ transition, shapes })),
    ],
    transitions: withLines.map(({ transition, line }) => {
      const text = texts.transition(transition);
      return transitionGroup(transition, text, line.label, (how) => [...label(line.label, text, how), ...ringOf(line.label, how)]);
    }),
  };
}
