import { termsOf } from '#src/ui/list/search-terms.ts';
import type { ChartState, ChartTransition } from '../model/chart.ts';
import type { GalleryMachine } from '../model/gallery.ts';

/** Something inside a machine that can be found. */
export interface SearchItem {
  kind: 'state' | 'event' | 'action' | 'guard' | 'actor' | 'tag' | 'description';
  text: string;
  /** Id of the state or transition it belongs to. */
  id: string;
}

interface SearchEntry {
  machine: GalleryMachine;
  /** Texts of the machine itself. */
  head: string;
  items: readonly SearchItem[];
}

export interface SearchResult {
  machine: GalleryMachine;
  /** Best matches first. Equal texts are listed once, with the first id; states are always listed separately. */
  items: readonly SearchItem[];
  /** All matching ids. */
  ids: readonly string[];
}

const listStates = (state: ChartState): ChartState[] => [state, ...state.children.flatMap(listStates)];

const listStateItems = ({ id, key, description = '', tags, entry, exit, invokes }: ChartState, isRoot: boolean): SearchItem[] => [
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

const listTransitionItems = ({ id, trigger, guard = '', actions, description = '' }: ChartTransition): SearchItem[] => [
  ...('event' in trigger ? [{ kind: 'event' as const, text: trigger.event, id }] : []),
  { kind: 'guard', text: guard, id },
  ...actions.map((text) => ({ kind: 'action' as const, text, id })),
  { kind: 'description', text: description, id },
];

/** Collects everything that can be found. */
export const createSearchEntries = (machines: readonly GalleryMachine[]): SearchEntry[] =>
  machines.map((machine) => {
    const { key, at, chart } = machine;
    const items = [
      ...listStates(chart.root).flatMap((state) => listStateItems(state, state === chart.root)),
      ...chart.transitions.flatMap(listTransitionItems),
    ];
    return {
      machine,
      head: [key, at, chart.id, chart.description ?? ''].join('\n').toLowerCase(),
      items: items.filter(({ text }) => text !== ''),
    };
  });

const rankMatch = (text: string, term: string): number => {
  const lowerCase = text.toLowerCase();
  return lowerCase === term ? 3 : lowerCase.startsWith(term) ? 2 : lowerCase.includes(term) ? 1 : 0;
};

/** The first item of each kind and text. */
function keepFirstOfEach(items: readonly SearchItem[]): SearchItem[] {
  const known = new Map<string, SearchItem>();
  for (const item of items) {
    const name = `${item.kind} ${item.kind === 'state' ? item.id : item.text}`;
    if (!known.has(name)) known.set(name, item);
  }
  return [...known.values()];
}

/** Machines that contain every term: those with a matching name first, otherwise in the given order. */
export function searchMachines(entries: readonly SearchEntry[], query: string): SearchResult[] {
  const terms = termsOf(query);
  if (terms.length === 0) return entries.map(({ machine }) => ({ machine, items: [], ids: [] }));
  const rankBest = (text: string) => Math.max(...terms.map((term) => rankMatch(text, term)));
  const found = entries.flatMap(({ machine, head, items }) => {
    const hasAllTerms = terms.every((term) => head.includes(term) || items.some(({ text }) => rankMatch(text, term) > 0));
    if (!hasAllTerms) return [];
    const matches = items.filter(({ text }) => rankBest(text) > 0).toSorted((a, b) => rankBest(b.text) - rankBest(a.text));
    const isNamed = terms.every((term) => head.includes(term));
    return [
      {
        machine,
        items: keepFirstOfEach(matches),
        ids: matches.map(({ id }) => id),
        rank:
          (isNamed ? 10 : 0) + Math.max(rankBest(machine.key), rankBest(machine.chart.id), ...matches.map(({ text }) => rankBest(text))),
      },
    ];
  });
  return found.toSorted((a, b) => b.rank - a.rank).map(({ machine, items, ids }) => ({ machine, items, ids }));
}
