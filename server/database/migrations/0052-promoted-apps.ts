import { type Kysely, sql } from 'kysely';

/** Countries for which a campaign declares its special categories, and the app that an ad group promotes. */
export const promotedApps = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table campaign add column special_ad_countries text[] not null default '{}';
      alter table ad_group add column app_id text, add column app_store_url text;
      alter table sbx_campaign add column special_ad_categories text[] not null default '{}';`.execute(db);
  },
};
