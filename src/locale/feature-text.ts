import { type FeatureMessages, type LocaleName, type MessageId } from './locales.ts';
import { createTexts, formatMessage } from './text-provider.tsx';

/** Formats a text of a feature outside of React, for messages that no view renders. */
export const featureText = (
  messages: FeatureMessages,
  locale: LocaleName,
  id: MessageId,
  values?: Record<string, string | number>,
): string => formatMessage(createTexts(locale, messages[locale]), id, values);
