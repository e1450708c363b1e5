import { assign, setup } from 'xstate';
import type { Found, FoundKind } from '#contracts/endpoints/search.ts';
import { type Failure, toFailure } from '../kernel/form/faults.ts';
import { SEARCH_PAUSE_MS } from '../kernel/list/options.machine.ts';
import { missingActor } from '../kernel/placeholders.ts';
import { tell } from '../kernel/tell.ts';

/** Number of recent choices that are offered first. */
export const MAX_RECENT = 5;

export interface FoundGroup {
  kind: FoundKind;
  list: Found[];
}

/** A choice: a page, an action, or a record on a page. `key` is unique. */
export type PaletteChoice =
  | { kind: 'page'; key: string; path: string; search?: string }
  | { kind: 'action'; key: string; action: string }
  | { kind: FoundKind; key: string; record: Found };

interface PaletteContext {
  /** As typed. */
  keyword: string;
  /** The found records and their keyword; undefined before the first search. */
  answer: { keyword: string; groups: FoundGroup[] } | undefined;
  failure: Failure | undefined;
  /** Newest first; kept for this visit only. */
  recent: readonly PaletteChoice[];
}

export type PaletteEvent =
  /** By shortcut or button. */
  | { type: 'palette.toggled' }
  | { type: 'palette.dismissed' }
  | { type: 'palette.keywordTyped'; keyword: string }
  | { type: 'palette.retried' }
  | { type: 'palette.choiceMade'; choice: PaletteChoice };

export type PaletteFact =
  /** The place to go to; the guard decides whether it may be seen. */
  { type: 'palette.chosen'; path: string; search: string } | { type: 'palette.actionChosen'; key: string };

type Chosen = { choice: PaletteChoice };

const toFact = (choice: PaletteChoice): PaletteFact => {
  if (choice.kind === 'action') return { type: 'palette.actionChosen', key: choice.action };
  const { path, search = '' } = choice.kind === 'page' ? choice : choice.record;
  return { type: 'palette.chosen', path, search };
};

/** The command palette. Pages and actions are matched in the view; records are searched on the server once typing pauses. */
export const paletteMachine = setup({
  types: {} as { context: PaletteContext; events: PaletteEvent; tags: 'open' | 'busy' | 'failed' },
  actors: { findRecords: missingActor<FoundGroup[], { keyword: string }>('findRecords') },
  guards: { isBlank: (_, { keyword }: { keyword: string }) => keyword.trim() === '' },
  delays: { searchPause: SEARCH_PAUSE_MS },
  actions: {
    keepKeyword: assign((_, { keyword }: { keyword: string }) => ({ keyword, failure: undefined })),
    forgetFound: assign({ answer: undefined }),
    keepFound: assign(({ context }, { groups }: { groups: FoundGroup[] }) => ({ answer: { keyword: context.keyword, groups } })),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error), answer: undefined })),
    keepRecent: assign(({ context }, { choice }: Chosen) => ({
      recent: [choice, ...context.recent.filter(({ key }) => key !== choice.key)].slice(0, MAX_RECENT),
    })),
    forget: assign({ keyword: '', answer: undefined, failure: undefined }),
    tellChosen: tell<PaletteContext, Chosen>((_, { choice }) => toFact(choice)),
  },
}).createMachine({
  id: 'palette',
  description: 'The command palette: closed, or open with its search results.',
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
        idle: { description: 'Nothing is typed: recent choices, pages and actions are offered.' },
        pausing: {
          description: 'The user may still be typing. Earlier results stay visible while they match.',
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
