import { assign, setup } from 'xstate';
import type { Found, FoundKind } from '#contracts/endpoints/search.ts';
import { type Failure, failureOf } from '../kernel/form/faults.ts';
import { SEARCH_PAUSE_MS } from '../kernel/list/options.machine.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** Choices that come first the next time. */
export const MOST_RECENT = 5;

export interface FoundGroup {
  kind: FoundKind;
  list: Found[];
}

/** What can be chosen: a page, something to do, or a record on a page. `key` tells them apart. */
export type PaletteChoice =
  | { kind: 'page'; key: string; path: string }
  | { kind: 'action'; key: string; action: string }
  | { kind: FoundKind; key: string; record: Found };

interface PaletteContext {
  /** As typed. */
  keyword: string;
  /** What was found, and by which keyword; undefined until something was. */
  answer: { keyword: string; groups: FoundGroup[] } | undefined;
  failure: Failure | undefined;
  /** Newest first; kept for this visit only. */
  recent: readonly PaletteChoice[];
}

export type PaletteEvent =
  /** The keys, or the button. */
  | { type: 'palette.toggled' }
  | { type: 'palette.dismissed' }
  | { type: 'palette.keywordTyped'; keyword: string }
  | { type: 'palette.retried' }
  | { type: 'palette.choiceMade'; choice: PaletteChoice };

export type PaletteFact =
  /** Where to go; whether it may be seen is not decided here. */
  { type: 'palette.chosen'; path: string; search: string } | { type: 'palette.actionChosen'; key: string };

type Chosen = { choice: PaletteChoice };

const factOf = (choice: PaletteChoice): PaletteFact => {
  if (choice.kind === 'action') return { type: 'palette.actionChosen', key: choice.action };
  const { path, search } = choice.kind === 'page' ? { path: choice.path, search: '' } : choice.record;
  return { type: 'palette.chosen', path, search };
};

/** Jumping by keyboard. Pages and actions are matched where they are shown; records are asked for, once the typing pauses. */
export const paletteMachine = setup({
  types: {} as { context: PaletteContext; events: PaletteEvent; tags: 'open' | 'busy' | 'failed' },
  actors: { findRecords: missingActor<FoundGroup[], { keyword: string }>('findRecords') },
  guards: { isBlank: (_, { keyword }: { keyword: string }) => keyword.trim() === '' },
  delays: { searchPause: SEARCH_PAUSE_MS },
  actions: {
    keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword, failure: undefined })),
    forgetFound: assign({ answer: undefined }),
    keepFound: assign(({ context }, { groups }: { groups: FoundGroup[] }) => ({ answer: { keyword: context.keyword, groups } })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error), answer: undefined })),
    keepRecent: assign(({ context }, { choice }: Chosen) => ({
      recent: [choice, ...context.recent.filter(({ key }) => key !== choice.key)].slice(0, MOST_RECENT),
    })),
    forget: assign({ keyword: '', answer: undefined, failure: undefined }),
    tellChosen: tell<PaletteContext, Chosen>((_, { choice }) => factOf(choice)),
  },
}).createMachine({
  id: 'palette',
  description: 'The command palette: closed, or open over everything with what it has found.',
  context: { keyword: '', answer: undefined, failure: undefined, recent: [] },
  initial: 'closed',
  states: {
    closed: { on: { 'palette.toggled': 'open' } },
    open: {
      tags: 'open',
      initial: 'idle',
      exit: 'forget',
      on: {
        'palette.toggled': 'closed',
        'palette.dismissed': 'closed',
        'palette.keywordTyped': [
          {
            guard: { type: 'isBlank', params: ({ event }) => event },
            target: '.idle',
            actions: [{ type: 'keepKeyword', params: ({ event }) => event }, 'forgetFound'],
          },
          { target: '.pausing', actions: { type: 'keepKeyword', params: ({ event }) => event } },
        ],
        'palette.choiceMade': {
          target: 'closed',
          actions: [
            { type: 'keepRecent', params: ({ event }) => event },
            { type: 'tellChosen', params: ({ event }) => event },
          ],
        },
      },
      states: {
        idle: { description: 'Nothing is typed: what was chosen lately, pages and actions are offered.' },
        pausing: {
          description: 'Somebody may still be typing. What was found before stays in sight where it still matches.',
          tags: 'busy',
          after: { searchPause: 'searching' },
        },
        searching: {
          tags: 'busy',
          invoke: {
            id: 'findRecords',
            src: 'findRecords',
            input: ({ context }) => ({ keyword: context.keyword.trim() }),
            onDone: { target: 'shown', actions: { type: 'keepFound', params: ({ event }) => ({ groups: event.output }) } },
            onError: { target: 'failed', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        shown: {},
        failed: { tags: 'failed', on: { 'palette.retried': 'searching' } },
      },
    },
  },
});
