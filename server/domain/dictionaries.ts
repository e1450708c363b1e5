import type { ButtonEntry, DictEntry } from '#contracts/endpoints/dicts.ts';
import { placementWords } from '#contracts/rules/breakdowns.ts';
import { callsToAction, callToActionWords } from '#contracts/vocabulary/posts.ts';
import type { Dictionary, WordsOf } from '#contracts/vocabulary/vocabulary.ts';
import { reasonTexts } from './messages.ts';

/** An entry that is called as it is written. */
export const toSameEntry = (value: string): DictEntry => ({ value, label_zh: value, label_en: value });
const toEntries = (words: Readonly<Record<string, readonly [zh: string, en: string]>>): DictEntry[] =>
  Object.entries(words).map(([value, [label_zh, label_en]]) => ({ value, label_zh, label_en }));
const toWordedEntries = (words: WordsOf<string>): DictEntry[] =>
  Object.entries(words).map(([value, { zh, en }]) => ({ value, label_zh: zh, label_en: en }));

const buttons = callsToAction.map((value): ButtonEntry => {
  const { zh, en } = callToActionWords[value];
  return { value, label_zh: zh, label_en: en };
});

const toNamedEntries = (type: 'language' | 'region' | 'currency', codes: readonly string[]): DictEntry[] => {
  const [zh, en] = ['zh-CN', 'en'].map((locale) => new Intl.DisplayNames(locale, { type, fallback: 'code' }));
  return codes.map((value) => ({ value, label_zh: zh?.of(value) ?? value, label_en: en?.of(value) ?? value }));
};

/** Languages of content. */
const LANGUAGES = (
  'en es pt id th ja ko de fr it ar tr vi ms ru hi pl nl fil zh ' +
  'af az bg bs ca cs da el et fa fi gu he hr hu hy ka kk km kn ky lo lt lv mk ml mn mr my ne no pa ro si sk sl sq sr sv sw ta te uk ur uz'
).split(' ');

/** Forms of a language that ad networks list by themselves; es-LA is the Spanish of Latin America. */
const LANGUAGE_FORMS: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  'en-US': ['英语（美国）', 'English (US)'],
  'en-GB': ['英语（英国）', 'English (UK)'],
  'es-ES': ['西班牙语（西班牙）', 'Spanish (Spain)'],
  'es-LA': ['西班牙语（拉丁美洲）', 'Spanish (Latin America)'],
  'pt-BR': ['葡萄牙语（巴西）', 'Portuguese (Brazil)'],
  'pt-PT': ['葡萄牙语（葡萄牙）', 'Portuguese (Portugal)'],
  'fr-FR': ['法语（法国）', 'French (France)'],
  'fr-CA': ['法语（加拿大）', 'French (Canada)'],
  'nl-BE': ['荷兰语（比利时）', 'Dutch (Belgium)'],
  'zh-CN': ['中文（简体）', 'Chinese (simplified)'],
  'zh-TW': ['中文（繁体，台湾）', 'Chinese (traditional, Taiwan)'],
  'zh-HK': ['中文（繁体，香港）', 'Chinese (traditional, Hong Kong)'],
};

/** Each language of content, called that of all its forms where it has some, followed by them. */
const toLocales = (languages: readonly DictEntry[]): DictEntry[] => {
  const forms = toEntries(LANGUAGE_FORMS);
  return languages.flatMap((language) => {
    const own = forms.filter(({ value }) => value.startsWith(`${language.value}-`));
    if (own.length === 0) return [language];
    return [{ ...language, label_zh: `${language.label_zh}（全部）`, label_en: `${language.label_en} (all)` }, ...own];
  });
};

/** Current ISO 3166-1 codes of countries and regions. */
const COUNTRIES = (
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM ' +
  'CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW ' +
  'GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ' +
  'ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT ' +
  'PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA ' +
  'UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** The rows of the table `currency`. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'HKD', 'BRL', 'TWD', 'IDR', 'JPY', 'KRW', 'VND'];

const languages = toNamedEntries('language', LANGUAGES);

/** Choices in forms, the same for all users. */
export const dictionaries = {
  timezones: [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map(toSameEntry),
  reasons: toWordedEntries(reasonTexts),
  languages,
  locales: toLocales(languages),
  countries: toNamedEntries('region', COUNTRIES),
  currencies: toNamedEntries('currency', CURRENCIES),
  genres: toEntries({
    romance: ['都市言情', 'Romance'],
    ceo: ['霸道总裁', 'CEO romance'],
    revenge: ['复仇', 'Revenge'],
    rebirth: ['重生', 'Rebirth'],
    fantasy: ['奇幻', 'Fantasy'],
    werewolf: ['狼人', 'Werewolf'],
    family: ['家庭伦理', 'Family'],
    comedy: ['喜剧', 'Comedy'],
    suspense: ['悬疑', 'Suspense'],
    historical: ['古装', 'Period'],
    campus: ['校园', 'Campus'],
    action: ['动作', 'Action'],
  }),
  // By the ids of the simulated ad network.
  interests: toEntries({
    6003107902433: ['肥皂剧', 'Soap operas'],
    6003107903550: ['短片', 'Short films'],
    6003107904667: ['流媒体', 'Streaming media'],
    6003107905784: ['剧情片', 'Drama movies'],
    6003107906901: ['言情小说', 'Romance novels'],
    6003107908018: ['网络小说', 'Web novels'],
    6003107909135: ['奇幻小说', 'Fantasy books'],
    6003107910252: ['狼人题材', 'Werewolf fiction'],
    6003107911369: ['吸血鬼题材', 'Vampire fiction'],
    6003107912486: ['真人秀', 'Reality TV'],
    6003107913603: ['韩剧', 'Korean drama'],
    6003107914720: ['拉美电视剧', 'Telenovelas'],
    6003107915837: ['宝莱坞电影', 'Bollywood movies'],
    6003107916954: ['动画', 'Anime movies'],
    6003107918071: ['漫画', 'Comics'],
    6003107919188: ['手机游戏', 'Mobile games'],
    6003107920305: ['音乐', 'Music'],
    6003107921422: ['名人', 'Celebrities'],
    6003107922539: ['婚礼', 'Weddings'],
    6003107923656: ['约会交友', 'Dating'],
    6003107924773: ['婚姻', 'Marriage'],
    6003107925890: ['育儿', 'Parenting'],
    6003107927007: ['家庭', 'Family'],
    6003107928124: ['阅读', 'Reading'],
    6003107929241: ['电子书', 'E-books'],
    6003107930358: ['网上购物', 'Online shopping'],
    6003107931475: ['折扣店', 'Discount stores'],
    6003107932592: ['优惠券', 'Coupons'],
    6003107933709: ['美容', 'Beauty'],
    6003107934826: ['化妆品', 'Cosmetics'],
    6003107935943: ['护肤', 'Skin care'],
    6003107937060: ['时尚', 'Fashion accessories'],
    6003107938177: ['珠宝', 'Jewellery'],
    6003107939294: ['鞋履', 'Shoes'],
    6003107940411: ['家居装饰', 'Home decor'],
    6003107941528: ['厨房用品', 'Kitchenware'],
    6003107942645: ['园艺', 'Gardening'],
    6003107943762: ['宠物', 'Pets'],
    6003107944879: ['瑜伽', 'Yoga'],
    6003107945996: ['跑步', 'Running'],
    6003107947113: ['健身', 'Physical fitness'],
    6003107948230: ['户外运动', 'Outdoor recreation'],
    6003107949347: ['露营', 'Camping'],
    6003107950464: ['旅行', 'Travel'],
    6003107951581: ['汽车', 'Automobiles'],
    6003107952698: ['消费电子', 'Consumer electronics'],
    6003107953815: ['智能家居', 'Smart home'],
    6003107954932: ['智能手机', 'Smartphones'],
  }),
  call_to_actions: buttons,
  placements: toWordedEntries(placementWords),
} satisfies Record<string, DictEntry[]>;

const valuesOf = (entries: readonly DictEntry[]): ReadonlySet<string> => new Set(entries.map(({ value }) => value));
const valueSets = {
  timezones: valuesOf(dictionaries.timezones),
  languages: valuesOf(dictionaries.languages),
  countries: valuesOf(dictionaries.countries),
  currencies: valuesOf(dictionaries.currencies),
  genres: valuesOf(dictionaries.genres),
  call_to_actions: valuesOf(dictionaries.call_to_actions),
};

/** True for a value of the dictionary. */
export const isListed = (name: keyof typeof valueSets, value: string): boolean => valueSets[name].has(value);

/** Name of a dictionary value; the value itself when the dictionary no longer has it, and of a tag, which is its own name. */
export function listedName(name: keyof typeof valueSets | Dictionary, value: string): { zh: string; en: string } {
  const all: readonly DictEntry[] = name === 'tags' ? [] : dictionaries[name];
  const found = all.find((entry) => entry.value === value);
  return { zh: found?.label_zh ?? value, en: found?.label_en ?? value };
}
