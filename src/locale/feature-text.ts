import { createIntl, createIntlCache } from 'react-intl';
import { type FeatureMessages, type LocaleName, languageTag, type MessageId } from './locales.ts';
import { formatMessage } from './text-provider.tsx';

/** Formats a text of a feature outside of React, for messages that no view renders. */
export const featureText = (
  messages: FeatureMessages,
  locale: LocaleName,
  id: MessageId,
  values?: Record<string, string | number>,
): string => formatMessage(createIntl({ locale: languageTag[locale], messages: messages[locale] }, createIntlCache()), id, values);
