import { createIntl, createIntlCache } from 'react-intl';
import { languageTag, type MessageId } from '#src/locale/locales.ts';
import { type Language, worded } from '#src/locale/text-provider.tsx';

/** Texts outside of React, in the language that is spoken at that moment. */
export const spokenText =
  (first: Language, current: () => unknown) =>
  (id: MessageId, values?: Record<string, string | number>): string => {
    const language = (current() as Language | undefined) ?? first;
    const intl = createIntl({ locale: languageTag[language.name], messages: language.messages }, createIntlCache());
    return worded(intl, id, values);
  };
