import { type AdGroupSpec, AdPlatformError } from '../ad-platform.ts';
import { type Answer, answersOf, isAnswer, optionalAnswer, optionalNumber, optionalText, textOf, textsOf } from './graph/answer.ts';

type Audience = AdGroupSpec['targeting'];

const GENDERS: Readonly<Record<string, number>> = { male: 1, female: 2 };
/** The text form of each system, as the network expects it. */
const SYSTEMS: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android' };

/** Platform and position of each placement. */
const PLACEMENTS: Readonly<Record<string, readonly [platform: string, position: string]>> = {
  facebook_feed: ['facebook', 'feed'],
  facebook_reels: ['facebook', 'facebook_reels'],
  facebook_story: ['facebook', 'story'],
  facebook_video_feeds: ['facebook', 'video_feeds'],
  facebook_marketplace: ['facebook', 'marketplace'],
  instagram_stream: ['instagram', 'stream'],
  instagram_reels: ['instagram', 'reels'],
  instagram_story: ['instagram', 'story'],
  instagram_explore: ['instagram', 'explore'],
  messenger_story: ['messenger', 'story'],
  audience_network: ['audience_network', 'classic'],
};

const POSITION_FIELDS = ['facebook_positions', 'instagram_positions', 'messenger_positions', 'audience_network_positions'] as const;

const unsupported = (what: string): AdPlatformError =>
  new AdPlatformError('rejected', { code: 100, title: 'Not supported', userMessage: what, fields: ['targeting'] });

function toPlacements(audience: Audience): object {
  if (audience['placement_mode'] !== 'manual') return {};
  const chosen = textsOf(audience, 'placements').flatMap((placement) => {
    const found = PLACEMENTS[placement];
    return found === undefined ? [] : [found];
  });
  const positions = POSITION_FIELDS.flatMap((field) => {
    const own = chosen.filter(([platform]) => field === `${platform}_positions`).map(([, position]) => position);
    return own.length === 0 ? [] : [[field, own]];
  });
  return { publisher_platforms: [...new Set(chosen.map(([platform]) => platform))], ...Object.fromEntries(positions) };
}

/** Custom and lookalike audiences that the ads are shown to, or not shown to, by the field that the network has for each. */
const AUDIENCES = { audiences: 'custom_audiences', excluded_audiences: 'excluded_custom_audiences' } as const;

const toAudiences = (audience: Audience): object =>
  Object.fromEntries(
    Object.entries(AUDIENCES).flatMap(([name, field]) => {
      const chosen = answersOf(audience, name);
      return chosen.length === 0 ? [] : [[field, chosen.map((one) => ({ id: textOf(one, 'id'), name: optionalText(one, 'name') ?? '' }))]];
    }),
  );

const readAudiences = (targeting: Answer): object =>
  Object.fromEntries(
    Object.entries(AUDIENCES).flatMap(([name, field]) => {
      const chosen = answersOf(targeting, field);
      return chosen.length === 0 ? [] : [[name, chosen.map((one) => ({ id: textOf(one, 'id'), name: optionalText(one, 'name') ?? '' }))]];
    }),
  );

/**
 * The audience in the network's terms. Languages and interests are ids of the network's own lists; a word of ours in their place is
 * refused before anything is sent.
 */
export function toTargeting(audience: Audience): object {
  const locales = textsOf(audience, 'locales');
  const interests = answersOf(audience, 'interests');
  if (locales.some((locale) => !/^\d+$/.test(locale))) throw unsupported('Languages must be chosen from the list of the platform.');
  if (interests.some((interest) => !/^\d+$/.test(optionalText(interest, 'id') ?? '')))
    throw unsupported('Interests must be chosen from the list of the platform.');
  const gender = GENDERS[optionalText(audience, 'genders') ?? ''];
  const system = SYSTEMS[optionalText(audience, 'os') ?? ''];
  return {
    geo_locations: { countries: audience.countries },
    age_min: optionalNumber(audience, 'age_min') ?? undefined,
    age_max: optionalNumber(audience, 'age_max') ?? undefined,
    ...(gender === undefined ? {} : { genders: [gender] }),
    ...(locales.length === 0 ? {} : { locales: locales.map(Number) }),
    ...(system === undefined ? {} : { user_os: [system] }),
    ...(interests.length === 0
      ? {}
      : { flexible_spec: [{ interests: interests.map((one) => ({ id: textOf(one, 'id'), name: optionalText(one, 'name') ?? '' })) }] }),
    ...toAudiences(audience),
    ...toPlacements(audience),
    // Always stated, because the network widens the audience otherwise.
    targeting_automation: { advantage_audience: 0 },
  };
}

const keyOfValue = <Value>(table: Readonly<Record<string, Value>>, value: Value): string | undefined =>
  Object.keys(table).find((key) => table[key] === value);

function readPlacements(targeting: Answer): object {
  const positions = POSITION_FIELDS.flatMap((field) =>
    textsOf(targeting, field).map((position) => [field.replace(/_positions$/, ''), position] as const),
  );
  if (positions.length === 0) return {};
  const placements = positions.flatMap(([platform, position]) => {
    const [name] = Object.entries(PLACEMENTS).find(([, [its, own]]) => its === platform && own === position) ?? [];
    return name === undefined ? [] : [name];
  });
  return { placement_mode: 'manual', placements };
}

/** The audience in the product's terms, as far as the product knows them. */
export function readTargeting(targeting: Answer | null): Audience {
  if (targeting === null) return { countries: [] };
  const places = optionalAnswer(targeting, 'geo_locations');
  const [gender, ...others] = Array.isArray(targeting['genders']) ? targeting['genders'] : [];
  const [system] = textsOf(targeting, 'user_os');
  const locales = Array.isArray(targeting['locales']) ? targeting['locales'].map(String) : [];
  const interests = answersOf(targeting, 'flexible_spec').flatMap((spec) => answersOf(spec, 'interests'));
  const ages = (['age_min', 'age_max'] as const).flatMap((field) => {
    const age = optionalNumber(targeting, field);
    return age === null ? [] : [[field, age]];
  });
  return {
    countries: places === null ? [] : textsOf(places, 'countries'),
    ...Object.fromEntries(ages),
    ...(typeof gender === 'number' && others.length === 0 ? { genders: keyOfValue(GENDERS, gender) ?? 'all' } : {}),
    ...(system === undefined ? {} : { os: keyOfValue(SYSTEMS, system) ?? 'all' }),
    ...(locales.length === 0 ? {} : { locales }),
    ...(interests.length === 0
      ? {}
      : { interests: interests.filter(isAnswer).map((one) => ({ id: textOf(one, 'id'), name: optionalText(one, 'name') ?? '' })) }),
    ...readAudiences(targeting),
    ...readPlacements(targeting),
  };
}
