import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdPlatform,
  AdPlatformError,
  type FailureKind,
  type InspectedToken,
  type Level,
  type LostPost,
  type Tok,
  UNKNOWN_USER,
} from '../ad-platform.ts';
import type { ChannelUnderTest } from './channel-under-test.ts';
import { adOf, campaignOf, fileOf, groupOf, postOf } from './specs.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** Returns the error of a call that must fail. */
async function captureFailure(call: Promise<unknown>): Promise<AdPlatformError> {
  const error = await call.then(
    () => new Error('it did not fail'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof AdPlatformError)) throw error;
  return error;
}

const kindOf = async (call: Promise<unknown>): Promise<FailureKind> => (await captureFailure(call)).kind;

/** The behaviour that every connector must have. */
export function describeAdPlatform(name: string, open: () => Promise<ChannelUnderTest>): void {
  describe(`${name} as an ad platform`, () => {
    let channel: ChannelUnderTest;
    let platform: AdPlatform;
    let t: Tok;
    let tags = 0;
    const tag = () => `tag-${++tags}`;

    beforeAll(async () => {
      channel = await open();
      ({ platform } = channel);
      t = { token: (await platform.exchange(await channel.authorise())).token };
    });
    afterAll(() => channel.close());

    /** Creates a campaign with one ad group. */
    async function createGroup() {
      const campaign = await platform.createCampaign(t, channel.account, campaignOf(), tag());
      return await platform.createAdGroup(t, channel.account, groupOf(campaign.id), tag());
    }

    async function createReadyPost() {
      const { post_id } = await platform.createPost(t, channel.page, postOf(), tag());
      return post_id;
    }

    const findEntity = async (level: Level, id: string) =>
      (await collect(platform.changedSince(t, channel.account, new Date(0)))).find((each) => each.level === level && each.id === id);
    /** The post of a creation that began just now and was not answered. */
    const lostPost = (own: string): LostPost => {
      const { file: _file, ...post } = postOf({ message: `The heiress ${own}` });
      return { tag: own, post, since: channel.now() };
    };

    describe('authorisation', () => {
      it('sends people to an address that contains the state', () => {
        expect(platform.authUrl('some-state')).toMatch(/^(?:\/|https:\/\/).*some-state/);
      });

      it('exchanges a code for person, token, expiry and granted scopes', async () => {
        const info = await platform.exchange(await channel.authorise());
        expect(info).toMatchObject({
          user_id: expect.stringMatching(/^\d{5,20}$/),
          name: expect.any(String),
          scopes: expect.arrayContaining(['ads_management']),
        });
        expect(info.token.length).toBeGreaterThanOrEqual(20);
        expect(info.expires_at?.getTime() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(channel.now().getTime());
        expect(await platform.inspect(info.token)).toEqual({ ...info, valid: true, state: 'valid' } satisfies InspectedToken);
      });

      it('accepts a code once', async () => {
        const code = await channel.authorise();
        await platform.exchange(code);
        expect(await kindOf(platform.exchange(code))).toBe('rejected');
        expect(await kindOf(platform.exchange('never-given'))).toBe('rejected');
      });

      it('rejects a made-up token', async () => {
        const made = 'made-up-token-made-up-token';
        expect(await kindOf(platform.inspect(made))).toBe('auth');
        expect(await kindOf(collect(platform.listAdAccounts({ token: made })))).toBe('auth');
        expect(await kindOf(platform.createCampaign({ token: made }, channel.account, campaignOf(), tag()))).toBe('auth');
      });

      it('names the missing permission and allows calls that do not need it', async () => {
        const token = { token: (await platform.exchange(await channel.authorise({ without: 'pages_manage_posts' }))).token };
        const refused = await captureFailure(platform.createPost(token, channel.page, postOf(), tag()));
        expect(refused.kind).toBe('auth');
        expect(refused.userMessage).toContain('pages_manage_posts');
        await expect(platform.createCampaign(token, channel.account, campaignOf(), tag())).resolves.toBeDefined();
      });
    });

    describe('assets', () => {
      it('are listed completely and once each', async () => {
        const accounts = await collect(platform.listAdAccounts(t));
        expect(accounts).toHaveLength(channel.accounts);
        expect(new Set(accounts.map(({ id }) => id)).size).toBe(channel.accounts);
        const pages = await collect(platform.listPages(t));
        expect(pages).toHaveLength(channel.pages);
        expect(new Set(pages.map(({ id }) => id)).size).toBe(channel.pages);
      });

      it('have all their fields', async () => {
        for (const account of await collect(platform.listAdAccounts(t))) {
          expect(account).toMatchObject({
            id: expect.stringMatching(/^\d{5,20}$/),
            currency: expect.stringMatching(/^[A-Z]{3}$/),
            account_status: expect.any(Number),
            min_daily_budget: expect.any(Number),
          });
          expect(() => new Intl.DateTimeFormat('en', { timeZone: account.timezone_name })).not.toThrow();
          for (const money of [account.balance, account.amount_spent, account.min_daily_budget])
            expect(Number.isSafeInteger(money)).toBe(true);
        }
        for (const page of await collect(platform.listPages(t))) {
          expect(page.picture_url ?? 'data:').toMatch(/^data:/);
          if (page.ads_active !== null && page.ad_limit !== null) expect(page.ads_active).toBeLessThanOrEqual(page.ad_limit);
        }
      });

      it('of an account include its pixels, but not those of another account', async () => {
        const pixels = await collect(platform.listPixels(t, channel.account));
        expect(pixels.find(({ id }) => id === channel.pixel)).toMatchObject({
          owner_account: channel.account,
          owner_business: { id: expect.stringMatching(/^\d+$/), name: expect.stringMatching(/./) },
        });
        expect(await kindOf(collect(platform.listPixels(t, channel.foreignAccount)))).toBe('rejected');
      });

      it('include pages that can post with a token of their own', async () => {
        const page = (await collect(platform.listPages(t))).find(({ id }) => id === channel.page);
        const own = { token: page?.page_token ?? '' };
        const { post_id } = await platform.createPost(own, channel.page, postOf(), tag());
        expect(await platform.postState(own, channel.page, post_id)).toMatchObject({ id: post_id });
        expect(await kindOf(platform.createCampaign(own, channel.account, campaignOf(), tag()))).toBe('auth');
      });

      it('allow sharing a pixel repeatedly, and only between accounts that permit it', async () => {
        await platform.sharePixel(t, channel.pixel, channel.partnerAccount);
        await platform.sharePixel(t, channel.pixel, channel.partnerAccount);
        await platform.unsharePixel(t, channel.pixel, channel.partnerAccount);
        await platform.unsharePixel(t, channel.pixel, channel.partnerAccount);
        expect(await kindOf(platform.sharePixel(t, channel.pixel, channel.closedAccount))).toBe('rejected');
        expect(await kindOf(platform.sharePixel(t, channel.foreignPixel, channel.account))).toBe('rejected');
      });
    });

    describe('files and posts', () => {
      it('are found by their tags: an image is ready at once, a video after processing', async () => {
        const [picture, film] = [tag(), tag()];
        const image = await platform.uploadAsset(t, channel.account, fileOf('image'), picture);
        expect(await platform.assetStatus(t, channel.account, image.asset_id)).toBe('ready');
        const video = await platform.uploadAsset(t, channel.account, fileOf('video'), film);
        expect(await platform.assetStatus(t, channel.account, video.asset_id)).toBe('processing');
        expect(await platform.findAsset(t, channel.account, film)).toEqual(video);
        expect(await platform.findAsset(t, channel.account, picture)).toEqual(image);
        expect(await platform.findAsset(t, channel.account, 'no-such-tag')).toBeNull();
        await channel.wait({ minutes: 10 });
        expect(await platform.assetStatus(t, channel.account, video.asset_id)).toBe('ready');
      });

      it('are refused when the file is incomplete or of an unsupported type', async () => {
        const lost = tag();
        expect(await kindOf(platform.uploadAsset(t, channel.account, { ...fileOf('image'), sha256: '0'.repeat(64) }, lost))).toBe(
          'rejected',
        );
        expect(await kindOf(platform.uploadAsset(t, channel.account, { ...fileOf('image'), mime: 'text/html' }, lost))).toBe('rejected');
        expect(await platform.findAsset(t, channel.account, lost)).toBeNull();
      });

      it('exist until they are deleted', async () => {
        const own = tag();
        const { post_id } = await platform.createPost(t, channel.page, postOf({ message: `The heiress ${own}` }), own);
        expect(await platform.findPost(t, channel.page, lostPost(own))).toEqual({ post_id });
        expect(await platform.postState(t, channel.page, post_id)).toMatchObject({ id: post_id, status: 'ready', eligible: true });
        await platform.deletePost(t, channel.page, post_id);
        expect(await platform.postState(t, channel.page, post_id)).toBeNull();
        expect(await platform.findPost(t, channel.page, lostPost(own))).toBeNull();
        expect(await kindOf(platform.deletePost(t, channel.page, post_id))).toBe('rejected');
      });

      it('with a video are processed, and a failed one has an explanation', async () => {
        const film = postOf({ type: 'video', file: fileOf('video') });
        const good = await platform.createPost(t, channel.page, film, tag());
        const bad = await platform.createPost(t, channel.page, { ...film, message: channel.names.disapproved }, tag());
        expect(await platform.postState(t, channel.page, good.post_id)).toMatchObject({ status: 'processing', eligible: false });
        await channel.wait({ minutes: 10 });
        expect(await platform.postState(t, channel.page, good.post_id)).toMatchObject({ status: 'ready', eligible: true });
        expect(await platform.postState(t, channel.page, bad.post_id)).toMatchObject({
          status: 'failed',
          eligible: false,
          error: expect.any(String),
        });
      });

      it('are refused without their file, with a foreign page, or scheduled for the past', async () => {
        expect(await kindOf(platform.createPost(t, channel.page, postOf({ type: 'video' }), tag()))).toBe('rejected');
        expect(await kindOf(platform.createPost(t, channel.foreignPage, postOf(), tag()))).toBe('rejected');
        const late = postOf({ published: true, scheduled_at: new Date(channel.now().getTime() - 60_000) });
        expect(await kindOf(platform.createPost(t, channel.page, late, tag()))).toBe('rejected');
      });

      it('that are scheduled become eligible for ads when they are published', async () => {
        const scheduled_at = new Date(channel.now().getTime() + 3_600_000);
        const { post_id } = await platform.createPost(t, channel.page, postOf({ published: true, scheduled_at }), tag());
        expect(await platform.postState(t, channel.page, post_id)).toMatchObject({ status: 'ready', eligible: false });
        await channel.wait({ minutes: 61 });
        expect(await platform.postState(t, channel.page, post_id)).toMatchObject({ status: 'ready', eligible: true });
      });
    });

    describe('campaigns, ad groups and ads', () => {
      it('are found by their tags, each on its own level', async () => {
        const own = [tag(), tag(), tag()] as const;
        const campaign = await platform.createCampaign(t, channel.account, campaignOf(), own[0]);
        const group = await platform.createAdGroup(t, channel.account, groupOf(campaign.id), own[1]);
        const ad = await platform.createAd(t, channel.account, adOf(group.id, channel.page, { post_id: await createReadyPost() }), own[2]);
        expect(await platform.findByTag(t, channel.account, 'campaign', own[0])).toEqual(campaign);
        expect(await platform.findByTag(t, channel.account, 'ad_group', own[1])).toEqual(group);
        expect(await platform.findByTag(t, channel.account, 'ad', own[2])).toEqual(ad);
        expect(await platform.findByTag(t, channel.account, 'ad', own[0])).toBeNull();
        expect(await findEntity('ad', ad.id)).toMatchObject({ parent_id: group.id, tag: own[2], status: 'ACTIVE' });
      });

      it('exist exactly once when the answer was lost', async () => {
        const own = tag();
        const before = (await collect(platform.changedSince(t, channel.account, new Date(0)))).length;
        expect(await kindOf(platform.createCampaign(t, channel.account, campaignOf({ name: channel.names.lost }), own))).toBe('unknown');
        expect(await platform.findByTag(t, channel.account, 'campaign', own)).not.toBeNull();
        expect((await collect(platform.changedSince(t, channel.account, new Date(0)))).length).toBe(before + 1);
      });

      it('are validated without being created, and a refusal names the fields at fault', async () => {
        const group = await createGroup();
        const before = (await collect(platform.changedSince(t, channel.account, new Date(0)))).length;
        const campaign = (await platform.entityState(t, channel.account, 'ad_group', group.id))?.parent_id ?? '';
        await platform.validate(t, channel.account, { level: 'campaign', spec: campaignOf() });
        await platform.validate(t, channel.account, { level: 'ad_group', spec: groupOf(campaign) });
        const post_id = await createReadyPost();
        await platform.validate(t, channel.account, { level: 'ad', spec: adOf(group.id, channel.page, { post_id }) });
        const refused = [
          [{ level: 'campaign', spec: campaignOf({ daily_budget: 1 }) }, ['daily_budget']],
          [{ level: 'ad_group', spec: groupOf(campaign, { targeting: { countries: [] } }) }, ['targeting.countries']],
          [{ level: 'ad_group', spec: groupOf(campaign, { optimization_goal: 'VALUE' }) }, ['pixel_id']],
        ] as const;
        for (const [object, fields] of refused) {
          const error = await captureFailure(platform.validate(t, channel.account, object));
          expect([error.kind, error.fields]).toEqual(['rejected', fields]);
        }
        expect(await collect(platform.changedSince(t, channel.account, new Date(0)))).toHaveLength(before);
      });

      it('declare special categories for countries, which leave their audience open to everyone', async () => {
        const housing = { special_ad_categories: ['HOUSING'] };
        const undeclared = await captureFailure(platform.createCampaign(t, channel.account, campaignOf(housing), tag()));
        expect(undeclared.fields).toEqual(['special_ad_countries']);
        const declaration = { ...housing, special_ad_countries: ['US'] };
        const { id } = await platform.createCampaign(t, channel.account, campaignOf(declaration), tag());
        expect(await platform.entityState(t, channel.account, 'campaign', id)).toMatchObject({ spec: declaration });
        await platform.createAdGroup(t, channel.account, groupOf(id), tag());
        const chosen = groupOf(id, { targeting: { countries: ['US'], age_min: 25, age_max: 65 } });
        const refused = await captureFailure(platform.createAdGroup(t, channel.account, chosen, tag()));
        expect(refused.fields).toEqual(['targeting.age_min']);
      });

      it('declare social issues on each ad of a campaign that declares them', async () => {
        const special_ad_categories = ['ISSUES_ELECTIONS_POLITICS'];
        const declared = campaignOf({ special_ad_categories, special_ad_countries: ['US'] });
        const campaign = await platform.createCampaign(t, channel.account, declared, tag());
        const group = await platform.createAdGroup(t, channel.account, groupOf(campaign.id), tag());
        const post_id = await createReadyPost();
        const ad = (more: object) => platform.createAd(t, channel.account, adOf(group.id, channel.page, { post_id, ...more }), tag());
        const refused = await captureFailure(ad({}));
        expect([refused.kind, refused.fields]).toEqual(['rejected', ['special_ad_categories']]);
        await expect(ad({ special_ad_categories })).resolves.toBeDefined();
      });

      it('name who benefits from them in the European Union, unless their account does', async () => {
        const groupIn = async (account: string, changes: Parameters<typeof groupOf>[1]) => {
          const { id } = await platform.createCampaign(t, account, campaignOf(), tag());
          return await platform.createAdGroup(t, account, groupOf(id, changes), tag());
        };
        const targeting = { countries: ['US', 'FR'] };
        await groupIn(channel.account, { targeting });
        await groupIn(channel.namelessAccount, {});
        const refused = await captureFailure(groupIn(channel.namelessAccount, { targeting }));
        expect([refused.kind, refused.fields]).toEqual(['rejected', ['beneficiary']]);
        const { id } = await groupIn(channel.namelessAccount, { targeting, beneficiary: 'Galaxy Shorts', payer: 'Galaxy Media' });
        expect(await platform.entityState(t, channel.namelessAccount, 'ad_group', id)).toMatchObject({
          spec: { beneficiary: 'Galaxy Shorts', payer: 'Galaxy Media' },
        });
        await groupIn(channel.namelessAccount, { targeting, beneficiary: 'Galaxy Shorts' });
      });

      it('promote an app or a page where their objective needs one', async () => {
        const goals = { OUTCOME_APP_PROMOTION: 'APP_INSTALLS', OUTCOME_AWARENESS: 'REACH' } as const;
        for (const [objective, optimization_goal] of Object.entries(goals)) {
          const { id } = await platform.createCampaign(t, channel.account, campaignOf({ objective }), tag());
          const group = (more: object) => platform.createAdGroup(t, channel.account, groupOf(id, { optimization_goal, ...more }), tag());
          const isApp = optimization_goal === 'APP_INSTALLS';
          expect((await captureFailure(group({}))).fields).toEqual([isApp ? 'app_id' : 'page_id']);
          const app = { id: '1234567890', store_url: 'https://play.google.com/store/apps/details?id=a' };
          await group(isApp ? { app } : { page_id: channel.page });
        }
      });

      it('take as long as the quota of their account allows', async () => {
        const soon = await platform.estimateEnd(t, channel.account, 1);
        const late = await platform.estimateEnd(t, channel.account, 10_000);
        expect(late.tier).toBe(soon.tier);
        expect(late.ends_at.getTime()).toBeGreaterThan(soon.ends_at.getTime() + 5 * 60_000);
      });

      it('do not exist after they were refused', async () => {
        for (const [given, kind] of [
          [{ name: channel.names.failsAlways }, 'rejected'],
          [{ name: channel.names.throttled }, 'throttled'],
          [{ name: '' }, 'rejected'],
          [{ name: 'x'.repeat(401) }, 'rejected'],
          [{ daily_budget: 1 }, 'rejected'],
          [{ daily_budget: 10_000, lifetime_budget: 10_000 }, 'rejected'],
        ] as const) {
          const own = tag();
          const error = await captureFailure(platform.createCampaign(t, channel.account, campaignOf(given), own));
          expect(error.kind, JSON.stringify(given).slice(0, 40)).toBe(kind);
          if (kind === 'throttled') {
            expect(error.retryAt?.getTime()).toBeGreaterThan(channel.now().getTime());
            expect(error.scope).toBe('account');
            await channel.wait({ minutes: 6 });
          }
          expect(await platform.findByTag(t, channel.account, 'campaign', own)).toBeNull();
        }
      });

      it('can be created by a retry when only the first attempt failed', async () => {
        const own = tag();
        const given = campaignOf({ name: channel.names.failsOnce });
        expect(await kindOf(platform.createCampaign(t, channel.account, given, own))).toBe('rejected');
        expect(await platform.findByTag(t, channel.account, 'campaign', own)).toBeNull();
        const made = await platform.createCampaign(t, channel.account, given, own);
        expect(await platform.findByTag(t, channel.account, 'campaign', own)).toEqual(made);
      });

      it('can use only pixels that are shared with their account', async () => {
        const campaign = await platform.createCampaign(t, channel.account, campaignOf({ objective: 'OUTCOME_SALES' }), tag());
        const goal = { optimization_goal: 'OFFSITE_CONVERSIONS', custom_event_type: 'PURCHASE' };
        const withPixel = (pixel_id: string | null) => groupOf(campaign.id, { ...goal, pixel_id });
        await expect(platform.createAdGroup(t, channel.account, withPixel(channel.pixel), tag())).resolves.toBeDefined();
        expect(await kindOf(platform.createAdGroup(t, channel.account, withPixel(channel.foreignPixel), tag()))).toBe('rejected');
        expect(await kindOf(platform.createAdGroup(t, channel.account, withPixel(null), tag()))).toBe('rejected');
      });

      it('require a parent and account that the person may use', async () => {
        const group = await createGroup();
        expect(await kindOf(platform.createAdGroup(t, channel.account, groupOf('100000000000000'), tag()))).toBe('rejected');
        expect(await kindOf(platform.createAd(t, channel.account, adOf('100000000000000', channel.page), tag()))).toBe('rejected');
        expect(
          await kindOf(
            platform.createAd(t, channel.account, adOf(group.id, channel.foreignPage, { post_id: await createReadyPost() }), tag()),
          ),
        ).toBe('rejected');
        expect(await kindOf(platform.createCampaign(t, channel.foreignAccount, campaignOf(), tag()))).toBe('rejected');
        expect(await kindOf(platform.update(t, channel.account, 'campaign', '100000000000000', { name: 'x' }))).toBe('rejected');
      });

      it('cannot be created in a disabled account', async () => {
        const token = { token: await channel.disabledAccount.token() };
        expect(await kindOf(platform.createCampaign(token, channel.disabledAccount.id, campaignOf(), tag()))).toBe('rejected');
      });

      it('are reviewed, and disapproved with a reason', async () => {
        const group = await createGroup();
        const post_id = await createReadyPost();
        const good = await platform.createAd(t, channel.account, adOf(group.id, channel.page, { post_id }), tag());
        const bad = await platform.createAd(
          t,
          channel.account,
          adOf(group.id, channel.page, { post_id, name: channel.names.disapproved }),
          tag(),
        );
        expect(await findEntity('ad', good.id)).toMatchObject({ effective_status: 'PENDING_REVIEW', review_feedback: null });
        await channel.wait({ minutes: 60 });
        expect(await findEntity('ad', good.id)).toMatchObject({ effective_status: 'ACTIVE', review_feedback: null });
        const found = await findEntity('ad', bad.id);
        expect(found?.effective_status).toBe('DISAPPROVED');
        expect(Object.values(found?.review_feedback ?? {})).not.toEqual([]);
      });

      it('can be appealed once when they were disapproved, and the decision follows', async () => {
        const group = await createGroup();
        const post_id = await createReadyPost();
        const spec = adOf(group.id, channel.page, { post_id, name: channel.names.disapproved });
        const { id } = await platform.createAd(t, channel.account, spec, tag());
        const appeal = () => platform.update(t, channel.account, 'ad', id, { appeal: 'pending' });
        expect(await kindOf(appeal())).toBe('rejected');
        await channel.wait({ minutes: 60 });
        expect(await platform.entityState(t, channel.account, 'ad', id)).toMatchObject({ effective_status: 'DISAPPROVED', appeal: null });
        if (!channel.canAppeal) {
          expect(await kindOf(appeal())).toBe('rejected');
          return;
        }
        await appeal();
        expect(await findEntity('ad', id)).toMatchObject({ effective_status: 'DISAPPROVED', appeal: 'pending' });
        expect(await kindOf(appeal())).toBe('rejected');
        const appealedAt = channel.now();
        await channel.wait({ minutes: 60 });
        const changed = await collect(platform.changedSince(t, channel.account, appealedAt));
        const decided = changed.find((each) => each.id === id);
        expect(['granted', 'denied']).toContain(decided?.appeal);
        expect(decided?.effective_status === 'DISAPPROVED').toBe(decided?.appeal === 'denied');
      });

      it('accept changes of their changeable fields only', async () => {
        const group = await createGroup();
        await platform.update(t, channel.account, 'ad_group', group.id, { name: 'Another name', status: 'PAUSED' });
        expect(await findEntity('ad_group', group.id)).toMatchObject({ name: 'Another name', status: 'PAUSED' });
        expect(await kindOf(platform.update(t, channel.account, 'ad_group', group.id, { lifetime_budget: 50_000 }))).toBe('rejected');
        expect(await kindOf(platform.update(t, channel.account, 'ad_group', group.id, { bid_amount: 500 }))).toBe('rejected');
        expect(await kindOf(platform.update(t, channel.account, 'ad_group', group.id, { daily_budget: 1 }))).toBe('rejected');
        expect(await kindOf(platform.update(t, channel.account, 'ad', group.id, { daily_budget: 30_000 }))).toBe('rejected');
      });

      it('accept four budget changes an hour', async () => {
        const group = await createGroup();
        for (const daily_budget of [21_000, 22_000, 23_000, 24_000])
          await platform.update(t, channel.account, 'ad_group', group.id, { daily_budget });
        const refused = await captureFailure(platform.update(t, channel.account, 'ad_group', group.id, { daily_budget: 25_000 }));
        expect(refused.kind).toBe('throttled');
        expect(refused.retryAt?.getTime()).toBeGreaterThan(channel.now().getTime());
        await channel.wait({ minutes: 61 });
        await platform.update(t, channel.account, 'ad_group', group.id, { daily_budget: 25_000 });
      });

      it('are deleted with their parents and cannot be restored', async () => {
        const campaign = await platform.createCampaign(t, channel.account, campaignOf(), tag());
        const group = await platform.createAdGroup(t, channel.account, groupOf(campaign.id), tag());
        await platform.update(t, channel.account, 'campaign', campaign.id, { status: 'DELETED' });
        const deleted = { status: 'DELETED', effective_status: 'DELETED' };
        expect(await platform.entityState(t, channel.account, 'ad_group', group.id)).toMatchObject(deleted);
        expect(await findEntity('ad_group', group.id)).toBeUndefined();
        expect(await kindOf(platform.update(t, channel.account, 'campaign', campaign.id, { status: 'ACTIVE' }))).toBe('rejected');
      });

      it('can be read one by one with their current specification', async () => {
        const group = await createGroup();
        const post_id = await createReadyPost();
        const ad = await platform.createAd(t, channel.account, adOf(group.id, channel.page, { post_id }), tag());
        await platform.update(t, channel.account, 'ad_group', group.id, { daily_budget: 30_000 });
        for (const [level, id] of [
          ['ad_group', group.id],
          ['ad', ad.id],
        ] as const) {
          expect(await platform.entityState(t, channel.account, level, id)).toEqual(await findEntity(level, id));
        }
        const {
          campaign_id: _campaign,
          name: _name,
          status: _status,
          app: _app,
          page_id: _page,
          bid_strategy: _strategy,
          ...made
        } = groupOf('');
        expect(await platform.entityState(t, channel.account, 'ad_group', group.id)).toMatchObject({
          parent_id: expect.stringMatching(/^\d+$/),
          spec: { ...made, daily_budget: 30_000 },
        });
        expect(await findEntity('ad', ad.id)).toMatchObject({
          parent_id: group.id,
          spec: { page_id: channel.page, post_id, call_to_action: 'WATCH_MORE' },
        });
        await platform.update(t, channel.account, 'ad', ad.id, { status: 'DELETED' });
        expect(await platform.entityState(t, channel.account, 'ad', ad.id)).toMatchObject({ status: 'DELETED' });
        expect(await platform.entityState(t, channel.account, 'campaign', '100000000000000')).toBeNull();
      });

      it('are listed completely and once each, limited to those changed since', async () => {
        for (let count = 0; count < 55; count++)
          await platform.createCampaign(t, channel.account, campaignOf({ name: `Many ${count}` }), tag());
        const changed = await collect(platform.changedSince(t, channel.account, new Date(0)));
        expect(new Set(changed.map(({ level, id }) => `${level} ${id}`)).size).toBe(changed.length);
        expect(changed.filter((each) => each.name.startsWith('Many'))).toHaveLength(55);
        await channel.wait({ minutes: 60 });
        const since = channel.now();
        await channel.wait({ minutes: 1 });
        const later = await platform.createCampaign(t, channel.account, campaignOf(), tag());
        // Ads may be listed again while a channel does not tell when their review ends.
        const listed = (await collect(platform.changedSince(t, channel.account, since))).filter(({ level }) => level !== 'ad');
        expect(listed.map(({ id }) => id)).toEqual([later.id]);
      });
    });

    it('lists the audiences of an account, and takes them for ad groups', async () => {
      const audiences = await collect(platform.listAudiences(t, channel.account));
      expect(new Set(audiences.map(({ kind }) => kind))).toEqual(new Set(['custom', 'lookalike']));
      const [first, second] = audiences;
      const targeting = {
        countries: ['US'],
        audiences: [{ id: first?.id, name: first?.name }],
        excluded_audiences: [{ id: second?.id, name: second?.name }],
      };
      const campaign = await platform.createCampaign(t, channel.account, campaignOf(), tag());
      expect((await platform.createAdGroup(t, channel.account, groupOf(campaign.id, { targeting }), tag())).id).not.toBe('');
    });

    it('finds interests by a part of their name, and none for words that no name has', async () => {
      const found = await platform.searchInterests(t, 'NOVEL');
      expect(found.map(({ name }) => name)).toContain('Romance novels');
      expect(found.filter(({ name }) => !name.toLowerCase().includes('novel'))).toEqual([]);
      expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
      expect(await platform.searchInterests(t, 'no such interest')).toEqual([]);
      await expect(platform.searchInterests({ token: 'unknown' }, 'novel')).rejects.toMatchObject({ kind: 'auth' });
    });

    describe('events', () => {
      const event = (changes = {}) => ({
        event_id: tag(),
        event_name: 'Purchase',
        event_time: channel.now(),
        value: 999,
        currency: 'USD',
        url: 'https://drama.test/',
        order_id: null,
        user: { ...UNKNOWN_USER, user_agent: 'Mozilla/5.0', fbp: 'fb.1.1700000000000.123456789' },
        test_event_code: null,
        ...changes,
      });

      it('are accepted one by one', async () => {
        const old = event({ event_time: new Date(channel.now().getTime() - 8 * 86_400_000) });
        expect(
          await platform.sendConversion(t, channel.pixel, [
            event(),
            old,
            event({ event_name: 'ViewContent', value: null, currency: null }),
          ]),
        ).toEqual({
          received: 2,
          errors: [{ event_id: old.event_id, message: expect.any(String) }],
        });
        const pixel = (await collect(platform.listPixels(t, channel.account))).find(({ id }) => id === channel.pixel);
        expect(pixel?.last_fired_at).toEqual(channel.now());
      });

      it('with a test code do not count', async () => {
        await channel.wait({ minutes: 5 });
        expect(await platform.sendConversion(t, channel.pixel, [event({ test_event_code: 'TEST1' })])).toEqual({ received: 1, errors: [] });
        const pixel = (await collect(platform.listPixels(t, channel.account))).find(({ id }) => id === channel.pixel);
        expect(pixel?.last_fired_at?.getTime()).toBeLessThan(channel.now().getTime());
      });

      it('are refused for a pixel of another person', async () => {
        expect(await kindOf(platform.sendConversion(t, channel.foreignPixel, [event()]))).toBe('rejected');
      });
    });

    it('keeps tokens out of errors', async () => {
      const { token } = t;
      const errors = [
        await captureFailure(platform.createCampaign(t, channel.foreignAccount, campaignOf(), tag())),
        await captureFailure(platform.createCampaign(t, channel.account, campaignOf({ name: channel.names.throttled }), tag())),
        await channel.wait({ minutes: 6 }).then(() => captureFailure(platform.createPost(t, channel.foreignPage, postOf(), tag()))),
        await captureFailure(platform.exchange(token)),
        await captureFailure(platform.inspect(`${token}x`)),
      ];
      for (const error of errors) {
        const text = JSON.stringify([error.message, error.stack, { ...error }]);
        expect(text).not.toContain(token);
      }
    });

    // This test comes last, because it revokes the token that the others use.
    it('recognises a revoked token and an expired one', async () => {
      await channel.revoke();
      expect(await platform.inspect(t.token)).toMatchObject({ valid: false, state: 'revoked' });
      expect(await kindOf(collect(platform.listAdAccounts(t)))).toBe('auth');
      expect(await kindOf(platform.createCampaign(t, channel.account, campaignOf(), tag()))).toBe('auth');
      const again = await platform.exchange(await channel.authorise());
      await channel.wait({ days: 61 });
      expect(await platform.inspect(again.token)).toMatchObject({ valid: false, state: 'expired' });
      expect(await kindOf(collect(platform.listPages({ token: again.token })))).toBe('auth');
    });
  });
}
