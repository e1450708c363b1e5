// A chart as a graph that ELK can lay out.
import type { ElkExtendedEdge, ElkNode, LayoutOptions } from 'elkjs/lib/elk-api.js';
import type { Chart, ChartState, ChartTransition } from '../model/chart.ts';
import type { ChartTexts } from './chart-texts.ts';
import { DOT_SIZE, HISTORY_SIZE, LABEL_PADDING, type StateFrame, stateFrame } from './state-frame.ts';
import type { TextBlock } from './text-flow.ts';

/** Where most arrows point. */
export type Direction = 'DOWN' | 'RIGHT';

/** Transitions from one state to the same others: they share a line. */
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
  /** The heads of states that hold others: their height, and how far their text reaches from the left. */
  heads: ReadonlyMap<string, Head>;
}

const OTHER = /^(?:dot|start|out|in|edge) /;

/** Names of what stands in the graph beside states. A door is where arrows between a state and its own inside leave its edge. */
export const names = {
  dot: (state: string) => `dot ${state}`,
  start: (state: string) => `start ${state}`,
  startOf: (id: string) => (id.startsWith('start ') ? id.slice('start '.length) : undefined),
  doorOut: (state: string) => `out ${state}`,
  doorIn: (state: string) => `in ${state}`,
  edge: (bundle: string, target: number) => `edge ${bundle} ${target}`,
  isOther: (id: string) => OTHER.test(id),
};

const DOOR_STEP = 16;
const BELOW_HEAD = 14;
const INSIDE = 16;

const GRAPH: LayoutOptions = {
  'elk.algorithm': 'layered',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.randomSeed': '1',
  'elk.padding': '[top=12,left=12,bottom=12,right=12]',
};

/** For every level: ELK hands none of them down. */
const LEVEL: LayoutOptions = {
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

const labelOf = ({ width, height }: { width: number; height: number }) => ({
  text: ' ',
  width: Math.ceil(width),
  height: Math.ceil(height),
  layoutOptions: { 'elk.edgeLabels.inline': 'true', 'elk.edgeLabels.placement': 'CENTER' },
});

const padded = ({ width, height }: TextBlock) => ({ width: width + 2 * LABEL_PADDING.x, height: height + 2 * LABEL_PADDING.y });

/** Room for the labels of a bundle, one below the other. */
const bundleSize = ({ transitions }: Bundle) => {
  const sizes = transitions.map(({ text }) => padded(text));
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: sizes.reduce((sum, { height }) => sum + height, 0),
  };
};

function bundlesOf({ transitions }: Chart, texts: ChartTexts): Bundle[] {
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

/** Whether a state is somewhere below another. */
export const isWithin = (id: string, outer: string) => id.startsWith(`${outer}.`);

/** How wide the text in the head of a state is, with the room before it. */
const headText = ({ title, details, inner }: StateFrame) =>
  title.x + Math.max(title.text.width, details.text.width, ...inner.map(({ text }) => text.width));

/** `aside`: states whose inside keeps clear of the text above it, because a line from outside would run through that. */
export function graphOf(chart: Chart, texts: ChartTexts, direction: Direction, aside: ReadonlySet<string> = new Set()): ChartGraph {
  const bundles = bundlesOf(chart, texts);
  const arrows = bundles.flatMap(({ source, targets }) => targets.map((target) => ({ source, target })));
  const isDown = direction === 'DOWN';
  const alignment = isDown ? 'TOP' : 'LEFT';
  const edges: ElkExtendedEdge[] = [];
  const heads = new Map<string, Head>();

  /** Doors are as wide as the arrows through them need, and no thicker than a line. */
  const door = (id: string, arrowCount: number, side: 'FIRST' | 'LAST'): ElkNode => ({
    id,
    width: isDown ? arrowCount * DOOR_STEP : 1,
    height: isDown ? 1 : arrowCount * DOOR_STEP,
    layoutOptions: { 'elk.layered.layering.layerConstraint': side },
  });

  const nodeOf = (state: ChartState): ElkNode => {
    if (state.kind === 'history') return { id: state.id, width: HISTORY_SIZE, height: HISTORY_SIZE };
    const frame = stateFrame(state, texts.state(state));
    const { width, height } = frame;
    if (state.children.length === 0) return { id: state.id, width, height, layoutOptions: { 'elk.alignment': alignment } };
    heads.set(state.id, { height, textWidth: headText(frame) });
    const left = aside.has(state.id) ? Math.ceil(headText(frame)) : INSIDE;
    const out = arrows.filter(({ source, target }) => source === state.id && isWithin(target, state.id)).length;
    const into = arrows.filter(({ source, target }) => target === state.id && isWithin(source, state.id)).length;
    return {
      id: state.id,
      children: [
        ...(state.initial.length > 0
          ? [
              {
                id: names.dot(state.id),
                width: DOT_SIZE,
                height: DOT_SIZE,
                layoutOptions: { 'elk.layered.layering.layerConstraint': 'FIRST' },
              },
            ]
          : []),
        ...(out > 0 ? [door(names.doorOut(state.id), out, 'FIRST')] : []),
        ...state.children.map(nodeOf),
        ...(into > 0 ? [door(names.doorIn(state.id), into, 'LAST')] : []),
      ],
      layoutOptions: {
        ...LEVEL,
        'elk.direction': direction,
        'elk.alignment': alignment,
        'elk.nodeSize.constraints': '[MINIMUM_SIZE]',
        'elk.nodeSize.minimum': `(${width},${height})`,
        'elk.padding': `[top=${height + BELOW_HEAD},left=${left},bottom=${INSIDE},right=${INSIDE}]`,
      },
    };
  };

  const addStarts = (state: ChartState): void => {
    const [first] = state.initial;
    if (first !== undefined) {
      const text = texts.start(state);
      edges.push({
        id: names.start(state.id),
        sources: [state.kind === 'history' ? state.id : names.dot(state.id)],
        targets: [first],
        ...(text && { labels: [labelOf(padded(text))] }),
        layoutOptions: { 'elk.layered.priority.straightness': '10', 'elk.layered.priority.direction': '10' },
      });
    }
    for (const child of state.children) addStarts(child);
  };

  const root = nodeOf(chart.root);
  addStarts(chart.root);
  for (const bundle of bundles) {
    bundle.targets.forEach((target, index) => {
      const { source } = bundle;
      edges.push({
        id: names.edge(bundle.id, index),
        sources: [isWithin(target, source) ? names.doorOut(source) : source],
        targets: [isWithin(source, target) ? names.doorIn(target) : target],
        ...(index === 0 && { labels: [labelOf(bundleSize(bundle))] }),
      });
    });
  }
  const graph = { id: '', layoutOptions: { ...GRAPH, ...LEVEL, 'elk.direction': direction }, children: [root], edges };
  return { graph, direction, bundles, heads };
}
