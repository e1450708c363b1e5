import { type Kysely, sql } from 'kysely';

/**
 * Identifies hours of visits by the reported address, because its landing page may change. Renames settings to the names in use and removes
 * those that nothing reads.
 */
export const feeds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`
      alter table visit_hour add column address_key text;
      -- Addresses of old rows are unknown; each row is replaced when its hour is reported again.
      update visit_hour set address_key = 'page ' || landing_page_id;
      alter table visit_hour alter column address_key set not null;
      alter table visit_hour drop constraint visit_hour_pkey;
      alter table visit_hour add primary key (address_key, ad_id, hour);
      create index visit_hour_page_ix on visit_hour (landing_page_id, ad_id, stat_date);

      -- Expired uploads that were never marked so; otherwise their bytes would stay forever.
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
