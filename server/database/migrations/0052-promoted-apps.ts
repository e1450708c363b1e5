import { type Kysely, sql } from 'kysely';

/**
 * Countries for which a campaign declares its special categories, the app that an ad group promotes, and what a site knows about the
 * customer of an order that is still to be reported to a pixel.
 */
export const promotedApps = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table campaign add column special_ad_countries text[] not null default '{}';
      alter table ad_group add column app_id text, add column app_store_url text;
      create table order_customer (
        order_no text primary key,
        url text,
        customer jsonb not null,
        created_at timestamptz not null
      );
      create index order_customer_created on order_customer (created_at);
      alter table sbx_campaign add column special_ad_categories text[] not null default '{}';`.execute(db);
  },
};
