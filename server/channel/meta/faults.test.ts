import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DoubleUnderTest, openDouble } from '#tests/support/meta-double.ts';
import { AdPlatformError, type Level, type Tok } from '../ad-platform.ts';
import { describeAdPlatform } from '../conformance/describe-ad-platform.ts';
import { adOf, campaignOf, fileOf, groupOf, postOf } from '../conformance/specs.ts';
import type { Fault } from './double/double.ts';
import type { DoubleRequest } from './double/request.ts';
import { judge } from './facts/judge.ts';
import table from './facts/table.json' with { type: 'json' };

const READ_FAULTS: Fault[] = ['refused', 'html', 'lost', 'transient', 'truncated', 'error200'];
const isRead = ({ method, path }: DoubleRequest) => method === 'GET' && path !== '/oauth/access_token';
const isPiece = ({ parameters }: DoubleRequest) => parameters['upload_phase'] === 'transfer';

let channel: DoubleUnderTest | undefined;
let injected = 0;

describeAdPlatform('the connector to Meta while every fifth read fails', async () => {
  const opened = await openDouble();
  let reads = 0;
  opened.double.plan = (request) => {
    if (!isRead(request) && !isPiece(request)) return null;
    reads += 1;
    if (reads % 5 !== 0) return null;
    injected += 1;
    return isPiece(request) ? 'refused' : (READ_FAULTS[injected % READ_FAULTS.length] ?? null);
  };
  channel = opened;
  return opened;
});

it('every request of the suite has the form that the publisher describes', () => {
  const requests = channel?.double.requests ?? [];
  expect(injected).toBeGreaterThan(25);
  expect(requests.length).toBeGreaterThan(200);
  expect([...new Set(requests.flatMap((request) => judge(table, request)))]).toEqual([]);
});

describe('a creation whose answer was lost', () => {
  let own: DoubleUnderTest;
  let t: Tok;
  beforeAll(async () => {
    own = await openDouble();
    t = { token: (await own.platform.exchange(await own.authorise())).token };
  });
  afterAll(() => own.close());

  const creations: Fault[] = ['lost', 'truncated', 'html', 'transient', 'error200'];

  it.each(creations)('leaves exactly one object on every level, after %s', async (fault) => {
    const { platform, account, page, double } = own;
    /** Creates with the fault once, looks the object up, and repeats the creation only when there is none. */
    async function create(level: Level, tag: string, send: () => Promise<{ id: string }>): Promise<{ id: string }> {
      double.plan = ({ method }) => {
        if (method !== 'POST') return null;
        double.plan = () => null;
        return fault;
      };
      const failure: unknown = await send().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AdPlatformError);
      expect(failure).toMatchObject({ kind: 'unknown' });
      return (await platform.findByTag(t, account, level, tag)) ?? (await send());
    }
    const tag = (level: Level) => `${fault}-${level}`;
    const campaign = await create('campaign', tag('campaign'), () => platform.createCampaign(t, account, campaignOf(), tag('campaign')));
    const group = await create('ad_group', tag('ad_group'), () =>
      platform.createAdGroup(t, account, groupOf(campaign.id), tag('ad_group')),
    );
    const { post_id } = await platform.createPost(t, page, postOf({ message: `post of ${fault}` }), tag('ad'));
    const ad = await create('ad', tag('ad'), () => platform.createAd(t, account, adOf(group.id, page, { post_id }), tag('ad')));
    for (const [table_, level, id] of [
      ['sbx_campaign', 'campaign', campaign.id],
      ['sbx_group', 'ad_group', group.id],
      ['sbx_ad', 'ad', ad.id],
    ] as const) {
      expect(await own.db.selectFrom(table_).select('id').where('tag', '=', tag(level)).execute()).toEqual([{ id }]);
    }
  });

  it('keeps the oldest of two objects with one tag and deletes the other', async () => {
    const { platform, account, clock } = own;
    const first = await platform.createCampaign(t, account, campaignOf(), 'twin');
    clock.forward({ minutes: 1 });
    const second = await platform.createCampaign(t, account, campaignOf(), 'twin');
    expect(await platform.findByTag(t, account, 'campaign', 'twin')).toEqual(first);
    expect(await platform.entityState(t, account, 'campaign', second.id)).toMatchObject({ status: 'DELETED' });
  });

  it('of a post is found by its contents', async () => {
    const { platform, page, double, now } = own;
    const post = postOf({ message: 'a lost post' });
    const { file: _file, ...contents } = post;
    const since = now();
    double.plan = ({ method }) => (method === 'POST' ? 'lost' : null);
    await expect(platform.createPost(t, page, post, 'p')).rejects.toMatchObject({ kind: 'unknown' });
    double.plan = () => null;
    const found = await platform.findPost(t, page, { tag: 'p', post: contents, since });
    expect(await platform.postState(t, page, found?.post_id ?? '')).toMatchObject({ status: 'ready' });
    expect(await platform.findPost(t, page, { tag: 'p', post: { ...contents, message: 'another' }, since })).toBeNull();
    own.clock.forward({ minutes: 5 });
    expect(await platform.findPost(t, page, { tag: 'p', post: contents, since: now() })).toBeNull();
  });

  it('of a piece of a video is made good by going on where the network wants to', async () => {
    const { platform, account, double } = own;
    const faults: (Fault | null)[] = ['lost', null, 'refused', 'lost', 'truncated'];
    let pieces = 0;
    double.plan = (request) => (isPiece(request) ? (faults[pieces++] ?? null) : null);
    const uploaded = await platform.uploadAsset(t, account, fileOf('video'), 'resumed');
    double.plan = () => null;
    expect(pieces).toBe(faults.length);
    expect(uploaded).toEqual(await platform.findAsset(t, account, 'resumed'));
    // The simulated network compares the contents of the file with its hash.
    expect(await platform.assetStatus(t, account, uploaded.asset_id)).not.toBe('error');
  });

  it('of every piece of a video leaves no video, and the upload can be made again', async () => {
    const { platform, account, double } = own;
    double.plan = (request) => (isPiece(request) ? 'refused' : null);
    await expect(platform.uploadAsset(t, account, fileOf('video'), 'broken')).rejects.toMatchObject({ kind: 'down' });
    double.plan = () => null;
    expect(await platform.findAsset(t, account, 'broken')).toBeNull();
    expect(await platform.uploadAsset(t, account, fileOf('video'), 'broken')).toEqual(await platform.findAsset(t, account, 'broken'));
  });

  it('of a video is found by its title', async () => {
    const { platform, account, double } = own;
    double.plan = ({ parameters }) => (parameters['upload_phase'] === 'finish' ? 'lost' : null);
    await expect(platform.uploadAsset(t, account, fileOf('video'), 'lost-video')).rejects.toMatchObject({ kind: 'unknown' });
    double.plan = () => null;
    expect(await platform.findAsset(t, account, 'lost-video')).not.toBeNull();
  });
});
