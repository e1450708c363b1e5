import type shell from './messages/zh-cn.json';
import type { MetricMessages } from './metric-messages.ts';

export type LocaleName = 'zh-cn' | 'en';

/** The language tag for Accept-Language, the `lang` attribute and Intl. */
export const languageTag: Record<LocaleName, string> = { 'zh-cn': 'zh-CN', en: 'en-US' };

type ShellMessages = typeof shell;

/** All known texts. A feature declares its own texts by augmenting this interface, so that the compiler knows each id. */
export interface KnownMessages extends ShellMessages, MetricMessages {}

export type MessageId = keyof KnownMessages;

/** Texts by id, in ICU message syntax. */
export type Messages = Record<string, string>;

/** The texts of a feature in both languages. */
export type FeatureMessages = Record<LocaleName, Messages>;
