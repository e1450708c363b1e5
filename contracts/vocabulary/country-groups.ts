import type { Words } from './vocabulary.ts';

/** Countries that are usually targeted together, as ISO 3166-1 alpha-2 codes. A scheme takes every group as a whole. */
interface CountryGroup {
  readonly label: Words;
  readonly countries: readonly string[];
}

const codes = (list: string): readonly string[] => list.split(' ');

/** In the order in which they are offered. */
export const countryGroups = {
  tier1: { label: { zh: 'T1', en: 'Tier 1' }, countries: codes('US CA GB IE AU NZ DE FR NL BE AT CH SE NO DK FI') },
  english: { label: { zh: '英语国家', en: 'English-speaking' }, countries: codes('US CA GB IE AU NZ') },
  west: {
    label: { zh: '欧美', en: 'North America and Western Europe' },
    countries: codes('US CA GB IE DE FR IT ES PT NL BE LU AT CH SE NO DK FI'),
  },
  southeast_asia: { label: { zh: '东南亚', en: 'Southeast Asia' }, countries: codes('ID TH VN PH MY SG KH MM LA BN') },
  east_asia: { label: { zh: '日韩', en: 'Japan and Korea' }, countries: codes('JP KR') },
  greater_china: { label: { zh: '港澳台', en: 'Hong Kong, Macao and Taiwan' }, countries: codes('HK MO TW') },
  south_asia: { label: { zh: '南亚', en: 'South Asia' }, countries: codes('IN PK BD LK NP') },
  latin_america: { label: { zh: '拉美', en: 'Latin America' }, countries: codes('BR MX AR CO CL PE EC UY PY BO VE CR PA GT DO SV HN NI') },
  middle_east: { label: { zh: '中东', en: 'Middle East' }, countries: codes('SA AE QA KW BH OM JO LB IQ IL EG TR') },
} as const satisfies Readonly<Record<string, CountryGroup>>;
