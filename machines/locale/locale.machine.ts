import { assign, setup } from 'xstate';
import { effect, missingActor } from '../kernel/placeholders.ts';

export type LocaleName = 'zh-cn' | 'en';

/** Everything said in one language; only the views know what is inside. */
export type Language = { name: LocaleName };

interface LocaleContext {
  /** What is shown. */
  language: Language;
  /** What was asked for last. */
  wanted: LocaleName;
}

export type LocaleEvent =
  | { type: 'locale.chosen'; locale: LocaleName }
  /** Another tab of the browser chose. */
  | { type: 'locale.followed'; locale: LocaleName };

/** The language of the console. The old one stays until the new one has been fetched. */
export const localeMachine = setup({
  types: {} as { context: LocaleContext; events: LocaleEvent; input: { language: Language }; tags: 'busy' },
  actors: { loadLanguage: missingActor<Language, { locale: LocaleName }>('loadLanguage') },
  guards: {
    /** Compared with what was asked for last: while the new one is on its way, the old one can be chosen again. */
    isOther: ({ context }, { locale }: { locale: LocaleName }) => locale !== context.wanted,
  },
  actions: {
    want: assign((_, { locale }: { locale: LocaleName }) => ({ wanted: locale })),
    wantWhatIs: assign(({ context }) => ({ wanted: context.language.name })),
    speak: assign((_, { language }: { language: Language }) => ({ language })),
    storeLocale: effect<{ locale: LocaleName }>('storeLocale'),
    nameLanguage: effect<{ locale: LocaleName }>('nameLanguage'),
    tellMissing: effect('tellMissing'),
  },
}).createMachine({
  id: 'locale',
  description: 'Chinese or English, with the names of months and days to match.',
  context: ({ input }) => ({ language: input.language, wanted: input.language.name }),
  initial: 'speaking',
  on: {
    'locale.chosen': [
      {
        guard: { type: 'isOther', params: ({ event }) => event },
        target: '.fetching',
        reenter: true,
        actions: [
          { type: 'want', params: ({ event }) => event },
          { type: 'storeLocale', params: ({ event }) => event },
        ],
      },
    ],
    'locale.followed': {
      guard: { type: 'isOther', params: ({ event }) => event },
      target: '.fetching',
      reenter: true,
      actions: { type: 'want', params: ({ event }) => event },
    },
  },
  states: {
    speaking: {
      description: 'Every text is in one language.',
      entry: { type: 'nameLanguage', params: ({ context }) => ({ locale: context.language.name }) },
    },
    fetching: {
      description: 'Texts of another language are on their way; those of the old one stay until then.',
      tags: 'busy',
      invoke: {
        id: 'loadLanguage',
        src: 'loadLanguage',
        input: ({ context }) => ({ locale: context.wanted }),
        onDone: { target: 'speaking', actions: { type: 'speak', params: ({ event }) => ({ language: event.output }) } },
        onError: { target: 'speaking', actions: ['wantWhatIs', 'tellMissing'] },
      },
    },
  },
});
