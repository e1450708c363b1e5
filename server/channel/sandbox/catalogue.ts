import type { CatalogueDrama, CatalogueProduct, CatalogueSource } from '../catalogue-source.ts';
import type { Cursor } from '../site-feed.ts';
import type { Run } from './operation.ts';

const DAY = 86_400_000;

/** A row of the catalogue, and how many days after the founding of the world it became known. */
interface Planned<Row> {
  day: number;
  row: Omit<Row, 'cursor'>;
}

type DramaPlan = Omit<CatalogueDrama, 'cursor' | 'online_at' | 'copyright_until'>;

const drama = (
  [code, title, title_en, language]: readonly [string, string, string, string],
  genres: string[],
  [episodes_total, free_episodes]: readonly [number, number],
  price_model: CatalogueDrama['price_model'] = 'coin',
): DramaPlan => ({ code, title, title_en, language, genres, episodes_total, free_episodes, price_model });

const MOON_CONTRACT = drama(['MOON-CONTRACT', '月下契约', 'Contract under the Moon', 'en'], ['romance', 'ceo'], [76, 10]);
const LOST_HEIR = drama(['LOST-HEIR', '流落在外的继承人', 'The Heir Nobody Knew', 'es'], ['family', 'revenge'], [82, 10], 'hybrid');
const NIGHT_NURSE = drama(['NIGHT-NURSE', '夜班护士', 'The Night Nurse', 'pt'], ['suspense'], [60, 8], 'subscription');

/** The dramas in the order in which the company acquires them; the second row of one tells that episodes were added. */
const DRAMAS: readonly { day: number; drama: DramaPlan }[] = [
  { day: 0, drama: MOON_CONTRACT },
  { day: 2, drama: LOST_HEIR },
  { day: 5, drama: { ...MOON_CONTRACT, episodes_total: 84 } },
  { day: 7, drama: NIGHT_NURSE },
];

/** The shop of the demo company. */
const SHOP = 'https://shop.brightcart.test/products';
const KETTLE = { sku: 'KETTLE-FOLD', name: '折叠电热水壶', price: 3_490, currency: 'USD', url: `${SHOP}/folding-kettle` };
const MASSAGER = { sku: 'MASSAGE-EYE', name: '热敷眼部按摩仪', price: 5_990, currency: 'USD', url: `${SHOP}/eye-massager` };

const PRODUCTS: readonly Planned<CatalogueProduct>[] = [
  { day: 0, row: KETTLE },
  { day: 3, row: MASSAGER },
  { day: 6, row: { ...KETTLE, price: 2_990 } },
];

const dateAfter = (at: Date, days: number): string => new Date(at.getTime() + days * DAY).toISOString().slice(0, 10);

/** The rows that are known by now, from a position on. */
async function* readRows<Row extends { cursor: string }>(
  run: Run,
  since: Cursor,
  list: (foundedAt: Date) => readonly Planned<Row>[],
): AsyncGenerator<Row> {
  const { foundedAt, now } = await run(async (operation) => operation);
  const first = Number(since ?? 0);
  for (const [index, { day, row }] of list(foundedAt).entries()) {
    if (index < first || foundedAt.getTime() + day * DAY > now.getTime()) continue;
    yield { ...row, cursor: String(index + 1) } as Row;
  }
}

/** The catalogue of the demo company, in which a drama or product appears every few days. */
export const simulatedCatalogue = (run: Run): CatalogueSource => ({
  dramas: (since) =>
    readRows<CatalogueDrama>(run, since, (foundedAt) =>
      DRAMAS.map(({ day, drama: plan }) => ({
        day,
        row: { ...plan, online_at: null, copyright_until: dateAfter(foundedAt, 720) },
      })),
    ),
  products: (since) => readRows<CatalogueProduct>(run, since, () => PRODUCTS),
});
