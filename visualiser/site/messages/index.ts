import { joinMessages } from '#src/locale/join-messages.ts';
import type { FeatureMessages } from '#src/locale/locales.ts';
import { messages as coverage } from '../../rooms/coverage/messages/index.ts';
import { messages as live } from '../../rooms/live/messages/index.ts';
import { messages as replay } from '../../rooms/replay/messages/index.ts';
import { messages as simulation } from '../../rooms/simulation/messages/index.ts';
import { messages as trace } from '../../trace/messages/index.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh-cn.json' with { type: 'json' };

type Own = typeof zh;

declare module '#src/locale/locales.ts' {
  interface KnownMessages extends Own {}
}

/** Texts of the gallery and of all rooms. */
export const messages: FeatureMessages = joinMessages({ 'zh-cn': zh, en }, live, replay, simulation, coverage, trace);
