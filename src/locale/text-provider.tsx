import { ConfigProvider } from '@arco-design/web-react';
import type { Locale } from 'date-fns';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createIntl, createIntlCache, type IntlShape, RawIntlProvider, useIntl } from 'react-intl';
import { DEFAULT_TIMEZONE } from '#contracts/rules/business-time.ts';
import { type FeatureMessages, type LocaleName, languageTag, type MessageId, type Messages } from './locales.ts';

/** Everything that belongs to one language: the texts of the shell and of Arco, and the names of months and days. */
export interface Language {
  name: LocaleName;
  messages: Messages;
  /** Texts in which a business line differs. */
  lineMessages: Record<'dj' | 'ec', Partial<Messages>>;
  arcoLocale: NonNullable<Parameters<typeof ConfigProvider>[0]['locale']>;
  dates: Locale;
}

const LanguageContext = createContext<Language | undefined>(undefined);
const TimezoneContext = createContext(DEFAULT_TIMEZONE);
const BusinessTimezoneContext = createContext(DEFAULT_TIMEZONE);

const useLanguage = (): Language => {
  const language = useContext(LanguageContext);
  if (!language) throw new Error('no language is provided');
  return language;
};

export const useLocaleName = (): LocaleName => useLanguage().name;
export const useDateLocale = (): Locale => useLanguage().dates;
export const useTimezone = (): string => useContext(TimezoneContext);
/** The time zone in which the company counts its days. */
export const useBusinessTimezone = (): string => useContext(BusinessTimezoneContext);

/** Formatters of numbers, dates and messages are slow to make, so all texts share them. */
const formatters = createIntlCache();

export const createTexts = (name: LocaleName, messages: Record<string, string>, onError?: (error: Error) => void): IntlShape =>
  createIntl({ locale: languageTag[name], messages, ...(onError && { onError }) }, formatters);

const failLoudly = (error: Error): never => {
  throw error;
};

function Texts({ name, messages, children }: { name: LocaleName; messages: Messages; children: ReactNode }) {
  const intl = useMemo(() => createTexts(name, messages, failLoudly), [name, messages]);
  return <RawIntlProvider value={intl}>{children}</RawIntlProvider>;
}

interface TextProviderProps {
  language: Language;
  /** Time zone of the user. */
  timezone?: string | undefined;
  /** Time zone in which the company counts its days. */
  businessTimezone?: string | undefined;
  children: ReactNode;
}

/** Provides the language and the time zones to everything below, Arco components included. */
export function TextProvider({ language, timezone = DEFAULT_TIMEZONE, businessTimezone = DEFAULT_TIMEZONE, children }: TextProviderProps) {
  return (
    <LanguageContext value={language}>
      <TimezoneContext value={timezone}>
        <BusinessTimezoneContext value={businessTimezone}>
          <ConfigProvider locale={language.arcoLocale} effectGlobalNotice={false}>
            <Texts name={language.name} messages={language.messages}>
              {children}
            </Texts>
          </ConfigProvider>
        </BusinessTimezoneContext>
      </TimezoneContext>
    </LanguageContext>
  );
}

/** Adds the texts of a feature to those of the shell. */
export function FeatureTexts({ messages, children }: { messages: FeatureMessages; children: ReactNode }) {
  const { name, messages: shellMessages } = useLanguage();
  const all = useMemo(() => ({ ...shellMessages, ...messages[name] }), [shellMessages, messages, name]);
  return (
    <Texts name={name} messages={all}>
      {children}
    </Texts>
  );
}

/** Uses the words of a business line where everything below is about that line. */
export function LineTexts({ line, children }: { line: 'dj' | 'ec' | undefined; children: ReactNode }) {
  const { name, lineMessages } = useLanguage();
  const { messages } = useIntl();
  const all = useMemo(
    () => (line === undefined ? messages : { ...messages, ...lineMessages[line] }) as Messages,
    [messages, lineMessages, line],
  );
  return (
    <Texts name={name} messages={all}>
      {children}
    </Texts>
  );
}

/** Texts without ICU syntax are returned as they are, because the browser bundle has no ICU parser. */
export const formatMessage = (intl: IntlShape, id: MessageId, values?: Record<string, string | number>): string => {
  const message: unknown = intl.messages[id];
  return typeof message === 'string' && !/[{<']/.test(message) ? message : intl.formatMessage({ id }, values);
};

/** Returns a function that formats a text by its id: `t('users.count', { count: 3 })`. */
export function useText() {
  const intl = useIntl();
  return useMemo(
    () =>
      (id: MessageId, values?: Record<string, string | number>): string =>
        formatMessage(intl, id, values),
    [intl],
  );
}
