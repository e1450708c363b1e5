import { type ChartTexts, textsOf } from '../layout/chart-texts.ts';
import type { Chart, ChartState } from '../model/chart.ts';
import { type ChartIndex, indexChart } from '../model/chart-index.ts';
import { inLines, inOneLine, mermaidIds, mermaidText } from './mermaid-words.ts';

interface Arrow {
  from: Place;
  to: Place;
  label: string;
}

/** Something that stands in the diagram: a state, or what happens anywhere in one that holds others. */
interface Place {
  id: string;
  /** The state whose block it stands in; undefined: in none. */
  within: string | undefined;
  isLeaf: boolean;
}

const INDENT = '  ';
const START = '[*]';

const allBelow = (state: ChartState): ChartState[] => state.children.flatMap((child) => [child, ...allBelow(child)]);

const line = (depth: number, text: string) => `${INDENT.repeat(depth)}${text}`;

const arrowLine = (from: string, to: string, label = '') => `${from} --> ${to}${label && ` : ${label}`}`;

/**
 * What renderers of Mermaid bear: an arrow at a state that holds others only beside that state, arrows across several levels only outside
 * of all blocks, and neither of them anywhere in regions that are divided by `--`.
 */
class Diagram {
  readonly #chart: Chart;
  readonly #texts: ChartTexts;
  readonly #known: ChartIndex;
  readonly #ids = new Map<string, string>();
  readonly #anywhere = new Map<string, Place>();
  readonly #arrows: Arrow[];

  constructor(chart: Chart) {
    this.#chart = chart;
    this.#texts = textsOf(chart);
    const { root } = chart;
    this.#known = indexChart(chart);
    const states = [...this.#known.states.values()];
    const idFor = mermaidIds();
    for (const { id } of states) this.#ids.set(id, idFor(id));
    const moving = new Set(chart.transitions.filter(({ targets }) => targets.length > 0).map(({ source }) => source));
    for (const state of states) {
      if (state.children.length === 0 || !(moving.has(state.id) || this.#said(state).length > 0)) continue;
      const within = state === root && !this.#isFramed ? undefined : state.id;
      this.#anywhere.set(state.id, { id: idFor(`${state.id}.anywhere`), within, isLeaf: true });
    }
    this.#arrows = chart.transitions.flatMap((transition) => {
      const from = this.#anywhere.get(transition.source) ?? this.#place(transition.source);
      const label = mermaidText(inOneLine(this.#texts.transition(transition)));
      return transition.targets.map((target) => ({ from, to: this.#end(target, from), label }));
    });
    for (const { id, kind, initial } of states) {
      if (kind !== 'history') continue;
      const from = this.#place(id);
      // Where it leads while nothing is remembered.
      this.#arrows.push(...initial.map((target) => ({ from, to: this.#end(target, from), label: '' })));
    }
  }

  /** Regions can be divided only within a state: a parallel machine stands in a frame, every other one is the diagram itself. */
  get #isFramed(): boolean {
    const { kind, children } = this.#chart.root;
    return kind === 'parallel' || children.length === 0;
  }

  #state(id: string): ChartState {
    const state = this.#known.states.get(id);
    if (!state) throw new Error(`the chart ${this.#chart.id} has no state ${id}`);
    return state;
  }

  #id(id: string): string {
    return this.#ids.get(id) ?? id;
  }

  #place(id: string): Place {
    const parent = this.#known.parents.get(id);
    const within = parent && (this.#isFramed || parent !== this.#chart.root) ? parent.id : undefined;
    return { id: this.#id(id), within, isLeaf: this.#state(id).children.length === 0 };
  }

  #isWithin(id: string | undefined, outer: string): boolean {
    for (let at = id; at !== undefined; at = this.#known.parents.get(at)?.id) if (at === outer) return true;
    return false;
  }

  /** Where an arrow ends: at the state, or at the first one in it that is entered with it. */
  #end(target: string, from: Place): Place {
    const place = this.#place(target);
    const isDrawn = this.#isFramed || target !== this.#chart.root.id;
    return place.isLeaf || (isDrawn && place.within === from.within && !this.#isWithin(from.within, target))
      ? place
      : this.#place(this.#first(target));
  }

  #first(id: string): string {
    const { children, initial } = this.#state(id);
    const next = initial[0] ?? children[0]?.id;
    return next === undefined || children.length === 0 ? id : this.#first(next);
  }

  /** What is done and taken without leaving the state. */
  #said(state: ChartState): string[] {
    const { details, inner } = this.#texts.state(state);
    return [...inLines(details), ...inner.map(({ text }) => inOneLine(text))].map(mermaidText);
  }

  #isDivided(parallel: ChartState): boolean {
    const below = allBelow(parallel);
    const inside = new Set(below.map(({ id }) => id));
    const isInside = ({ within }: Place) => within !== undefined && inside.has(within);
    return (
      below.every((state) => state.kind !== 'parallel' && this.#entered(state).every(({ children }) => children.length === 0)) &&
      this.#arrows.every(({ from, to }) => (!isInside(from) && !isInside(to)) || (from.within === to.within && to.isLeaf)) &&
      !this.#arrows.some(({ from, to }) => from.within === parallel.id || to.within === parallel.id)
    );
  }

  #leaf(id: string, name: string, said: readonly string[], depth: number): string[] {
    return [mermaidText(name), ...said].map((text) => line(depth, `${id} : ${text}`));
  }

  #anywhereIn(state: ChartState, depth: number): string[] {
    const place = this.#anywhere.get(state.id);
    const name = state === this.#chart.root ? this.#chart.id : state.key;
    return place ? this.#leaf(place.id, `anywhere in ${name}`, this.#said(state), depth) : [];
  }

  /** The states directly below that are entered first. */
  #entered({ kind, children, initial }: ChartState): ChartState[] {
    return kind === 'compound' ? children.filter((child) => initial.some((id) => this.#isWithin(id, child.id))) : [];
  }

  #start(state: ChartState, depth: number): string[] {
    const label = this.#texts.start(state);
    return this.#entered(state).map(({ id }) => line(depth, arrowLine(START, this.#id(id), label && mermaidText(inOneLine(label)))));
  }

  #arrowsWithin(within: string | undefined, depth: number): string[] {
    return this.#arrows
      .filter(({ from, to }) => (from.within === to.within ? from.within : undefined) === within)
      .map(({ from, to, label }) => line(depth, arrowLine(from.id, to.id, label)));
  }

  #inside(state: ChartState, depth: number): string[] {
    const children = state.children.map((child) => this.#block(child, depth));
    const anywhere = this.#anywhereIn(state, depth);
    const divided = state.kind === 'parallel' && this.#isDivided(state);
    const parts = divided ? [anywhere, ...children].filter((part) => part.length > 0) : [[...anywhere, ...children.flat()]];
    return [...this.#start(state, depth), ...parts.flatMap((part, index) => (index > 0 ? [line(depth, '--'), ...part] : part))];
  }

  #block(state: ChartState, depth: number): string[] {
    const { id, key, kind, children } = state;
    const own = this.#id(id);
    const name = state === this.#chart.root ? this.#chart.id : key;
    if (children.length > 0) {
      const isPlainParallel = kind === 'parallel' && !this.#isDivided(state);
      return [
        ...this.#leaf(own, isPlainParallel ? `${name} (parallel)` : name, [], depth),
        line(depth, `state ${own} {`),
        ...this.#inside(state, depth + 1),
        ...this.#arrowsWithin(id, depth + 1),
        line(depth, '}'),
      ];
    }
    const shown = kind === 'history' ? `${name} (${state.history === 'deep' ? 'H*' : 'H'})` : name;
    return [...this.#leaf(own, shown, this.#said(state), depth), ...(kind === 'final' ? [line(depth, arrowLine(own, START))] : [])];
  }

  text(): string {
    const { root, id, description } = this.#chart;
    return [
      'stateDiagram-v2',
      line(1, `accTitle: ${mermaidText(id)}`),
      ...(description === undefined ? [] : [line(1, `accDescr: ${mermaidText(description)}`)]),
      ...(this.#isFramed ? [line(1, arrowLine(START, this.#id(root.id))), ...this.#block(root, 1)] : this.#inside(root, 1)),
      ...this.#arrowsWithin(undefined, 1),
      '',
    ].join('\n');
  }
}

/**
 * A chart as a state diagram of Mermaid, as GitHub shows it between texts. Every state stands in it once (the machine itself where it is
 * parallel or has no states; else it is the diagram), and every transition: as an arrow to each of its targets, or as a line of its state.
 * What a state that holds others does on its own stands in a box of it, `anywhere in …`.
 */
export const mermaidOf = (chart: Chart): string => new Diagram(chart).text();
