// Builds the graph that ELK lays out.
import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartState, ChartTransition } from '../model/chart.ts';
import type { ChartTexts } from './chart-texts.ts';
import { computeStateFrame, DOT_SIZE, HISTORY_SIZE, LABEL_PADDING, type StateFrame } from './state-frame.ts';
import type { TextBlock } from './text-flow.ts';

/** Main direction of the arrows. */
export type Direction = 'DOWN' | 'RIGHT';

/** Transitions from one state to the same targets; they share a line. */
export interface Bundle {
  id: string;
  source: string;
  targets: readonly string[];
  transitions: readonly { transition: ChartTransition; text: TextBlock }[];
}

export interface Head {
  height: number;
  textWidth: number;
}

export interface ChartGraph {
  graph: ElkNode;
  direction: Direction;
  bundles: readonly Bundle[];
  /** Heads of states with children: their height, and how far their text reaches from the left edge. */
  heads: ReadonlyMap<string, Head>;
}

const HELPER_ID = /^(?:dot|start|out|in|edge) /;

/** Ids of graph elements that are not states. A door is the point at a state's edge through which arrows to its own children pass. */
export const elementIds = {
  dot: (state: string) => `dot ${state}`,
  start: (state: string) => `start ${state}`,
  toStartState: (id: string) => (id.startsWith('start ') ? id.slice('start '.length) : undefined),
  doorOut: (state: string) => `out ${state}`,
  doorIn: (state: string) => `in ${state}`,
  edge: (bundle: string, target: number) => `edge ${bundle} ${target}`,
  isHelper: (id: string) => HELPER_ID.test(id),
};

const DOOR_SIZE_PER_ARROW = 16;
const HEAD_GAP = 14;
const INNER_PADDING = 16;

const GRAPH_OPTIONS: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
};

/** Repeated on every level, because ELK does not inherit these options. */
const LEVEL_OPTIONS: LayoutOptions = {
  'elk.layered.cycleBreaking.strategy': 'DEPTH_FIRST',
  'elk.layered.crossingMinimization.greedySwitchHierarchical.type': 'TWO_SIDED',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '10',
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.spacing.nodeSelfLoop': '14',
  'elk.spacing.componentComponent': '24',
};

const toLabel = ({ width, height }: { width: number; height: number }) => ({
  text: ' ',
  width: Math.ceil(width),
  height: Math.ceil(height),
  layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
});

const addPadding = ({ width, height }: TextBlock) => ({ width: width + 2 * LABEL_PADDING.x, height: height + 2 * LABEL_PADDING.y });

/** The size of the labels of a bundle, stacked. */
const measureBundle = ({ transitions }: Bundle) => {
  const sizes = transitions.map(({ text }) => addPadding(text));
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height, 0),
  };
};

function bundleTransitions({ transitions }: Chart, texts: ChartTexts): Bundle[] {
  const bundles = new Map<string, Bundle>();
  for (const transition of transitions) {
    const { source, targets } = transition;
    if (targets.length === 0) continue;
    const id = JSON.stringify([source, ...targets]);
    const known = bundles.get(id)?.transitions ?? [];
    bundles.set(id, { id, source, targets, transitions: [...known, { transition, text: texts.transition(transition) }] });
  }
  return [...bundles.values()];
}

/** Whether a state is a descendant of another one. */
export const isWithin = (id: string, outer: string) => id.startsWith(`${outer}.`);

/** Width of the text in the head of a state, including the padding before it. */
const measureHeadText = ({ title, details, inner }: StateFrame) =>
  title.x + Math.max(title.text.width, details.text.width, ...inner.map(({ text }) => text.width));

/** `shiftedStates`: states whose children start to the right of the head's text, because otherwise a line from outside would cross it. */
export function buildElkGraph(
  chart: Chart,
  texts: ChartTexts,
  direction: Direction,
  shiftedStates: ReadonlySet<string> = new Set(),
): ChartGraph {
  const bundles = bundleTransitions(chart, texts);
  const arrows = bundles.flatMap(({ source, targets }) => targets.map((target) => ({ source, target })));
  const isDown = direction === 'DOWN';
  const alignment = isDown ? 'TOP' : 'LEFT';
  const edges: ElkExtendedEdge[] = [];
  const heads = new Map<string, Head>();

  /** As wide as the arrows through the door need, and as thin as a line. */
  const createDoor = (id: string, arrowCount: number, side: 'FIRST' | 'LAST'): ElkNode => ({
    id,
    width: isDown ? arrowCount * DOOR_SIZE_PER_ARROW : 1,
    height: isDown ? 1 : arrowCount * DOOR_SIZE_PER_ARROW,
    layoutOptions: { 'elk.layered.layering.layerConstraint': side },
  });

  const toNode = (state: ChartState): ElkNode => {
    if (state.kind === 'history') return { id: state.id, width: HISTORY_SIZE, height: HISTORY_SIZE };
    const frame = computeStateFrame(state, texts.state(state));
    const { width, height } = frame;
    if (state.children.length === 0) return { id: state.id, width, height, layoutOptions: { 'elk.alignment': alignment } };
    heads.set(state.id, { height, textWidth: measureHeadText(frame) });
    const left = shiftedStates.has(state.id) ? Math.ceil(measureHeadText(frame)) : INNER_PADDING;
    const outgoingCount = arrows.filter(({ source, target }) => source === state.id && isWithin(target, state.id)).length;
    const incomingCount = arrows.filter(({ source, target }) => target === state.id && isWithin(source, state.id)).length;
    return {
      id: state.id,
      children: [
        ...(state.initial.length > 0
          ? [
              {
                id: elementIds.dot(state.id),
                width: DOT_SIZE,
                height: DOT_SIZE,
                layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
              },
            ]
          : []),
        ...(outgoingCount > 0 ? [createDoor(elementIds.doorOut(state.id), outgoingCount, 'FIRST')] : []),
        ...state.children.map(toNode),
        ...(incomingCount > 0 ? [createDoor(elementIds.doorIn(state.id), incomingCount, 'LAST')] : []),
      ],
      layoutOptions: {
        ...LEVEL_OPTIONS,
        'elk.direction': direction,
        'elk.alignment': alignment,
        'elk.nodeSize.constraints': '[MINIMUM_SIZE]',
        'elk.nodeSize.minimum': `(${width},${height})`,
        'elk.padding': `[top=${height + HEAD_GAP},left=${left},bottom=${INNER_PADDING},right=${INNER_PADDING}]`,
      },
    };
  };

  const addStarts = (state: ChartState): void => {
    const [first] = state.initial;
    if (first !== undefined) {
      const text = texts.start(state);
      edges.push({
        id: elementIds.start(state.id),
        sources: [state.kind === 'history' ? state.id : elementIds.dot(state.id)],
        targets: [first],
        ...(text && { labels: [toLabel(addPadding(text))] }),
        layoutOptions: { 'elk.layered.priority.straightness': '10', 'elk.layered.priority.direction': '10' },
      });
    }
    for (const child of state.children) addStarts(child);
  };

  const root = toNode(chart.root);
  addStarts(chart.root);
  for (const bundle of bundles) {
    bundle.targets.forEach((target, index) => {
      const { source } = bundle;
      edges.push({
        id: elementIds.edge(bundle.id, index),
        sources: [isWithin(target, source) ? elementIds.doorOut(source) : source],
        targets: [isWithin(source, target) ? elementIds.doorIn(target) : target],
        ...(index === 0 && { labels: [toLabel(measureBundle(bundle))] }),
      });
    });
  }
  const graph = { id: '', layoutOptions: { ...GRAPH_OPTIONS, ...LEVEL_OPTIONS, 'elk.direction': direction }, children: [root], edges };
  return { graph, direction, bundles, heads };
}
