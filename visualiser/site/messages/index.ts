import type { FeatureMessages } from '#src/locale/locales.ts';
import { messages as coverage } from '../../rooms/coverage/messages/index.ts';
import { messages as live } from '../../rooms/live/messages/index.ts';
import { messages as replay } from '../../rooms/replay/messages/index.ts';
import { messages as simulation } from '../../rooms/simulation/messages/index.ts';
import en from './en.json' with { type: 'json' };
import zh from './zh-cn.json' with { type: 'json' };

type Own = typeof zh;

declare module '#src/locale/locales.ts' {
  interface KnownMessages extends Own {}
}

const rooms = [live, replay, simulation, coverage];

/** Texts of the gallery and of all rooms beside it. */
export const messages: FeatureMessages = {
  'zh-cn': Object.assign({}, zh, ...rooms.map((room) => room['zh-cn'])),
  en: Object.assign({}, en, ...rooms.map((room) => room.en)),
};
