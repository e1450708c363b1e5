import { expect, it } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { openDouble } from '#tests/support/meta-double.ts';
import { AdPlatformError } from '../ad-platform.ts';
import { adOf, campaignOf, groupOf, postOf } from '../conformance/specs.ts';

const ADS_PER_GROUP = 20;
const GROUPS = deep(2, 8);

it('a launch in the limited tier waits instead of being blocked, and ends when it was estimated to end', async () => {
  const channel = await openDouble({ isLimited: true });
  const { platform, meta, account, page, clock, double } = channel;
  const t = { token: (await platform.exchange(await channel.authorise())).token };
  /** Waits for the time that a throttled call names, as the batch engine does. */
  async function insist<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AdPlatformError) || error.kind !== 'throttled' || error.retryAt === undefined) throw error;
        clock.forward({ ms: error.retryAt.getTime() - clock.now().getTime() });
      }
    }
  }
  const { post_id } = await platform.createPost(t, page, postOf(), 'p');
  const campaign = await insist(() => platform.createCampaign(t, account, campaignOf(), 'c'));
  const writes = GROUPS * (1 + ADS_PER_GROUP);
  const startedAt = clock.now().getTime();
  const estimated = meta.graph.pacer.estimateEnd(account, 'write', writes).getTime() - startedAt;
  for (let group = 0; group < GROUPS; group += 1) {
    const { id } = await insist(() => platform.createAdGroup(t, account, groupOf(campaign.id), `g${group}`));
    for (let ad = 0; ad < ADS_PER_GROUP; ad += 1)
      await insist(() => platform.createAd(t, account, adOf(id, page, { post_id, name: `Ad ${ad}` }), `a${group}-${ad}`));
  }
  const passed = clock.now().getTime() - startedAt;
  expect(double.blockedCalls()).toBe(0);
  expect(estimated).toBeGreaterThan(deep(5, 30) * 60_000);
  expect(Math.abs(passed - estimated)).toBeLessThan(60_000);
  await channel.close();
});
