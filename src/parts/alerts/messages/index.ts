import type { FeatureMessages } from '#src/locale/locales.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh-cn.json' with { type: 'json' };

type Own = typeof zh;

declare module '#src/locale/locales.ts' {
  interface KnownMessages extends Own {}
}

export const messages: FeatureMessages = { 'zh-cn': zh, en };
