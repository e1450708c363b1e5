import { joinMessages } from '#src/locale/join-messages.ts';
import type { FeatureMessages } from '#src/locale/locales.ts';
import { messages as assets } from '#src/parts/assets/messages/index.ts';
import { messages as reports } from '#src/parts/reports/messages/index.ts';
import { messages as rules } from '#src/parts/rules/messages/index.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh-cn.json' with { type: 'json' };

type Own = typeof zh;

declare module '#src/locale/locales.ts' {
  interface KnownMessages extends Own {}
}

export const messages: FeatureMessages = joinMessages({ 'zh-cn': zh, en }, assets, reports, rules);
