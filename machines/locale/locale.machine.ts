import { assign, setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';

export type LocaleName = 'zh-cn' | 'en';

/** All texts in one language; only the views know their content. */
export type Language = { name: LocaleName };

interface LocaleContext {
  /** The shown language. */
  language: Language;
  /** The language that was requested last. */
  wanted: LocaleName;
}

export type LocaleEvent =
  | { type: 'locale.chosen'; locale: LocaleName }
  /** Another browser tab changed the language. */
  | { type: 'locale.changedElsewhere'; locale: LocaleName };

/** The language of the console. The old one stays until the new one has loaded. */
export const localeMachine = setup({
  types: {} as { context: LocaleContext; events: LocaleEvent; input: { language: Language }; tags: 'busy' },
  actors: { loadLanguage: missingActor<Language, { locale: LocaleName }>('loadLanguage') },
  guards: {
    /** Compared with the last request, so that the old language can be chosen again while the new one loads. */
    isAnotherLocale: ({ context }, { locale }: { locale: LocaleName }) => locale !== context.wanted,
  },
  actions: {
    keepWanted: assign((_, { locale }: { locale: LocaleName }) => ({ wanted: locale })),
    resetWanted: assign(({ context }) => ({ wanted: context.language.name })),
    showLanguage: assign((_, { language }: { language: Language }) => ({ language })),
    storeLocale: effect<{ locale: LocaleName }>('storeLocale'),
    setDocumentLanguage: effect<{ locale: LocaleName }>('setDocumentLanguage'),
    announceLanguageFailure: effect('announceLanguageFailure'),
  },
}).createMachine({
  id: 'locale',
  description: 'Chinese or English, including the names of months and days.',
  context: ({ input }) => ({ language: input.language, wanted: input.language.name }),
  initial: 'shown',
  on: {
    'locale.chosen': [
      {
        guard: { type: 'isAnotherLocale', params: ({ event }) => event },
        target: '.loading',
        reenter: true,
        actions: [
          { type: 'keepWanted', params: ({ event }) => event },
          { type: 'storeLocale', params: ({ event }) => event },
        ],
      },
    ],
    'locale.changedElsewhere': {
      guard: { type: 'isAnotherLocale', params: ({ event }) => event },
      target: '.loading',
      reenter: true,
      actions: { type: 'keepWanted', params: ({ event }) => event },
    },
  },
  states: {
    shown: {
      description: 'All texts are in one language.',
      entry: { type: 'setDocumentLanguage', params: ({ context }) => ({ locale: context.language.name }) },
    },
    loading: {
      description: 'Another language is loading; the old one stays until then.',
      tags: 'busy',
      invoke: {
        id: 'loadLanguage',
        src: 'loadLanguage',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'shown', actions: { type: 'showLanguage', params: ({ event }) => ({ language: event.output }) } },
        onError: { target: 'shown', actions: ['resetWanted', 'announceLanguageFailure'] },
      },
    },
  },
});
