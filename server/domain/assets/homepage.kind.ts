import type { Selectable } from 'kysely';
import type { RemotePage } from '#server/channel/ad-platform.ts';
import type { HomepageTable } from '#server/database/schema-assets.ts';
import { changesBetween } from '../people/index.ts';
import type { AssetKind, SaveContext } from './asset-kind.ts';

/** The place a homepage's token is sealed for. */
export const PAGE_TOKEN_PLACE = 'homepage.page_token';

const KNOWN_LIMITS = [250, 1000, 5000, 20000] as const;

/** The largest known limit that does not exceed the channel's, so that no ad is promised that the channel would refuse. */
export const toPageLimit = (limit: number | null): (typeof KNOWN_LIMITS)[number] =>
  KNOWN_LIMITS.findLast((known) => limit !== null && known <= limit) ?? KNOWN_LIMITS[0];

const toColumns = (remote: RemotePage) => ({
  name: remote.name,
  category: remote.category,
  picture_url: remote.picture_url,
  tasks: remote.tasks,
  is_published: remote.is_published,
  ...(remote.ads_active === null ? {} : { ads_active: remote.ads_active }),
  ...(remote.ad_limit === null ? {} : { ad_limit: toPageLimit(remote.ad_limit) }),
  platform_status: remote.status,
});

/** What a refresh writes; the network does not tell every page's volume. */
type Volume = 'ads_active' | 'ad_limit';
type HomepageColumns = Pick<Selectable<HomepageTable>, Exclude<keyof ReturnType<typeof toColumns>, Volume> | 'status'> &
  Partial<Pick<Selectable<HomepageTable>, Volume>>;

/** Removes the token of a homepage and its relations to sites, including defaults. */
async function removeReferences({ db }: SaveContext, id: number): Promise<void> {
  await db.updateTable('site').set({ default_homepage_id: null }).where('default_homepage_id', '=', id).execute();
  await db.deleteFrom('site_homepage').where('homepage_id', '=', id).execute();
  await db.updateTable('homepage').set({ page_token_enc: null }).where('id', '=', id).execute();
}

/** Homepages that publish posts. Every refresh renews their tokens. */
export const homepageKind: AssetKind<RemotePage> = {
  type: 'homepage',
  label: { zh: '主页', en: 'Page' },
  platformColumn: 'platform_page_id',
  list: ({ platform, tok }) => platform.listPages(tok),
  summarize: ({ id, name, status, category }) => ({ platform_id: id, name, status, sub: category ?? '' }),
  async insert({ db, now, vault }, remote, { person, biz }) {
    const { id } = await db
      .insertInto('homepage')
      .values({
        ...toColumns(remote),
        status: remote.status,
        ad_limit: toPageLimit(remote.ad_limit),
        page_token_enc: vault.seal(remote.page_token, PAGE_TOKEN_PLACE),
        channel: person.channel,
        connector: person.connector,
        platform_page_id: remote.id,
        personal_account_id: person.id,
        biz,
        last_sync_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  async refresh({ db, vault }, id, remote) {
    const row = await db.selectFrom('homepage').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const after: HomepageColumns = { ...toColumns(remote), status: row.status === 'disabled' ? row.status : remote.status };
    const change = changesBetween<HomepageColumns>(row, after);
    await db
      .updateTable('homepage')
      .set({ ...change?.after, page_token_enc: vault.seal(remote.page_token, PAGE_TOKEN_PLACE) })
      .where('id', '=', id)
      .execute();
    return change ?? { before: {}, after: {} };
  },
  async setEnabled({ db }, id, isOn) {
    const row = await db.selectFrom('homepage').select(['status', 'platform_status']).where('id', '=', id).executeTakeFirstOrThrow();
    if ((row.status !== 'disabled') === isOn) return null;
    const status = isOn ? row.platform_status : 'disabled';
    await db.updateTable('homepage').set({ status }).where('id', '=', id).execute();
    return { before: { status: row.status }, after: { status } };
  },
  unbind: removeReferences,
};
