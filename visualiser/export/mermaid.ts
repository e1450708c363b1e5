import { type ChartTexts, createChartTexts } from '../layout/chart-texts.ts';
import type { Chart, ChartState } from '../model/chart.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import { createMermaidIds, escapeMermaid, joinRows, toLines } from './mermaid-words.ts';

interface DiagramArrow {
  from: DiagramNode;
  to: DiagramNode;
  label: string;
}

/** A node of the diagram: a state, or the box for what a state with children does itself. */
interface DiagramNode {
  id: string;
  /** Id of the state whose block contains it; undefined at the top level. */
  block: string | undefined;
  isLeaf: boolean;
}

const INDENT = '  ';
const START_MARK = '[*]';

const listDescendants = (state: ChartState): ChartState[] => state.children.flatMap((child) => [child, ...listDescendants(child)]);

const indentLine = (depth: number, text: string) => `${INDENT.repeat(depth)}${text}`;

const formatArrow = (from: string, to: string, label = '') => `${from} --> ${to}${label && ` : ${label}`}`;

/**
 * Follows the limits of Mermaid renderers: arrows at a composite state must start beside it, arrows across several levels must stand
 * outside all blocks, and neither is allowed in regions divided by `--`.
 */
class Diagram {
  readonly #chart: Chart;
  readonly #texts: ChartTexts;
  readonly #index: ChartIndex;
  readonly #ids = new Map<string, string>();
  readonly #anywhereNodes = new Map<string, DiagramNode>();
  readonly #arrows: DiagramArrow[];

  constructor(chart: Chart) {
    this.#chart = chart;
    this.#texts = createChartTexts(chart);
    const { root } = chart;
    this.#index = indexChart(chart);
    const states = [...this.#index.states.values()];
    const createId = createMermaidIds();
    for (const { id } of states) this.#ids.set(id, createId(id));
    const statesWithArrows = new Set(chart.transitions.filter(({ targets }) => targets.length > 0).map(({ source }) => source));
    for (const state of states) {
      if (state.children.length === 0 || !(statesWithArrows.has(state.id) || this.#listOwnTexts(state).length > 0)) continue;
      const block = state === root && !this.#isFramed ? undefined : state.id;
      this.#anywhereNodes.set(state.id, { id: createId(`${state.id}.anywhere`), block, isLeaf: true });
    }
    this.#arrows = chart.transitions.flatMap((transition) => {
      const from = this.#anywhereNodes.get(transition.source) ?? this.#toNode(transition.source);
      const label = escapeMermaid(joinRows(this.#texts.transition(transition)));
      return transition.targets.map((target) => ({ from, to: this.#findArrowEnd(target, from), label }));
    });
    for (const { id, kind, initial } of states) {
      if (kind !== 'history') continue;
      const from = this.#toNode(id);
      // Default targets of the history state.
      this.#arrows.push(...initial.map((target) => ({ from, to: this.#findArrowEnd(target, from), label: '' })));
    }
  }

  /** Regions can only be divided inside a state, so a parallel machine gets a frame; any other machine is the diagram itself. */
  get #isFramed(): boolean {
    const { kind, children } = this.#chart.root;
    return kind === 'parallel' || children.length === 0;
  }

  #getState(id: string): ChartState {
    const state = this.#index.states.get(id);
    if (!state) throw new Error(`the chart ${this.#chart.id} has no state ${id}`);
    return state;
  }

  #getId(id: string): string {
    return this.#ids.get(id) ?? id;
  }

  #toNode(id: string): DiagramNode {
    const parent = this.#index.parents.get(id);
    const block = parent && (this.#isFramed || parent !== this.#chart.root) ? parent.id : undefined;
    return { id: this.#getId(id), block, isLeaf: this.#getState(id).children.length === 0 };
  }

  #isWithin(id: string | undefined, outer: string): boolean {
    for (let current = id; current !== undefined; current = this.#index.parents.get(current)?.id) if (current === outer) return true;
    return false;
  }

  /** Where an arrow can end: at the state, or at its first leaf state that is entered with it. */
  #findArrowEnd(target: string, from: DiagramNode): DiagramNode {
    const node = this.#toNode(target);
    const isDrawn = this.#isFramed || target !== this.#chart.root.id;
    return node.isLeaf || (isDrawn && node.block === from.block && !this.#isWithin(from.block, target))
      ? node
      : this.#toNode(this.#findFirstLeaf(target));
  }

  #findFirstLeaf(id: string): string {
    const { children, initial } = this.#getState(id);
    const next = initial[0] ?? children[0]?.id;
    return next === undefined || children.length === 0 ? id : this.#findFirstLeaf(next);
  }

  /** Texts of the state's own actors, actions and transitions without a target. */
  #listOwnTexts(state: ChartState): string[] {
    const { details, inner } = this.#texts.state(state);
    return [...toLines(details), ...inner.map(({ text }) => joinRows(text))].map(escapeMermaid);
  }

  #canDivide(parallel: ChartState): boolean {
    const descendants = listDescendants(parallel);
    const insideIds = new Set(descendants.map(({ id }) => id));
    const isInside = ({ block }: DiagramNode) => block !== undefined && insideIds.has(block);
    return (
      descendants.every((state) => state.kind !== 'parallel' && this.#listEntered(state).every(({ children }) => children.length === 0)) &&
      this.#arrows.every(({ from, to }) => (!isInside(from) && !isInside(to)) || (from.block === to.block && to.isLeaf)) &&
      !this.#arrows.some(({ from, to }) => from.block === parallel.id || to.block === parallel.id)
    );
  }

  #formatLeaf(id: string, name: string, texts: readonly string[], depth: number): string[] {
    return [escapeMermaid(name), ...texts].map((text) => indentLine(depth, `${id} : ${text}`));
  }

  #formatAnywhere(state: ChartState, depth: number): string[] {
    const node = this.#anywhereNodes.get(state.id);
    const name = state === this.#chart.root ? this.#chart.id : state.key;
    return node ? this.#formatLeaf(node.id, `anywhere in ${name}`, this.#listOwnTexts(state), depth) : [];
  }

  /** The child states that are entered first. */
  #listEntered({ kind, children, initial }: ChartState): ChartState[] {
    return kind === 'compound' ? children.filter((child) => initial.some((id) => this.#isWithin(id, child.id))) : [];
  }

  #formatStart(state: ChartState, depth: number): string[] {
    const label = this.#texts.start(state);
    return this.#listEntered(state).map(({ id }) =>
      indentLine(depth, formatArrow(START_MARK, this.#getId(id), label && escapeMermaid(joinRows(label)))),
    );
  }

  #formatArrowsIn(block: string | undefined, depth: number): string[] {
    return this.#arrows
      .filter(({ from, to }) => (from.block === to.block ? from.block : undefined) === block)
      .map(({ from, to, label }) => indentLine(depth, formatArrow(from.id, to.id, label)));
  }

  #formatChildren(state: ChartState, depth: number): string[] {
    const children = state.children.map((child) => this.#formatState(child, depth));
    const anywhere = this.#formatAnywhere(state, depth);
    const isDivided = state.kind === 'parallel' && this.#canDivide(state);
    const parts = isDivided ? [anywhere, ...children].filter((part) => part.length > 0) : [[...anywhere, ...children.flat()]];
    return [...this.#formatStart(state, depth), ...parts.flatMap((part, index) => (index > 0 ? [indentLine(depth, '--'), ...part] : part))];
  }

  #formatState(state: ChartState, depth: number): string[] {
    const { id, key, kind, children } = state;
    const ownId = this.#getId(id);
    const name = state === this.#chart.root ? this.#chart.id : key;
    if (children.length > 0) {
      const isPlainParallel = kind === 'parallel' && !this.#canDivide(state);
      return [
        ...this.#formatLeaf(ownId, isPlainParallel ? `${name} (parallel)` : name, [], depth),
        indentLine(depth, `state ${ownId} {`),
        ...this.#formatChildren(state, depth + 1),
        ...this.#formatArrowsIn(id, depth + 1),
        indentLine(depth, '}'),
      ];
    }
    const shown = kind === 'history' ? `${name} (${state.history === 'deep' ? 'H*' : 'H'})` : name;
    return [
      ...this.#formatLeaf(ownId, shown, this.#listOwnTexts(state), depth),
      ...(kind === 'final' ? [indentLine(depth, formatArrow(ownId, START_MARK))] : []),
    ];
  }

  format(): string {
    const { root, id, description } = this.#chart;
    return [
      'stateDiagram-v2',
      indentLine(1, `accTitle: ${escapeMermaid(id)}`),
      ...(description === undefined ? [] : [indentLine(1, `accDescr: ${escapeMermaid(description)}`)]),
      ...(this.#isFramed
        ? [indentLine(1, formatArrow(START_MARK, this.#getId(root.id))), ...this.#formatState(root, 1)]
        : this.#formatChildren(root, 1)),
      ...this.#formatArrowsIn(undefined, 1),
      '',
    ].join('\n');
  }
}

/**
 * A chart as a Mermaid state diagram that GitHub can render. Every state appears once (the machine itself only if it is parallel or has no
 * states), and every transition appears as an arrow to each target or as a line of its state. What a state with children does itself is
 * shown in a box `anywhere in …`.
 */
export const toMermaid = (chart: Chart): string => new Diagram(chart).format();
