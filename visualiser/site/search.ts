import { termsOf } from '#src/ui/list/search-terms.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { GalleryMachine } from '../model/gallery.ts';

/** Something within a machine that can be found. */
export interface Item {
  kind: 'state' | 'event' | 'action' | 'guard' | 'actor' | 'tag' | 'description';
  text: string;
  /** Id of the state or the transition it belongs to. */
  id: string;
}

interface Findable {
  machine: GalleryMachine;
  /** What its own line shows. */
  head: string;
  items: readonly Item[];
}

export interface Found {
  machine: GalleryMachine;
  /** Nearest first; what stands in several places is named once, at the first of them. States are told apart. */
  items: readonly Item[];
  /** All places. */
  ids: readonly string[];
}

const statesOf = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(statesOf)];

const ofState = ({ id, key, description = '', tags, entry, exit, invokes }: ChartState, isRoot: boolean): Item[] => [
  ...(isRoot
    ? []
    : [
        { kind: 'state' as const, text: key, id },
        { kind: 'description' as const, text: description, id },
      ]),
  ...tags.map((text) => ({ kind: 'tag' as const, text, id })),
  ...[...entry, ...exit].map((text) => ({ kind: 'action' as const, text, id })),
  ...invokes.map(({ src }) => ({ kind: 'actor' as const, text: src, id })),
];

const ofTransition = ({ id, trigger, guard = '', actions, description = '' }: ChartTransition): Item[] => [
  ...('event' in trigger ? [{ kind: 'event' as const, text: trigger.event, id }] : []),
  { kind: 'guard', text: guard, id },
  ...actions.map((text) => ({ kind: 'action' as const, text, id })),
  { kind: 'description', text: description, id },
];

/** Everything that can be found. Made once. */
export const findables = (machines: readonly GalleryMachine[]): Findable[] =>
  machines.map((machine) => {
    const { key, at, chart } = machine;
    const items = [
      ...statesOf(chart.root).flatMap((state) => ofState(state, state === chart.root)),
      ...chart.transitions.flatMap(ofTransition),
    ];
    return {
      machine,
      head: [key, at, chart.id, chart.description ?? ''].join('\n').toLowerCase(),
      items: items.filter(({ text }) => text !== ''),
    };
  });

const nearness = (text: string, term: string): number => {
  const folded = text.toLowerCase();
  return folded === term ? 3 : folded.startsWith(term) ? 2 : folded.includes(term) ? 1 : 0;
};

/** The first of each. */
function named(items: readonly Item[]): Item[] {
  const known = new Map<string, Item>();
  for (const item of items) {
    const name = `${item.kind} ${item.kind === 'state' ? item.id : item.text}`;
    if (!known.has(name)) known.set(name, item);
  }
  return [...known.values()];
}

/** Machines that hold every term somewhere: those first that are named like it, then as they were given. */
export function search(all: readonly Findable[], query: string): Found[] {
  const terms = termsOf(query);
  if (terms.length === 0) return all.map(({ machine }) => ({ machine, items: [], ids: [] }));
  const best = (text: string) => Math.max(...terms.map((term) => nearness(text, term)));
  const found = all.flatMap(({ machine, head, items }) => {
    const isWhole = terms.every((term) => head.includes(term) || items.some(({ text }) => nearness(text, term) > 0));
    if (!isWhole) return [];
    const near = items.filter(({ text }) => best(text) > 0).toSorted((a, b) => best(b.text) - best(a.text));
    const isNamed = terms.every((term) => head.includes(term));
    return [
      {
        machine,
        items: named(near),
        ids: near.map(({ id }) => id),
        rank: (isNamed ? 10 : 0) + Math.max(best(machine.key), best(machine.chart.id), ...near.map(({ text }) => best(text))),
      },
    ];
  });
  return found.toSorted((a, b) => b.rank - a.rank).map(({ machine, items, ids }) => ({ machine, items, ids }));
}
