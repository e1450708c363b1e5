import { type Kysely, sql } from 'kysely';

/**
 * Hours of visits are found by the address they were told of: the page of ours that it leads to may change. Settings stand under the names
 * they are read by; those that nothing reads are the channel's, the sites' or the contract's to decide.
 */
export const feeds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table visit_hour add column address_key text;
      -- Nobody knows their addresses any more; each is replaced when its hour is told again.
      update visit_hour set address_key = 'page ' || landing_page_id;
      alter table visit_hour alter column address_key set not null;
      alter table visit_hour drop constraint visit_hour_pkey;
      alter table visit_hour add primary key (address_key, ad_id, hour);
      create index visit_hour_page_ix on visit_hour (landing_page_id, ad_id, stat_date);

      -- Given up, and never marked so: their bytes would stay for ever.
      update material_upload u set status = 'failed' from material m where m.id = u.material_id and u.status = 'merging' and m.status = 'failed';

      insert into setting (key, value)
        select replace(key, '_BYTES', ''), value from setting where key in ('UPLOAD_MAX_VIDEO_BYTES', 'UPLOAD_MAX_IMAGE_BYTES')
        on conflict do nothing;
      delete from setting
        where key in ('UPLOAD_MAX_VIDEO_BYTES', 'UPLOAD_MAX_IMAGE_BYTES', 'PAGE_SIZE_MAX', 'BUDGET_CHANGES_PER_HOUR', 'REACQ_DAYS');
      `)
      .execute(db);
  },
};
