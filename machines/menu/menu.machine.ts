import { assign, setup } from 'xstate';
import { missingActor } from '../kernel/placeholders.ts';
import { groupsAbove, type MenuEntry, selectedEntry } from './menu-tree.ts';

interface MenuContext {
  /** The console's own entries: what is shown when the server's cannot be had. */
  own: readonly MenuEntry[];
  entries: readonly MenuEntry[];
  /** Highlighted. */
  selected: string;
  /** Submenus that stand open. */
  opened: string[];
}

export type MenuEvent =
  | { type: 'menu.mounted' }
  | { type: 'menu.reloadRequested' }
  | { type: 'menu.submenusToggled'; opened: string[] }
  | { type: 'page.opened'; path: string };

const withAbove = (opened: string[], entries: readonly MenuEntry[], path: string) => [
  ...new Set([...opened, ...groupsAbove(entries, path)]),
];

/** The menu: the server's list, or the console's own where the server has none to give. */
export const menuMachine = setup({
  types: {} as { context: MenuContext; events: MenuEvent; input: { own: readonly MenuEntry[] }; tags: 'busy' },
  actors: { loadMenu: missingActor<MenuEntry[]>('loadMenu') },
  actions: {
    keepEntries: assign(({ context }, { entries }: { entries: readonly MenuEntry[] }) => ({
      entries,
      opened: withAbove(context.opened, entries, context.selected),
    })),
    fallBack: assign(({ context }) => ({
      entries: context.own,
      opened: withAbove(context.opened, context.own, context.selected),
    })),
    keepOpened: assign((_, { opened }: { opened: string[] }) => ({ opened })),
    select: assign(({ context: { entries, own, opened } }, { path }: { path: string }) => {
      const known = entries.length > 0 ? entries : own;
      const selected = selectedEntry(known, path);
      return { selected, opened: withAbove(opened, known, selected) };
    }),
  },
}).createMachine({
  id: 'menu',
  description: 'The menu of the sidebar: which entries, which is highlighted, which groups stand open.',
  context: ({ input }) => ({ own: input.own, entries: [], selected: '', opened: [] }),
  initial: 'waiting',
  on: {
    'menu.submenusToggled': { actions: { type: 'keepOpened', params: ({ event }) => event } },
    'page.opened': { actions: { type: 'select', params: ({ event }) => event } },
  },
  states: {
    waiting: { description: 'Until the layout is on the screen.', tags: 'busy', on: { 'menu.mounted': 'loading' } },
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
      description: 'The menu that is shown stays until the new one is here, and after if none comes.',
      invoke: {
        id: 'renewMenu',
        src: 'loadMenu',
        onDone: { target: 'shown', actions: { type: 'keepEntries', params: ({ event }) => ({ entries: event.output }) } },
        onError: 'shown',
      },
    },
  },
});
