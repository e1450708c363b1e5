import { assign, setup } from 'xstate';
import { missingActor } from '../kernel/placeholders.ts';
import { findGroupsAbove, findHighlightedEntry, type MenuEntry } from './menu-tree.ts';

interface MenuContext {
  /** The console's own entries, shown if the server's cannot be loaded. */
  own: readonly MenuEntry[];
  entries: readonly MenuEntry[];
  /** Path of the highlighted entry. */
  selected: string;
  /** Paths of the open submenus. */
  opened: string[];
}

export type MenuEvent =
  | { type: 'menu.mounted' }
  | { type: 'menu.reloadRequested' }
  | { type: 'menu.submenusToggled'; opened: string[] }
  | { type: 'page.opened'; path: string };

const withGroupsAbove = (opened: string[], entries: readonly MenuEntry[], path: string) => [
  ...new Set([...opened, ...findGroupsAbove(entries, path)]),
];

/** The menu: the server's entries, or the console's own if those cannot be loaded. */
export const menuMachine = setup({
  types: {} as { context: MenuContext; events: MenuEvent; input: { own: readonly MenuEntry[] }; tags: 'busy' },
  actors: { loadMenu: missingActor<MenuEntry[]>('loadMenu') },
  actions: {
    keepEntries: assign(({ context }, { entries }: { entries: readonly MenuEntry[] }) => ({
      entries,
      opened: withGroupsAbove(context.opened, entries, context.selected),
    })),
    fallBack: assign(({ context }) => ({
      entries: context.own,
      opened: withGroupsAbove(context.opened, context.own, context.selected),
    })),
    keepOpened: assign((_, { opened }: { opened: string[] }) => ({ opened })),
    select: assign(({ context: { entries, own, opened } }, { path }: { path: string }) => {
      const known = entries.length > 0 ? entries : own;
      const selected = findHighlightedEntry(known, path);
      return { selected, opened: withGroupsAbove(opened, known, selected) };
    }),
  },
}).createMachine({
  id: 'menu',
  description: 'The menu of the sidebar: its entries, the highlighted one, and the open groups.',
  context: ({ input }) => ({ own: input.own, entries: [], selected: '', opened: [] }),
  initial: 'waiting',
  on: {
    'menu.submenusToggled': { actions: { type: 'keepOpened', params: ({ event }) => event } },
    'page.opened': { actions: { type: 'select', params: ({ event }) => event } },
  },
  states: {
    waiting: { description: 'Waits until the layout is mounted.', tags: 'busy', on: { 'menu.mounted': 'loading' } },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadMenu',
        src: 'loadMenu',
        onDone: { target: 'shown', actions: { type: 'keepEntries', params: ({ event }) => ({ entries: event.output }) } },
        onError: { target: 'shown', actions: 'fallBack' },
      },
    },
    shown: { on: { 'menu.mounted': 'renewing', 'menu.reloadRequested': 'renewing' } },
    renewing: {
      description: 'The shown menu stays until the new one has loaded, and if that fails.',
      invoke: {
        id: 'renewMenu',
        src: 'loadMenu',
        onDone: { target: 'shown', actions: { type: 'keepEntries', params: ({ event }) => ({ entries: event.output }) } },
        onError: 'shown',
      },
    },
  },
});
