import { ConfigProvider } from '@arco-design/web-react';
import type { Locale } from 'date-fns';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider, useIntl } from 'react-intl';
import { type FeatureMessages, type LocaleName, languageTag, type MessageId, type Messages } from './locales.ts';

/** Everything one language needs: the shell's texts, the kit's own texts, and names of months and days. */
export interface Language {
  name: LocaleName;
  messages: Messages;
  kit: NonNullable<Parameters<typeof ConfigProvider>[0]['locale']>;
  dates: Locale;
}

const LanguageContext = createContext<Language | undefined>(undefined);
const TimezoneContext = createContext('Asia/Shanghai');

const useLanguage = (): Language => {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('no language is provided');
  return language;
};

export const useLocaleName = (): LocaleName => useLanguage().name;
export const useDateLocale = (): Locale => useLanguage().dates;
export const useTimezone = (): string => useContext(TimezoneContext);

function Texts({ name, messages, children }: { name: LocaleName; messages: Messages; children: ReactNode }) {
  const intl = useMemo(
    () =>
      createIntl(
        {
          locale: languageTag[name],
          messages,
          onError: (error) => {
            throw error;
          },
        },
        createIntlCache(),
      ),
    [name, messages],
  );
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

/** The language of everything below, the kit's included. */
export function TextProvider({ language, timezone, children }: { language: Language; timezone: string; children: ReactNode }) {
  return (
    <LanguageContext value={language}>
      <TimezoneContext value={timezone}>
        <ConfigProvider locale={language.kit} effectGlobalNotice={false}>
          <Texts name={language.name} messages={language.messages}>
            {children}
          </Texts>
        </ConfigProvider>
      </TimezoneContext>
    </LanguageContext>
  );
}

/** Adds a feature's own texts to those of the shell. */
export function FeatureTexts({ messages, children }: { messages: FeatureMessages; children: ReactNode }) {
  const { name, messages: shell } = useLanguage();
  const all = useMemo(() => ({ ...shell, ...messages[name] }), [shell, messages, name]);
  return (
    <Texts name={name} messages={all}>
      {children}
    </Texts>
  );
}

/** A text without syntax needs no formatting, and in the browser there is nothing that could parse it. */
export const worded = (intl: IntlShape, id: MessageId, values?: Record<string, string | number>): string => {
  const message: unknown = intl.messages[id];
  return typeof message === 'string' && !/[{<']/.test(message) ? message : intl.formatMessage({ id }, values);
};

/** Text by id. `t('users.count', { count: 3 })` */
export function useText() {
  const intl = useIntl();
  return useMemo(
    () =>
      (id: MessageId, values?: Record<string, string | number>): string =>
        worded(intl, id, values),
    [intl],
  );
}
