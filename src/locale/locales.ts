import type shell from './messages/zh-cn.json';
import type { MetricMessages } from './metric-messages.ts';

export type LocaleName = 'zh-cn' | 'en';

/** The language tag for Accept-Language, the `lang` attribute and Intl. */
export const languageTag: Record<LocaleName, string> = { 'zh-cn': 'zh-CN', en: 'en-US' };

type ShellMessages = typeof shell;

/** Every text there is. A feature adds its own where it declares them, so the compiler knows each id. */
export interface KnownMessages extends ShellMessages, MetricMessages {}

export type MessageId = keyof KnownMessages;

/** Texts by id, in ICU message syntax. */
export type Messages = Record<string, string>;

/** What a feature brings along: its own texts in both languages. */
export type FeatureMessages = Record<LocaleName, Messages>;
