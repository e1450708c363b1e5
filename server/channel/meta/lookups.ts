import { type AdGroupSpec, AdPlatformError, type RemoteInterest, type Tok } from '../ad-platform.ts';
import { type Answer, answersOf, optionalNumber, optionalText, textsOf } from './graph/answer.ts';
import type { Graph } from './graph/call.ts';

type Audience = AdGroupSpec['targeting'];

/** Translates languages and interests of an audience into entries of the network's own lists. */
export type ResolveAudience = (t: Tok, audience: Audience) => Promise<Audience>;

/** Translations that are remembered at most. */
const MAX_KNOWN = 5_000;
const ENTRIES = 100;

const notListed = (userMessage: string, field: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, title: 'Not in the list of the platform', userMessage, fields: [field] });

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The name of one form of a language in the network's list, or its names of different times. */
const FORM_NAMES: Readonly<Record<string, readonly string[]>> = {
  'en-US': ['English (US)'],
  'en-GB': ['English (UK)'],
  'es-ES': ['Spanish (Spain)'],
  'es-LA': ['Spanish'],
  'pt-BR': ['Portuguese (Brazil)'],
  'pt-PT': ['Portuguese (Portugal)'],
  'fr-FR': ['French (France)'],
  'fr-CA': ['French (Canada)'],
  'nl-BE': ['Dutch (België)', 'Dutch (Belgium)'],
  'zh-CN': ['Simplified Chinese (China)'],
  'zh-TW': ['Traditional Chinese (Taiwan)'],
  'zh-HK': ['Traditional Chinese (Hong Kong)'],
};

/** The English name of a language, by which the network's list is searched; undefined for a code that is none. */
function nameOfLanguage(code: string): string | undefined {
  const [form] = FORM_NAMES[code] ?? [];
  if (form !== undefined) return form.replace(/ \(.*/, '');
  try {
    return languageNames.of(code);
  } catch {
    return undefined;
  }
}

/** The entries of one language: that of the form, or the entry for all its forms where there is one, else every form. */
function chooseLocales(rows: readonly Answer[], code: string, name: string): number[] {
  const named = rows.flatMap((row) => {
    const key = optionalNumber(row, 'key');
    return key === null ? [] : [{ key, name: optionalText(row, 'name') ?? '' }];
  });
  const form = FORM_NAMES[code];
  if (form !== undefined) return named.filter((one) => form.includes(one.name)).map(({ key }) => key);
  const whole = named.find((one) => one.name === `${name} (All)`);
  if (whole !== undefined) return [whole.key];
  return named.filter((one) => one.name === name || one.name.startsWith(`${name} (`)).map(({ key }) => key);
}

export interface Lookups {
  readonly resolveAudience: ResolveAudience;
  /** Translates the languages of an audience back into codes; what is none of the product's languages keeps the network's number. */
  readonly nameLanguages: ResolveAudience;
  searchInterests(t: Tok, words: string): Promise<RemoteInterest[]>;
}

/**
 * Creates the lookups in the network's lists. Each language and interest of an audience is asked for once. The network says of a number
 * of its list nothing, so the numbers of all `languages`, the codes of the product, are asked for when the first audience is read back.
 */
export function createLookups(graph: Graph, languages: readonly string[]): Lookups {
  const knownLocales = new Map<string, readonly number[]>();
  const knownInterests = new Map<string, RemoteInterest>();

  async function search({ token }: Tok, parameters: Record<string, unknown>): Promise<Answer[]> {
    return answersOf(await graph.call({ method: 'GET', path: '/search', token, parameters: { ...parameters, limit: ENTRIES } }), 'data');
  }

  async function resolveLocale(t: Tok, code: string): Promise<readonly number[]> {
    if (/^\d+$/.test(code)) return [Number(code)];
    const known = knownLocales.get(code);
    if (known !== undefined) return known;
    const name = nameOfLanguage(code);
    const keys = name === undefined ? [] : chooseLocales(await search(t, { type: 'adlocale', q: name }), code, name);
    if (keys.length === 0)
      throw notListed(`The platform does not list the language ${FORM_NAMES[code]?.[0] ?? name ?? code}.`, 'targeting.locales');
    if (knownLocales.size >= MAX_KNOWN) knownLocales.clear();
    knownLocales.set(code, keys);
    return keys;
  }

  /** An interest whose id the network does not know is looked for by its name, which must be the same. */
  async function resolveInterest(t: Tok, { id, name }: RemoteInterest, isValid: boolean): Promise<RemoteInterest> {
    if (isValid) return { id, name };
    const rows = name === '' ? [] : await search(t, { type: 'adinterest', q: name });
    const found = rows.find((row) => optionalText(row, 'name')?.toLowerCase() === name.toLowerCase());
    const foundId = found === undefined ? null : optionalText(found, 'id');
    if (foundId === null) throw notListed(`The platform does not list the interest ${name === '' ? id : name}.`, 'targeting.interests');
    return { id: foundId, name };
  }

  async function resolveInterests(t: Tok, interests: readonly RemoteInterest[]): Promise<RemoteInterest[]> {
    const asked = interests.filter(({ id }) => !knownInterests.has(id));
    const numbers = asked.map(({ id }) => id).filter((id) => /^\d+$/.test(id));
    const rows = numbers.length === 0 ? [] : await search(t, { type: 'adinterestvalid', interest_fbid_list: numbers });
    const valid = new Set(rows.flatMap((row) => (row['valid'] === true ? [optionalText(row, 'id')] : [])));
    const resolved = new Map<string, RemoteInterest>();
    for (const interest of interests)
      resolved.set(interest.id, knownInterests.get(interest.id) ?? (await resolveInterest(t, interest, valid.has(interest.id))));
    if (knownInterests.size + asked.length > MAX_KNOWN) knownInterests.clear();
    for (const [id, interest] of resolved) knownInterests.set(id, interest);
    return [...resolved.values()];
  }

  async function searchInterests(t: Tok, words: string): Promise<RemoteInterest[]> {
    const rows = await search(t, { type: 'adinterest', q: words });
    return rows.flatMap((row) => {
      const [id, name] = [optionalText(row, 'id'), optionalText(row, 'name')];
      return id === null || name === null ? [] : [{ id, name }];
    });
  }

  async function resolveAudience(t: Tok, audience: Audience): Promise<Audience> {
    const locales = textsOf(audience, 'locales');
    const interests = answersOf(audience, 'interests').map((one) => ({
      id: optionalText(one, 'id') ?? '',
      name: optionalText(one, 'name') ?? '',
    }));
    const keys: number[] = [];
    for (const code of locales) keys.push(...(await resolveLocale(t, code)));
    return {
      ...audience,
      ...(locales.length === 0 ? {} : { locales: [...new Set(keys)].map(String) }),
      ...(interests.length === 0 ? {} : { interests: await resolveInterests(t, interests) }),
    };
  }

  /** The product's languages with their numbers, those of the network's list at the time. */
  let listed: Promise<readonly { code: string; keys: readonly string[] }[]> | undefined;
  async function listLanguages(t: Tok) {
    const found: { code: string; keys: readonly string[] }[] = [];
    /** By the name that was searched for, which a language shares with its forms. */
    const searched = new Map<string, Answer[]>();
    async function searchOnce(name: string): Promise<Answer[]> {
      const rows = searched.get(name) ?? (await search(t, { type: 'adlocale', q: name }));
      searched.set(name, rows);
      return rows;
    }
    for (const code of languages) {
      const name = nameOfLanguage(code) ?? code;
      const keys = knownLocales.get(code) ?? chooseLocales(await searchOnce(name), code, name);
      if (keys.length > 0) knownLocales.set(code, keys);
      if (keys.length > 0) found.push({ code, keys: keys.map(String) });
    }
    return found;
  }

  async function nameLanguages(t: Tok, audience: Audience): Promise<Audience> {
    let numbers = textsOf(audience, 'locales');
    if (numbers.length === 0) return audience;
    listed ??= listLanguages(t);
    // What is read is worth more than its names, so a search that fails is repeated with the next audience.
    const known = await listed.catch(() => {
      listed = undefined;
      return [];
    });
    const codes: string[] = [];
    for (const { code, keys } of known) {
      if (!keys.every((key) => numbers.includes(key))) continue;
      codes.push(code);
      numbers = numbers.filter((number) => !keys.includes(number));
    }
    return { ...audience, locales: [...codes, ...numbers] };
  }

  return { resolveAudience, nameLanguages, searchInterests };
}
