import { sql } from 'kysely';
import type { PageVolume, RemoteAccount, RemotePage, RemotePixel, Tok } from '../ad-platform.ts';
import { invalidParameter, missingObject } from './failures.ts';
import type { Operation, Run } from './operation.ts';
import { enterAccount, enterPixel, requirePerson, withCurrentStatus } from './permission.ts';
import type { PageTable, SandboxDatabase } from './tables.ts';
import { READ, WRITE } from './throttle.ts';
import { pageToken, removedPixels } from './world.ts';

/** Rows per page; more are requested from where the last page ended. */
const PAGE_SIZE = 5;

/** Loads page after page, each by a call of its own. */
export async function* paginate<Row, Position>(
  loadPage: (after: Position | null) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
  size: number,
): AsyncGenerator<Row> {
  let after: Position | null = null;
  for (;;) {
    const rows: Row[] = await loadPage(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = positionOf(last);
  }
}

type WithPosition<T> = T & { position: number };

async function* withoutPosition<T extends object>(rows: AsyncIterable<WithPosition<T>>): AsyncGenerator<T> {
  for await (const { position: _position, ...row } of rows) yield row as unknown as T;
}

export const listAdAccounts = (run: Run, t: Tok): AsyncGenerator<RemoteAccount> =>
  withoutPosition(
    paginate<WithPosition<RemoteAccount>, number>(
      (after) =>
        run(async (operation) => {
          const { person_id } = await requirePerson(operation, t, ['ads_read']);
          const rows = await operation.db
            .selectFrom('sbx_account')
            .selectAll()
            .where(sql<boolean>`${person_id} = any (people)`)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE_SIZE)
            .execute();
          return rows.map((row) => {
            const { account_status, disable_reason } = withCurrentStatus(operation, row);
            const { id, position, name, currency, timezone_name, balance, spend_cap, amount_spent, min_daily_budget } = row;
            const business = row.business_id === null ? null : { id: row.business_id, name: row.business_name ?? '' };
            const money = { balance, spend_cap, amount_spent, min_daily_budget };
            return { id, position, name, business, currency, timezone_name, account_status, disable_reason, ...money };
          });
        }),
      ({ position }) => position,
      PAGE_SIZE,
    ),
  );

/** Number of the product's ads that run or await review, by page. */
export async function countAds(
  { db, now }: { db: SandboxDatabase; now: Date },
  pages: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (pages.length === 0) return new Map();
  const rows = await db
    .selectFrom('sbx_ad as a')
    .innerJoin('sbx_group as g', 'g.id', 'a.group_id')
    .innerJoin('sbx_campaign as c', 'c.id', 'a.campaign_id')
    .select(({ fn }) => ['a.page_id', fn.countAll<number>().as('count')])
    .where('a.page_id', 'in', [...pages])
    .where('a.status', 'not in', ['ARCHIVED', 'DELETED'])
    .where(({ eb, or, and }) =>
      or([
        eb('a.review_at', '>', now),
        and([
          or([eb('a.review_feedback', 'is', null), and([eb('a.appeal_granted', '=', true), eb('a.appeal_decided_at', '<=', now)])]),
          eb('a.status', '=', 'ACTIVE'),
          eb('g.status', '=', 'ACTIVE'),
          eb('c.status', '=', 'ACTIVE'),
        ]),
      ]),
    )
    .groupBy('a.page_id')
    .execute();
  return new Map(rows.map(({ page_id, count }) => [page_id, count]));
}

const toRemotePage = (row: PageTable, page_token: string, ads: number): WithPosition<RemotePage> => {
  const { id, position, name, category, picture_url, tasks, is_published, status, ad_limit } = row;
  const ads_active = Math.min(row.ads_elsewhere + ads, ad_limit);
  return { id, position, name, category, picture_url, page_token, tasks, is_published, status, ad_limit, ads_active };
};

export const listPages = (run: Run, t: Tok): AsyncGenerator<RemotePage> =>
  withoutPosition(
    paginate<WithPosition<RemotePage>, number>(
      (after) =>
        run(async (operation) => {
          const { person_id, number } = await requirePerson(operation, t, ['pages_show_list']);
          const rows = await operation.db
            .selectFrom('sbx_page')
            .selectAll()
            .where(sql<boolean>`${person_id} = any (people)`)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE_SIZE)
            .execute();
          const ads = await countAds(
            operation,
            rows.map(({ id }) => id),
          );
          return rows.map((row) => toRemotePage(row, pageToken(operation.seed, row.id, person_id, number), ads.get(row.id) ?? 0));
        }),
      ({ position }) => position,
      PAGE_SIZE,
    ),
  );

/** Volumes of every page that the person has a role on. */
export async function* pageVolumes(run: Run, t: Tok): AsyncGenerator<PageVolume> {
  for await (const { id, ads_active, ad_limit } of listPages(run, t)) yield { page: id, ads: ads_active ?? 0, limit: ad_limit };
}

/** SQL: time of the last event of a pixel, from servers or from browsers of recent ad visitors. */
const lastFiredAt = ({ now, seed }: Pick<Operation, 'now' | 'seed'>) => sql<Date | null>`greatest(last_fired_at, (
  select max(h.last_at) from sbx_group g join sbx_ad a on a.group_id = g.id join sbx_hour h on h.ad_id = a.id
  where g.pixel_id = sbx_pixel.id and g.pixel_id <> all(${removedPixels(seed)}::text[]) and h.lp_views > 0 and h.last_at <= ${now} and h.last_at > ${now}::timestamptz - interval '8 days'))`;

export const listPixels = (run: Run, t: Tok, account: string): AsyncGenerator<RemotePixel> =>
  withoutPosition(
    paginate<WithPosition<RemotePixel>, number>(
      (after) =>
        run(async (operation) => {
          const { business_id, business_name } = await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] });
          const owner_business = business_id === null ? null : { id: business_id, name: business_name ?? '' };
          const rows = await operation.db
            .selectFrom('sbx_pixel')
            .select(['id', 'position', 'name', 'owner_account', 'status', lastFiredAt(operation).as('last_fired_at')])
            .where('owner_account', '=', account)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE_SIZE)
            .execute();
          return rows.map((row) => ({ ...row, owner_business }));
        }),
      ({ position }) => position,
      PAGE_SIZE,
    ),
  );

/** Sharing again changes nothing, and neither does unsharing a pixel that is not shared. */
export async function sharePixel(operation: Operation, t: Tok, pixelId: string, account: string): Promise<void> {
  const { db } = operation;
  const pixel = await enterPixel(operation, t, pixelId, ['ads_management', 'business_management']);
  const owner = await enterAccount(operation, t, pixel.owner_account, { cost: WRITE, scopes: [] });
  const other = await db.selectFrom('sbx_account').selectAll().where('id', '=', account).executeTakeFirst();
  if (other === undefined) throw missingObject('ad account');
  if (other.id === owner.id) return;
  const isOneBusiness = other.business_id !== null && other.business_id === owner.business_id;
  if (other.closed_to_pixels && !isOneBusiness) throw invalidParameter(`${other.name} takes no pixel of another business.`);
  if ([100, 101].includes(other.account_status)) throw invalidParameter(`${other.name} was closed.`);
  await db
    .insertInto('sbx_pixel_share')
    .values({ pixel_id: pixelId, account_id: account })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unsharePixel(operation: Operation, t: Tok, pixelId: string, account: string): Promise<void> {
  const { db } = operation;
  const pixel = await enterPixel(operation, t, pixelId, ['ads_management', 'business_management']);
  await enterAccount(operation, t, pixel.owner_account, { cost: WRITE, scopes: [] });
  await db.deleteFrom('sbx_pixel_share').where('pixel_id', '=', pixelId).where('account_id', '=', account).execute();
}
