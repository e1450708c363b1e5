import type { RemotePixel } from '#server/channel/ad-platform.ts';
import { changesBetween } from '../people/index.ts';
import { refuseField } from '../refusal.ts';
import type { AssetKind, Grant } from './asset-kind.ts';

/** The place the token for server events is sealed for. */
export const CAPI_TOKEN_PLACE = 'pixel.capi_token';

const toColumns = (remote: RemotePixel) => ({
  name: remote.name,
  owner_business: remote.owner_business?.name ?? null,
  platform_status: remote.status,
  last_fired_at: remote.last_fired_at,
});

/** Lists the pixels of every account of the person, because pixels belong to accounts. */
async function* listPixels({ platform, tok }: Grant): AsyncGenerator<RemotePixel> {
  for await (const account of platform.listAdAccounts(tok)) yield* platform.listPixels(tok, account.id);
}

/** Pixels. One can be bound only after the account that owns it. */
export const pixelKind: AssetKind<RemotePixel> = {
  type: 'pixel',
  label: { zh: '像素', en: 'Pixel' },
  platformColumn: 'platform_pixel_id',
  list: listPixels,
  summarize: ({ id, name, status, owner_account, owner_business }) => ({
    platform_id: id,
    name,
    status,
    sub: owner_business?.name ? `${owner_account} · ${owner_business.name}` : owner_account,
  }),
  async insert({ db, now }, remote, { person }) {
    const owner = await db
      .selectFrom('ad_account')
      .select('id')
      .where('channel', '=', person.channel)
      .where('platform_account_id', '=', remote.owner_account)
      .where('deleted_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    if (owner === undefined) throw refuseField('platform_id', 'pixelOwner', { account: remote.owner_account });
    const { id } = await db
      .insertInto('pixel')
      .values({
        ...toColumns(remote),
        status: remote.status,
        owner_ad_account_id: owner.id,
        channel: person.channel,
        connector: person.connector,
        platform_pixel_id: remote.id,
        personal_account_id: person.id,
        last_sync_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  async refresh({ db }, id, remote) {
    const row = await db.selectFrom('pixel').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const after = { ...toColumns(remote), status: row.status === 'disabled' ? row.status : remote.status };
    const change = changesBetween<typeof after>(row, after);
    if (change === null) return { before: {}, after: {} };
    await db.updateTable('pixel').set(change.after).where('id', '=', id).execute();
    return change;
  },
  async setEnabled({ db }, id, isOn) {
    const row = await db.selectFrom('pixel').select(['status', 'platform_status']).where('id', '=', id).executeTakeFirstOrThrow();
    if ((row.status !== 'disabled') === isOn) return null;
    const status = isOn ? row.platform_status : 'disabled';
    await db.updateTable('pixel').set({ status }).where('id', '=', id).execute();
    return { before: { status: row.status }, after: { status } };
  },
  /** Removes everything stored here, above all the sealed token; shares on the channel stay. */
  async unbind({ db }, id) {
    await db.updateTable('site').set({ default_pixel_id: null }).where('default_pixel_id', '=', id).execute();
    await db.deleteFrom('site_pixel').where('pixel_id', '=', id).execute();
    await db.deleteFrom('pixel_share').where('pixel_id', '=', id).execute();
    await db.updateTable('pixel').set({ capi_enabled: false, capi_token_enc: null }).where('id', '=', id).execute();
  },
};
