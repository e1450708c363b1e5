import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { copyEntities } from '#contracts/endpoints/ad-copies.ts';
import type { RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { EntityLevel } from '#server/database/schema-launches.ts';
import { createTestApp, type TestApp } from '#tests/support/app.ts';
import { launchFixtures } from '#tests/support/launches.ts';
import { testVault } from '#tests/support/outside.ts';
import { type PublishAssets, publishingFixtures } from '#tests/support/publishing.ts';
import { TOKEN_PLACE } from '../../assets/grants.ts';

let server: TestApp;
let assets: PublishAssets;
const rows = publishingFixtures(() => server);

let rewind: () => Promise<void>;

beforeAll(async () => {
  server = await createTestApp({ batches: { waitMs: 0 } });
  assets = await rows.prepareAssets();
  const { id } = await rows.scheme('opt_05', assets, { money: { budget_level: 'ad_group' } });
  const { data: plan } = await server.as('opt_05', '/ad-publish/preview', rows.request(assets, id));
  await server.as('opt_05', '/ad-publish/submit', { plan_id: plan.plan_id, confirm_budget: true });
  await server.app.batches.settled();
  rewind = await server.remember();
});
afterEach(async () => await rewind());
afterAll(async () => await server.close());

type Request = RequestOf<typeof copyEntities>;
const all = async (level: EntityLevel) =>
  (
    await sql<Record<string, unknown> & { id: number; name: string; status: string; ad_account_id: number }>`
    select * from ${sql.table(level)} order by id`.execute(server.db)
  ).rows;
const first = async (level: EntityLevel) => (await all(level))[0]?.id ?? 0;

const copy = async (level: EntityLevel, more: Partial<Request> = {}, as = 'opt_05') => {
  const request = { level, ids: [await first(level)], times: 1, deep: true, status: 'PAUSED' as const, ...more };
  const answer = await server.as(as, '/ad-entities/batch_copy', request, { language: 'en-US' });
  await server.app.batches.settled();
  return answer;
};
const detail = async (batch_id = 0) => (await server.as('admin', '/op-batches/detail', { batch_id })).data;
const itemsOf = async (batch_id = 0) => (await server.as('admin', '/op-batches/items', { batch_id, page_size: 200 })).data.list;
const preview = async (level: EntityLevel, more: Partial<Request> = {}) => {
  const { data } = await copy(level, { dry_run: true, ...more });
  return data.preview?.list ?? [];
};

describe('a copy of a campaign', () => {
  it('includes everything below it, paused, and is reviewed again', async () => {
    const { data } = await copy('campaign');
    expect(await detail(data.batch_id)).toMatchObject({ type: 'copy', level: 'campaign', status: 'succeeded', total: 8, ok: 8 });
    const [original, copied] = await all('campaign');
    expect(copied).toMatchObject({
      name: original?.name,
      status: 'PAUSED',
      source_campaign_id: original?.id,
      scheme_id: original?.scheme_id,
      objective: original?.objective,
      batch_id: data.batch_id,
    });
    expect(copied?.platform_campaign_id).not.toBe(original?.platform_campaign_id);
    expect((await all('ad_group')).slice(2).map(({ daily_budget, source_group_id }) => [daily_budget, source_group_id])).toEqual(
      (await all('ad_group')).slice(0, 2).map(({ daily_budget, id }) => [daily_budget, id]),
    );
    const ads = (await all('ad')).slice(4);
    expect(ads.map(({ review, effective_status, source_ad_id }) => [review, effective_status, typeof source_ad_id])).toEqual(
      Array.from({ length: 4 }, () => ['pending', 'PENDING_REVIEW', 'number']),
    );
    const events = await server.db
      .selectFrom('ad_event')
      .select('event')
      .where('batch_id', '=', data.batch_id ?? 0)
      .execute();
    expect(events).toHaveLength(7);
    expect(events.every(({ event }) => event === 'copy')).toBe(true);
  });

  it('accepts a filter if the number of matches is still the one the user saw', async () => {
    const batch_id = (await server.db.selectFrom('campaign').select('batch_id').executeTakeFirstOrThrow()).batch_id ?? 0;
    const matching = { ids: undefined, filter: { batch_id, budget_level: 'ad_group' as const } };
    expect((await copy('campaign', { ...matching, expected_total: 2 })).reason).toBe('SELECTION_CHANGED');
    expect(await all('campaign')).toHaveLength(1);
    await copy('campaign', { ...matching, expected_total: 1 });
    expect(await all('campaign')).toHaveLength(2);
    await copy('campaign', { ids: undefined, filter: { budget_level: 'campaign' }, expected_total: 0 });
    expect(await all('campaign')).toHaveLength(2);
  });

  it('is open when requested or when the original is open', async () => {
    await copy('campaign', { status: 'ACTIVE' });
    await copy('campaign', { status: 'INHERIT' });
    await server.db
      .updateTable('campaign')
      .set({ status: 'PAUSED' })
      .where('id', '=', await first('campaign'))
      .execute();
    await copy('campaign', { status: 'INHERIT' });
    expect((await all('campaign')).map(({ status }) => status)).toEqual(['PAUSED', 'ACTIVE', 'ACTIVE', 'PAUSED']);
  });

  it('can be made several times, with numbered names from the second on', async () => {
    const { data } = await copy('campaign', { times: 3, rename: { prefix: 'C ', suffix: '' } });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 24 });
    const [original, ...copied] = (await all('campaign')).map(({ name }) => name);
    expect(copied).toEqual([`C ${original}`, `C ${original} (2)`, `C ${original} (3)`]);
  });

  it('without children is a campaign without ads', async () => {
    const { data } = await copy('campaign', { deep: false, status: 'ACTIVE' });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded' });
    expect((await all('campaign'))[1]).toMatchObject({ status: 'PAUSED', issue: 'EMPTY' });
    expect(await all('ad')).toHaveLength(4);
  });

  it('uploads its materials to another account and converts its budget', async () => {
    const target_account_ids = [assets.accounts[2] ?? 0];
    expect(await preview('campaign', { target_account_ids })).toMatchObject([
      {
        account: { id: assets.accounts[2] },
        after: { campaigns: 1, groups: 2, ads: 4, uploads: 4, budget_usd: 5_000 },
        missing: [],
        refused: null,
      },
    ]);
    const { data } = await copy('campaign', { target_account_ids });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 12 });
    expect((await all('ad_group')).slice(2).map(({ ad_account_id, daily_budget }) => [ad_account_id, daily_budget])).toEqual([
      [assets.accounts[2], 800_000],
      [assets.accounts[2], 800_000],
    ]);
  });

  it('accepts another budget for a single currency', async () => {
    await copy('campaign', { budget: 7_700 });
    expect((await all('ad_group')).slice(2).map(({ daily_budget }) => daily_budget)).toEqual([7_700, 7_700]);
    const mixed = await copy('campaign', { budget: 7_700, target_account_ids: [assets.accounts[0] ?? 0, assets.accounts[2] ?? 0] });
    expect(mixed.data.errors).toMatchObject([{ field: 'budget', rule: 'sameCurrency' }]);
  });
});

describe('a copy of an ad group', () => {
  it('stays in the same campaign', async () => {
    const { data } = await copy('ad_group', { status: 'ACTIVE' });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 4 });
    expect(await all('campaign')).toHaveLength(1);
    expect((await all('ad_group'))[2]).toMatchObject({ status: 'ACTIVE', campaign_id: await first('campaign') });
    expect(await all('ad')).toHaveLength(6);
  });

  it('gets its own campaign in another account', async () => {
    const { data } = await copy('ad_group', { target_account_ids: [assets.accounts[1] ?? 0] });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded' });
    const [, campaign] = await all('campaign');
    expect(campaign).toMatchObject({ ad_account_id: assets.accounts[1], status: 'PAUSED' });
    expect((await all('ad_group')).slice(2)).toMatchObject([{ campaign_id: campaign?.id }]);
    expect(await all('ad')).toHaveLength(6);
  });
});

describe('a copy of an ad', () => {
  it('stays in the same ad group, with a replaced material if given', async () => {
    const [from, to] = [assets.materials[0] ?? 0, assets.materials[7] ?? 0];
    const { data } = await copy('ad', { status: 'ACTIVE', replacements: [{ part: 'material', from_id: from, to_id: to }] });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 2 });
    const [original] = await all('ad');
    expect((await all('ad'))[4]).toMatchObject({
      ad_group_id: original?.ad_group_id,
      material_id: to,
      status: 'ACTIVE',
      name: original?.name,
    });
  });

  it('goes into the given ad group', async () => {
    const [, target] = await all('ad_group');
    await copy('ad', { target_group_id: target?.id ?? 0 });
    expect((await all('ad'))[4]).toMatchObject({ ad_group_id: target?.id, status: 'PAUSED' });
    expect((await copy('ad', { target_group_id: 424_242 })).data.errors).toMatchObject([{ field: 'target_group_id', rule: 'exists' }]);
    expect((await copy('campaign', { target_group_id: target?.id ?? 0 })).data.errors).toMatchObject([
      { field: 'target_group_id', rule: 'absent' },
    ]);
  });
});

describe('ads copied into a given ad group', () => {
  const target = async () => (await all('ad_group'))[1]?.id ?? 0;
  const everyAd = async () => (await all('ad')).map(({ id }) => id);

  it('may come from several ad groups and use the pixel of the new one', async () => {
    const group = await target();
    const other = await rows.pixel(assets.person, assets.accounts[0] ?? 0);
    await server.db.updateTable('ad_group').set({ pixel_id: other }).where('id', '=', group).execute();
    const { data } = await copy('ad', {
      ids: await everyAd(),
      target_group_id: group,
      status: 'INHERIT',
      rename: { prefix: 'x ', suffix: '' },
    });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 4, ok: 4 });
    const copied = (await all('ad')).slice(4);
    expect(copied.map(({ ad_group_id, pixel_id, status, material_id }) => [ad_group_id, pixel_id, status, material_id])).toEqual(
      assets.materials.slice(0, 4).map((material) => [group, other, 'ACTIVE', material]),
    );
    expect(copied.every(({ name }) => name.startsWith('x '))).toBe(true);
    const { rows: remote } = await sql<{ groups: number }>`
      select count(distinct group_id)::int as groups from sbx_ad where id = any(${copied.map((ad) => ad['platform_ad_id'])})`.execute(
      server.db,
    );
    expect(remote).toEqual([{ groups: 1 }]);
  });

  it('fill the ad group up to its limit; the preview reports the surplus, and only the surplus fails', async () => {
    const options = { ids: await everyAd(), target_group_id: await target() };
    for (let n = 0; n < 45; n += 1) await launchFixtures(() => server).ad(options.target_group_id);
    const seen = await preview('ad', options);
    expect(seen.map(({ refused }) => refused?.reason ?? null)).toEqual([null, null, null, 'VALIDATION']);
    expect(seen[3]?.refused?.text).toContain('51 ads in a group, at most 50');
    const { data } = await copy('ad', options);
    expect(await detail(data.batch_id)).toMatchObject({ status: 'partial', ok: 3, fail: 1 });
    expect(await all('ad')).toHaveLength(52);
  });

  it('need a visible ad group that is not over, in the same account and for the same drama', async () => {
    const { db, clock } = server;
    const group = await target();
    const faultOf = async (id: number, as?: string) => {
      const { data, reason } = await copy('ad', { target_group_id: id }, as);
      return (data.errors as { rule: string }[] | undefined)?.[0]?.rule ?? reason;
    };
    const launches = launchFixtures(() => server);
    const elsewhere = (content: Record<string, unknown>) =>
      launches.campaign('opt_05', assets.accounts[1] ?? 0, content).then((id) => launches.group(id));
    const beside = (content: Record<string, unknown>) =>
      launches.campaign('opt_05', assets.accounts[0] ?? 0, content).then((id) => launches.group(id));
    const foreign = await launches.group(await launches.campaign('opt_01', assets.accounts[0] ?? 0, { drama_id: assets.drama }));
    expect(await faultOf(await elsewhere({ drama_id: assets.drama }))).toBe('otherAccount');
    expect(await faultOf(await beside({ drama_id: await rows.drama() }))).toBe('otherContent');
    expect(await faultOf(foreign)).toBe('exists');
    await db.updateTable('campaign').set({ status: 'ARCHIVED', updated_at: clock.now() }).execute();
    expect(await faultOf(group)).toBe('PARENT_GONE');
    expect(await all('batch' as EntityLevel)).toHaveLength(1);
  });
});

describe('a copy with another material', () => {
  it('uploads the replacement, not the original material, to the target account', async () => {
    const replacements = [{ part: 'material' as const, from_id: assets.materials[0] ?? 0, to_id: assets.materials[7] ?? 0 }];
    const options = { replacements, target_account_ids: [assets.accounts[1] ?? 0] };
    expect(await preview('ad', options)).toMatchObject([
      { after: { campaigns: 1, groups: 1, ads: 1, uploads: 1 }, missing: [], refused: null },
    ]);
    const { data } = await copy('ad', options);
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', total: 5 });
    expect((await all('ad'))[4]).toMatchObject({ material_id: assets.materials[7], ad_account_id: assets.accounts[1] });
    const sent = await server.db
      .selectFrom('material_asset')
      .select('material_id')
      .where('ad_account_id', '=', assets.accounts[1] ?? 0)
      .execute();
    expect(sent).toEqual([{ material_id: assets.materials[7] }]);
  });

  it('accepts only a visible, ready material of the same drama', async () => {
    const from_id = assets.materials[0] ?? 0;
    const replaceWith = (to_id: number): Partial<Request> => ({ replacements: [{ part: 'material', from_id, to_id }] });
    const hidden = await rows.picture('opt_01', assets.drama, { visibility: 'private' });
    expect((await copy('ad', replaceWith(hidden))).data.errors).toMatchObject([{ field: 'replacements.0.to_id', rule: 'exists' }]);
    const ofOtherDrama = await rows.picture('opt_05', await rows.drama());
    expect((await copy('ad', replaceWith(ofOtherDrama))).data.errors).toMatchObject([
      { field: 'replacements.0.to_id', rule: 'otherContent' },
    ]);
    const processing = await rows.picture('opt_05', assets.drama, { status: 'processing' });
    expect((await preview('ad', replaceWith(processing)))[0]?.missing).toMatchObject([
      { part: 'material', id: processing, reason: 'MATERIAL_NOT_READY' },
    ]);
    expect(await all('ad')).toHaveLength(4);
  });
});

describe('names of copies', () => {
  it('hold the account of the copy where the template of the scheme holds the account', async () => {
    const [account = 0, target = 0] = assets.accounts;
    const nameOf = async (id: number) =>
      (await server.db.selectFrom('ad_account').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
    const [own, other] = [await nameOf(account), await nameOf(target)];
    const [campaign] = await all('campaign');
    await server.db
      .updateTable('campaign')
      .set({ name: `US_${own}_01` })
      .where('id', '=', campaign?.id ?? 0)
      .execute();
    const newName = async () => (await preview('campaign', { target_account_ids: [target] }))[0]?.after.name;
    expect(await newName()).toBe(`US_${own}_01`);
    await sql`
      update scheme_version set body = jsonb_set(body, '{naming,campaign}', '"{country}_{account}_{seq}"')
      where scheme_id = ${campaign?.scheme_id ?? 0}`.execute(server.db);
    expect(await newName()).toBe(`US_${other}_01`);
    expect((await preview('campaign', {}))[0]?.after.name).toBe(`US_${own}_01`);
  });
});

describe('a copy into an account authorised by another person', () => {
  it('is refused if that person may not advertise with the homepage, unless the homepage is replaced', async () => {
    const { account, shared } = await rows.createForeignAssets(assets);
    const target_account_ids = [account];
    const [row] = await preview('campaign', { target_account_ids });
    expect(row?.refused).toMatchObject({
      reason: 'HOMEPAGE_UNUSABLE',
      text: 'Michael Torres, who authorised ReelStory US Drama 01, may not advertise with the Page “Galaxy Shorts”: have a Page admin grant access, choose another Page, or leave this account out',
    });
    expect(row?.missing).toMatchObject([{ part: 'homepage', id: assets.pages[0], reason: 'HOMEPAGE_UNUSABLE' }]);
    const { data: refused } = await copy('campaign', { target_account_ids });
    expect(await detail(refused.batch_id)).toMatchObject({ total: 1, fail: 1 });
    expect(await all('campaign')).toHaveLength(1);
    const options = { target_account_ids, replacements: [{ part: 'homepage' as const, from_id: assets.pages[0] ?? 0, to_id: shared }] };
    expect(await preview('campaign', options)).toMatchObject([{ missing: [], refused: null }]);
  });

  it('is left to the channel when the channel does not say whether the person may', async () => {
    const { account, authoriser } = await rows.createForeignAssets(assets);
    const access_token_enc = testVault.seal('a token the channel does not know', TOKEN_PLACE);
    await server.db.updateTable('personal_account').set({ access_token_enc }).where('id', '=', authoriser).execute();
    expect(await preview('campaign', { target_account_ids: [account] })).toMatchObject([{ missing: [], refused: null }]);
  });
});

describe('copies beyond the limit of a homepage', () => {
  it('are refused in the preview, starting from the last', async () => {
    const [page = 0] = assets.pages;
    // Leave room for one more ad.
    await sql`update homepage set ads_active = ad_limit - 1 where id = ${page}`.execute(server.db);
    const ads = (await all('ad')).slice(0, 2).map(({ id }) => id);
    const list = await preview('ad', { ids: ads });
    expect(list.map(({ refused }) => refused?.reason ?? null)).toEqual([null, 'PAGE_AD_LIMIT']);
  });
});

describe('a deleted campaign', () => {
  const deleteCampaign = async () => {
    const at = server.clock.now();
    const gone = { status: 'DELETED' as const, deleted_at: at };
    for (const table of ['ad', 'ad_group', 'campaign'] as const) await server.db.updateTable(table).set(gone).execute();
    // One ad was deleted before the campaign.
    await server.db
      .updateTable('ad')
      .set({ deleted_at: new Date('2026-11-10T00:00:00Z') })
      .where('material_id', '=', assets.materials[3] ?? 0)
      .execute();
  };

  it('can be copied on request, with the children deleted together with it', async () => {
    await deleteCampaign();
    expect(await preview('campaign')).toMatchObject([{ refused: { reason: 'STATE_DELETED' } }]);
    const { data } = await copy('campaign', { from_deleted: true });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded', origin: '/advertising/remove-log' });
    expect((await all('ad')).slice(4).map(({ material_id, status }) => [material_id, status])).toEqual(
      assets.materials.slice(0, 3).map((material) => [material, 'ACTIVE']),
    );
  });

  it('reports parts that are gone and accepts replacements', async () => {
    await deleteCampaign();
    const { db, clock } = server;
    await db
      .updateTable('landing_page')
      .set({ deleted_at: clock.now() })
      .where('id', '=', assets.landings[0] ?? 0)
      .execute();
    await db
      .updateTable('homepage')
      .set({ status: 'disabled' })
      .where('id', '=', assets.pages[0] ?? 0)
      .execute();
    await db
      .updateTable('material')
      .set({ status: 'archived' })
      .where('id', '=', assets.materials[0] ?? 0)
      .execute();
    const [row] = await preview('campaign', { from_deleted: true });
    expect(row?.missing.map(({ part, id, reason }) => [part, id, reason])).toEqual([
      ['material', assets.materials[0], 'MATERIAL_NOT_READY'],
      ['homepage', assets.pages[0], 'HOMEPAGE_UNUSABLE'],
      ['landing_page', assets.landings[0], 'LANDING_OFFLINE'],
    ]);
    const replacements = [
      { part: 'material' as const, from_id: assets.materials[0] ?? 0, to_id: assets.materials[7] ?? 0 },
      { part: 'homepage' as const, from_id: assets.pages[0] ?? 0, to_id: assets.pages[1] ?? 0 },
      { part: 'landing_page' as const, from_id: assets.landings[0] ?? 0, to_id: assets.landings[1] ?? 0 },
    ];
    expect((await preview('campaign', { from_deleted: true, replacements }))[0]?.missing).toEqual([]);
    const { data } = await copy('campaign', { from_deleted: true, replacements });
    expect(await detail(data.batch_id)).toMatchObject({ status: 'succeeded' });
    expect(
      (await all('ad'))
        .slice(4)
        .every(({ homepage_id, landing_page_id }) => homepage_id === assets.pages[1] && landing_page_id === assets.landings[1]),
    ).toBe(true);
    const foreign = [{ part: 'material' as const, from_id: 1, to_id: 424_242 }];
    expect((await copy('campaign', { from_deleted: true, replacements: foreign })).data.errors).toMatchObject([
      { field: 'replacements.0.to_id', rule: 'exists' },
    ]);
  });
});

describe('a copy that cannot be made', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'into an account that does not deliver',
      () => server.db.updateTable('ad_account').set({ account_status: 2 }).execute(),
      'ACCOUNT_NOT_DELIVERABLE',
    ],
    ['of a drama that is off', () => server.db.updateTable('drama').set({ status: 'off' }).execute(), 'CONTENT_OFF'],
    ['with a pixel that is gone', () => server.db.updateTable('pixel').set({ status: 'unavailable' }).execute(), 'PIXEL_NOT_SHARED'],
  ])('%s is reported in the preview and fails as an item from the start', async (_what, change, reason) => {
    await change();
    expect(await preview('campaign')).toMatchObject([{ refused: { reason } }]);
    const { data } = await copy('campaign');
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'failed', reason, retryable: false }]);
    expect(await all('campaign')).toHaveLength(1);
  });

  it('fails for an original or an account that is not visible', async () => {
    const { data } = await copy('campaign', {}, 'opt_01');
    expect(await itemsOf(data.batch_id)).toMatchObject([{ status: 'failed', reason: 'NOT_FOUND', label: `#${await first('campaign')}` }]);
    expect((await copy('campaign', { target_account_ids: [424_242] })).data.errors).toMatchObject([
      { field: 'target_account_ids.0', rule: 'exists' },
    ]);
  });

  it('is refused for more than 500 ads or a start in the past', async () => {
    await server.db
      .insertInto('setting')
      .values({ key: 'X', value: '1' } as never)
      .execute();
    const ids = (await all('campaign')).map(({ id }) => id);
    for (let n = 0; n < 6; n += 1) await copy('campaign', { ids, times: 1 });
    const many = await copy('campaign', { ids: (await all('campaign')).map(({ id }) => id), times: 20 });
    expect(many.data.errors).toMatchObject([{ field: 'times', rule: 'adsMost' }]);
    expect((await copy('campaign', { start_at: '2026-11-20T07:00:00Z' })).data.errors).toMatchObject([
      { field: 'start_at', rule: 'startPassed' },
    ]);
  });
});

describe('an edited ad', () => {
  const seenOf = async (id: number) => {
    const ad = (await all('ad')).find((one) => one.id === id);
    return {
      primary_text: ad?.primary_text,
      headline: ad?.headline,
      call_to_action: ad?.call_to_action,
      material_id: ad?.material_id,
    } as never;
  };
  const edit = (changes: Request['edit'], more: Partial<Request> = {}) => copy('ad', { status: 'INHERIT', edit: changes, ...more });

  it('is a new ad beside the original, which is turned off once the new one exists, and their events name each other', async () => {
    const id = await first('ad');
    const { data } = await edit({ primary_text: 'A better text', call_to_action: 'LEARN_MORE', seen: await seenOf(id) });
    expect(await detail(data.batch_id)).toMatchObject({ type: 'copy', status: 'succeeded', total: 2, ok: 2, again: null });
    const ads = await all('ad');
    const [original, created] = [ads.find((ad) => ad.id === id), ads.at(-1)];
    expect(created).toMatchObject({
      name: original?.name,
      primary_text: 'A better text',
      call_to_action: 'LEARN_MORE',
      headline: original?.headline,
      ad_group_id: original?.ad_group_id,
      source_ad_id: id,
      status: 'ACTIVE',
      review: 'pending',
    });
    expect(original).toMatchObject({ status: 'PAUSED', closed_by: 'user' });
    const remote = await server.db
      .selectFrom('sbx_ad' as 'ad')
      .select(['status', 'primary_text'])
      .where('id', '=', original?.platform_ad_id as never)
      .executeTakeFirstOrThrow();
    expect(remote.status).toBe('PAUSED');
    const events = await server.db
      .selectFrom('ad_event')
      .select(['ad_id', 'event', 'after'])
      .where('batch_id', '=', data.batch_id ?? 0)
      .orderBy('id')
      .execute();
    expect(events).toMatchObject([
      { ad_id: created?.id, event: 'copy', after: { replaces: id } },
      { ad_id: id, event: 'close', after: { status: 'PAUSED', replaced_by: created?.id } },
    ]);
  });

  it('leaves the original on when the channel does not take the new one', async () => {
    const id = await first('ad');
    await sql`update sbx_group set status = 'ARCHIVED'`.execute(server.db);
    const { data } = await edit({ headline: 'Another' });
    expect((await itemsOf(data.batch_id)).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'PLATFORM_REJECTED'],
      ['skipped', 'PARENT_FAILED'],
    ]);
    expect((await all('ad')).find((ad) => ad.id === id)?.status).toBe('ACTIVE');
    expect(await all('ad')).toHaveLength(4);
  });

  it('is refused when the ad says something else by now, when nothing changes, and for several ads', async () => {
    const id = await first('ad');
    const seen = await seenOf(id);
    await server.db.updateTable('ad').set({ headline: 'From a colleague' }).where('id', '=', id).execute();
    expect(await edit({ primary_text: 'Mine', seen })).toMatchObject({ code: 409, reason: 'VERSION_CONFLICT' });
    expect(await edit({ headline: 'From a colleague' })).toMatchObject({ reason: 'NO_CHANGE' });
    const ids = (await all('ad')).map((ad) => ad.id);
    expect((await edit({ primary_text: 'Mine' }, { ids })).data.errors).toMatchObject([{ field: 'edit' }]);
    expect(await edit({ material_id: 999_999 })).toMatchObject({ data: { errors: [{ rule: 'exists' }] } });
    await sql`update sys_role set actions = array_remove(actions, 'status')`.execute(server.db);
    expect((await edit({ primary_text: 'Mine' })).reason).toBe('NO_ACTION');
    expect(await all('ad')).toHaveLength(4);
  });
});
