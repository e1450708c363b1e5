import type { RemoteInterest, Tok } from '../ad-platform.ts';
import type { Operation } from './operation.ts';
import { requirePerson } from './permission.ts';

/** The interests of the network, numbered on from the first. */
const NAMES = [
  'Action films',
  'Alternative medicine',
  'American football',
  'Baking',
  'Basketball',
  'Billionaires',
  'Board games',
  'Bodybuilding',
  'Bridal showers',
  'Budget travel',
  'Business',
  'Cats',
  'Chinese cuisine',
  'Coffee',
  'Cooking',
  'Crime fiction',
  'Cricket',
  'Cruises',
  'Detective fiction',
  'Divorce',
  'Do it yourself',
  'Dogs',
  'Entrepreneurship',
  'Fan fiction',
  'Fashion design',
  'Fishing',
  'Football',
  'Furniture',
  'Hair products',
  'Historical fiction',
  'Horror films',
  'Investing',
  'J-pop',
  'K-pop',
  'Love stories',
  'Mafia fiction',
  'Martial arts films',
  'Meditation',
  'Motherhood',
  'Mystery fiction',
  'Online dating',
  'Pet food',
  'Photography',
  'Podcasts',
  'Reality shows',
  'Romance novels',
  'Romantic comedies',
  'Science fiction',
  'Second hand shops',
  'Self-help',
  'Sleep',
  'Soap making',
  'Suspense films',
  'Swimming',
  'Tea',
  'Thriller films',
  'Time travel in fiction',
  'TV talk shows',
  'Video games',
  'Web series',
  'Wedding dresses',
  'Yachts',
  'Young adult fiction',
];
const FIRST = 6_003_208_000_001;
const MOST = 50;

const KNOWN: readonly RemoteInterest[] = NAMES.map((name, at) => ({ id: String(FIRST + at), name }));

/** Like the live network, it knows its interests by their English names. */
export async function searchInterests(operation: Operation, t: Tok, words: string): Promise<RemoteInterest[]> {
  await requirePerson(operation, t, ['ads_read']);
  const wanted = words.trim().toLowerCase();
  const place = ({ name }: RemoteInterest) => name.toLowerCase().indexOf(wanted);
  return KNOWN.filter((one) => place(one) >= 0)
    .toSorted((a, b) => place(a) - place(b))
    .slice(0, MOST);
}
