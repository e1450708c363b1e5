import { type Kysely, sql } from 'kysely';

/**
 * Who benefits from the ads of an ad group and who pays for them, what the simulated channel knows of both and of declared countries, and
 * the business that owns a pixel.
 */
export const partiesOfAds = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table ad_group add column beneficiary text, add column payer text;
      alter table sbx_group add column beneficiary text, add column payer text;
      alter table sbx_campaign add column special_ad_countries text[] not null default '{}';
      alter table sbx_account add column default_beneficiary text;
      update sbx_account set default_beneficiary = business_name;
      alter table pixel add column owner_business text;
      update pixel p set owner_business = a.business_name from ad_account a where a.id = p.owner_ad_account_id and p.connector = 'sandbox';`.execute(
      db,
    );
  },
};
