import { sql } from 'kysely';
import type { RemoteAccount, RemotePage, RemotePixel, Tok } from '../ad-platform.ts';
import { isInvalid, isMissing } from './failures.ts';
import type { Operation, Run } from './operation.ts';
import { asItStands, enterAccount, enterPixel, personOf } from './permission.ts';
import type { PageTable, SandboxDatabase } from './tables.ts';
import { READ, WRITE } from './throttle.ts';
import { pageToken } from './world.ts';

/** Rows of one answer; whoever wants more asks again from where it ended. */
const PAGE = 5;

/** Asks for page after page, each by a call of its own. */
export async function* inPages<Row, Mark>(
  ask: (after: Mark | null) => Promise<Row[]>,
  markOf: (row: Row) => Mark,
  size: number,
): AsyncGenerator<Row> {
  let after: Mark | null = null;
  for (;;) {
    const rows: Row[] = await ask(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = markOf(last);
  }
}

type Placed<T> = T & { position: number };

async function* withoutPlace<T extends object>(rows: AsyncIterable<Placed<T>>): AsyncGenerator<T> {
  for await (const { position: _position, ...row } of rows) yield row as unknown as T;
}

export const listAdAccounts = (run: Run, t: Tok): AsyncGenerator<RemoteAccount> =>
  withoutPlace(
    inPages<Placed<RemoteAccount>, number>(
      (after) =>
        run(async (operation) => {
          const { person_id } = await personOf(operation, t, ['ads_read']);
          const rows = await operation.db
            .selectFrom('sbx_account')
            .selectAll()
            .where(sql<boolean>`${person_id} = any (people)`)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE)
            .execute();
          return rows.map((row) => {
            const { account_status, disable_reason } = asItStands(operation, row);
            const { id, position, name, currency, timezone_name, balance, spend_cap, amount_spent, min_daily_budget } = row;
            const business = row.business_id === null ? null : { id: row.business_id, name: row.business_name ?? '' };
            const money = { balance, spend_cap, amount_spent, min_daily_budget };
            return { id, position, name, business, currency, timezone_name, account_status, disable_reason, ...money };
          });
        }),
      ({ position }) => position,
      PAGE,
    ),
  );

/** Ads of ours with a page that run or wait for their review, by page. */
export async function adsOn(
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
          eb('a.review_feedback', 'is', null),
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

const remotePage = (row: PageTable, page_token: string, ads: number): Placed<RemotePage> => {
  const { id, position, name, category, picture_url, tasks, is_published, status, ad_limit } = row;
  const ads_active = Math.min(row.ads_elsewhere + ads, ad_limit);
  return { id, position, name, category, picture_url, page_token, tasks, is_published, status, ad_limit, ads_active };
};

export const listPages = (run: Run, t: Tok): AsyncGenerator<RemotePage> =>
  withoutPlace(
    inPages<Placed<RemotePage>, number>(
      (after) =>
        run(async (operation) => {
          const { person_id, number } = await personOf(operation, t, ['pages_show_list']);
          const rows = await operation.db
            .selectFrom('sbx_page')
            .selectAll()
            .where(sql<boolean>`${person_id} = any (people)`)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE)
            .execute();
          const ads = await adsOn(
            operation,
            rows.map(({ id }) => id),
          );
          return rows.map((row) => remotePage(row, pageToken(operation.seed, row.id, person_id, number), ads.get(row.id) ?? 0));
        }),
      ({ position }) => position,
      PAGE,
    ),
  );

/** When a pixel was last heard of: by servers, or by browsers of those whom ads of late brought. */
const lastFired = (now: Date) => sql<Date | null>`greatest(last_fired_at, (
  select max(h.last_at) from sbx_group g join sbx_ad a on a.group_id = g.id join sbx_hour h on h.ad_id = a.id
  where g.pixel_id = sbx_pixel.id and h.lp_views > 0 and h.last_at <= ${now} and h.last_at > ${now}::timestamptz - interval '8 days'))`;

export const listPixels = (run: Run, t: Tok, account: string): AsyncGenerator<RemotePixel> =>
  withoutPlace(
    inPages<Placed<RemotePixel>, number>(
      (after) =>
        run(async (operation) => {
          await enterAccount(operation, t, account, { cost: READ, scopes: ['ads_read'] });
          return await operation.db
            .selectFrom('sbx_pixel')
            .select(['id', 'position', 'name', 'owner_account', 'status', lastFired(operation.now).as('last_fired_at')])
            .where('owner_account', '=', account)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(PAGE)
            .execute();
        }),
      ({ position }) => position,
      PAGE,
    ),
  );

/** Sharing what is shared already changes nothing, and so does taking back what is not. */
export async function sharePixel(operation: Operation, t: Tok, pixelId: string, account: string): Promise<void> {
  const { db } = operation;
  const pixel = await enterPixel(operation, t, pixelId, ['ads_management', 'business_management']);
  const owner = await enterAccount(operation, t, pixel.owner_account, { cost: WRITE, scopes: [] });
  const other = await db.selectFrom('sbx_account').selectAll().where('id', '=', account).executeTakeFirst();
  if (other === undefined) throw isMissing('ad account');
  if (other.id === owner.id) return;
  const isOneBusiness = other.business_id !== null && other.business_id === owner.business_id;
  if (other.closed_to_pixels && !isOneBusiness) throw isInvalid(`${other.name} takes no pixel of another business.`);
  if ([100, 101].includes(other.account_status)) throw isInvalid(`${other.name} was closed.`);
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
