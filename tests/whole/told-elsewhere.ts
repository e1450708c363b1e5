import type { OrderEvent } from '#server/channel/site-feed.ts';
import { openGrant } from '#server/domain/assets/index.ts';
import type { TestApp } from '#tests/support/app.ts';

/** What the channel itself says an account spent, in its smallest unit, and showed. */
export async function toldByChannel(server: TestApp, account: number, days: { from: string; to: string }) {
  const { db, outside } = server;
  const row = await db
    .selectFrom('ad_account')
    .select(['personal_account_id', 'platform_account_id'])
    .where('id', '=', account)
    .executeTakeFirstOrThrow();
  const { platform, tok } = await openGrant({ db, ...outside }, row.personal_account_id);
  const told = { spend: 0, impressions: 0 };
  for await (const day of platform.insights(tok, row.platform_account_id, { ...days, by: 'day' })) {
    told.spend += day.spend;
    told.impressions += day.impressions;
  }
  return told;
}

/** What our sites say ads sold, by their numbers on the channel: orders that are paid, as they stand now. */
export async function toldBySites({ outside }: TestApp) {
  const orders = new Map<string, OrderEvent>();
  for await (const event of outside.siteFeed.orders(null)) orders.set(event.order_no, event);
  const sold = new Map<string, { orders: number; revenue: number; refund: number; fee: number }>();
  for (const { touch, acquired_at, paid_at, amount, refund, fee } of orders.values()) {
    if (touch === null || paid_at === null) continue;
    const age = acquired_at.getTime() - touch.at.getTime();
    if (age > (touch.kind === 'click' ? 7 : 1) * 86_400_000) continue;
    const ad = sold.get(touch.ad_id) ?? { orders: 0, revenue: 0, refund: 0, fee: 0 };
    sold.set(touch.ad_id, { orders: ad.orders + 1, revenue: ad.revenue + amount, refund: ad.refund + refund, fee: ad.fee + fee });
  }
  return sold;
}

/** New users that our sites saw come from ads. */
export async function newUsersOfSites({ outside }: TestApp): Promise<number> {
  let users = 0;
  for await (const { ad_id, new_users } of outside.siteFeed.visits(null)) users += ad_id === null ? 0 : new_users;
  return users;
}
