import type { Static } from 'typebox';
import type { PushedOrder, PushedVisits, SitePush } from '#contracts/endpoints/site-push.ts';
import { paidStatuses } from '#contracts/vocabulary/orders.ts';

/** A field that contradicts another one; `field` is its path in the push, `rule` a key of the messages. */
interface PushFault {
  field: string;
  rule: string;
  params?: Record<string, string | number>;
}

type Faults = [field: string, rule: string, limit?: string | number][];

const isPaid = (status: string): boolean => paidStatuses.some((paid) => paid === status);

function orderFaults(order: Static<typeof PushedOrder>): Faults {
  const { status, amount, refund, ordered_at, paid_at, refunded_at, acquired_at } = order;
  const faults: Faults = [];
  if (isPaid(status) && paid_at === null) faults.push(['paid_at', 'required']);
  if (!isPaid(status) && paid_at !== null) faults.push(['paid_at', 'absent']);
  if (refund > amount) faults.push(['refund', 'maximum', amount]);
  if (refund > 0 && refunded_at === null) faults.push(['refunded_at', 'required']);
  if (refund === 0 && refunded_at !== null) faults.push(['refunded_at', 'absent']);
  if (Date.parse(acquired_at) > Date.parse(ordered_at)) faults.push(['acquired_at', 'maximum', ordered_at]);
  return faults;
}

function visitFaults(visits: Static<typeof PushedVisits>): Faults {
  const { hour, pv, uv, bounces, cta_clicks, new_users, reacq_users, reg_users } = visits;
  const faults: Faults = [];
  if (Date.parse(hour) % 3_600_000 !== 0) faults.push(['hour', 'other']);
  const most = { uv: pv, bounces: pv, cta_clicks: uv, reacq_users: new_users, reg_users: new_users };
  for (const [field, value] of Object.entries({ uv, bounces, cta_clicks, reacq_users, reg_users }))
    if (value > most[field as keyof typeof most]) faults.push([field, 'maximum', most[field as keyof typeof most]]);
  return faults;
}

/** What the fields of a push say against each other. */
export function findPushFaults(push: SitePush): PushFault[] {
  const found =
    push.kind === 'orders'
      ? push.events.map(orderFaults)
      : push.kind === 'visits'
        ? push.events.map(visitFaults)
        : push.events.map(() => []);
  return found.flatMap((faults, index) =>
    faults.map(([field, rule, limit]) => ({
      field: `events.${index}.${field}`,
      rule,
      ...(limit === undefined ? {} : { params: { limit } }),
    })),
  );
}
