import type { MessageId } from '#src/locale/locales.ts';
import { createTexts, formatMessage, type Language } from '#src/locale/text-provider.tsx';
import type { MissingAnswer } from '#src/services/connection.ts';

export type SpokenText = (id: MessageId, values?: Record<string, string | number>) => string;

/** Texts outside of React, in the language that is spoken at that moment. */
export const spokenText =
  (first: Language, current: () => unknown): SpokenText =>
  (id, values) => {
    const language = (current() as Language | undefined) ?? first;
    return formatMessage(createTexts(language.name, language.messages), id, values);
  };

/** What the reader is shown where a call had no usable answer. */
export const silenceWords =
  (text: SpokenText) =>
  ({ kind, ...values }: MissingAnswer): string =>
    text(`silence.${kind}`, values);
