import { setup } from 'xstate';
import { effect } from '../kernel/placeholders.ts';

export type ThemeEvent =
  | { type: 'theme.toggled' }
  /** Another browser tab changed the theme. */
  | { type: 'theme.changedElsewhere'; isDark: boolean };

/** The light or dark theme. The page root carries the class; the choice is stored until the next sign-out. */
export const themeMachine = setup({
  types: {} as { context: { startsDark: boolean }; events: ThemeEvent; input: { isDark: boolean } },
  guards: { isDark: (_, { isDark }: { isDark: boolean }) => isDark },
  actions: {
    paint: effect<{ isDark: boolean }>('paint'),
    storeTheme: effect<{ isDark: boolean }>('storeTheme'),
  },
}).createMachine({
  id: 'theme',
  description: 'Light or dark.',
  initial: 'starting',
  context: ({ input }) => ({ startsDark: input.isDark }),
  states: {
    starting: {
      description: 'Continues with the theme of the first paint.',
      always: [
        { guard: { type: 'isDark', params: ({ context }) => ({ isDark: context.startsDark }) }, target: 'dark' },
        { target: 'light' },
      ],
    },
    light: {
      entry: { type: 'paint', params: { isDark: false } },
      on: {
        'theme.toggled': { target: 'dark', actions: { type: 'storeTheme', params: { isDark: true } } },
        'theme.changedElsewhere': { guard: { type: 'isDark', params: ({ event }) => event }, target: 'dark' },
      },
    },
    dark: {
      entry: { type: 'paint', params: { isDark: true } },
      on: {
        'theme.toggled': { target: 'light', actions: { type: 'storeTheme', params: { isDark: false } } },
        'theme.changedElsewhere': { guard: { type: 'isDark', params: ({ event }) => ({ isDark: !event.isDark }) }, target: 'light' },
      },
    },
  },
});
