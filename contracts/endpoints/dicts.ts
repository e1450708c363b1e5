import { type Static, Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { noted } from './noted.ts';
import { CallToAction } from './posts.ts';
import { Exact, OneOf } from './shapes.ts';

export const dictNames = [
  'timezones',
  'reasons',
  'languages',
  'locales',
  'countries',
  'currencies',
  'genres',
  'interests',
  'call_to_actions',
  'placements',
  'tags',
] as const;

export const DictEntry = Exact({
  value: noted(Type.String(), { zh: '存储和发送的值。', en: 'What is stored and sent.' }),
  label_zh: Type.String(),
  label_en: Type.String(),
});
export type DictEntry = Static<typeof DictEntry>;

const ButtonEntry = Exact({ value: CallToAction, label_zh: Type.String(), label_en: Type.String() });
export type ButtonEntry = Static<typeof ButtonEntry>;

export const listDicts = endpoint({
  name: 'dicts.list',
  method: 'POST',
  path: '/sys-dicts/list',
  summary: { zh: '字典', en: 'Dictionaries' },
  access: 'signedIn',
  effect: 'read',
  request: Exact({ names: Type.Array(OneOf(dictNames), { minItems: 1, maxItems: dictNames.length, uniqueItems: true }) }),
  reply: Exact({
    timezones: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: 'IANA 时区；只在被问到时出现。',
      en: 'IANA names; only where asked for.',
    }),
    reasons: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '全部错误原因及其说明；只在被问到时出现。',
      en: 'Every reason with its words; only where asked for.',
    }),
    languages: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '内容的语言，ISO 639-1；只在被问到时出现。',
      en: 'Languages of content, ISO 639-1; only where asked for.',
    }),
    locales: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '受众的语言：内容的全部语言，以及广告平台单列的地区变体，如 fr-CA；只在被问到时出现。',
      en: 'Languages of audiences: those of content, and the forms of them that ad networks list, such as fr-CA; only where asked for.',
    }),
    countries: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '国家与地区，ISO 3166-1 两位代码；只在被问到时出现。',
      en: 'Countries and regions, ISO 3166-1 alpha-2; only where asked for.',
    }),
    currencies: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '可用的币种，ISO 4217；只在被问到时出现。',
      en: 'Currencies in use, ISO 4217; only where asked for.',
    }),
    genres: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '短剧题材；只在被问到时出现。',
      en: 'Genres of dramas; only where asked for.',
    }),
    interests: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '受众的兴趣，value 是平台的编号；只在被问到时出现。',
      en: 'Interests of audiences, by the ids of the ad network; only where asked for.',
    }),
    call_to_actions: noted(Type.Optional(Type.Array(ButtonEntry)), {
      zh: '帖子与广告的行动号召按钮；只在被问到时出现。',
      en: 'Buttons of posts and ads; only where asked for.',
    }),
    placements: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '方案可选的广告版位；只在被问到时出现。',
      en: 'Placements that a scheme can choose; only where asked for.',
    }),
    tags: noted(Type.Optional(Type.Array(DictEntry)), {
      zh: '提问者看得到的素材的标签，用得最多的在前，最多 200 个；只在被问到时出现。',
      en: 'Tags of the creatives that the reader may see, the most used first, 200 at most; only where asked for.',
    }),
  }),
});
