import { AdPlatformError, type ConversionError, type ConversionEvent, type Tok } from '../ad-platform.ts';
import type { Graph } from './graph/call.ts';
import { toMajor } from './money.ts';

const MAX_EVENTS_PER_CALL = 500;
const EVENTS_LIMIT_MS = 10_000;
const MAX_AGE_MS = 7 * 86_400_000;
const MAX_AHEAD_MS = 60_000;
const INVALID_PARAMETER = 100;

/** True when the network can recognise the person. */
function isRecognisable({ user_agent, fbc, fbp, external_id, email_sha256, phone_sha256 }: ConversionEvent['user']): boolean {
  return user_agent !== null && [fbc, fbp, external_id, email_sha256, phone_sha256].some((part) => part !== null);
}

/** The fault for which the network would refuse all events of a call; null when it is not obvious. */
function findFault({ event_id, event_name, event_time, value, currency, url, user }: ConversionEvent, now: Date): string | null {
  if (event_id === '' || event_id.length > 64) return 'event_id takes 1 to 64 characters.';
  if (!/^[A-Za-z][\w ]{0,49}$/.test(event_name)) return 'event_name is not the name of an event.';
  if (event_time.getTime() < now.getTime() - MAX_AGE_MS) return 'event_time lies more than 7 days back.';
  if (event_time.getTime() > now.getTime() + MAX_AHEAD_MS) return 'event_time lies in the future.';
  if (event_name === 'Purchase' && (value === null || currency === null)) return 'A purchase needs value and currency.';
  if (value !== null && value < 0) return 'value is negative.';
  if (url === null || !/^https?:\/\//.test(url)) return 'event_source_url is missing.';
  return isRecognisable(user) ? null : 'The event says too little about the customer.';
}

const withoutNulls = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function toServerEvent({ event_id, event_name, event_time, value, currency, url, user, order_id }: ConversionEvent): object {
  const { user_agent, ip, fbc, fbp, external_id, email_sha256, phone_sha256, country_sha256 } = user;
  return {
    event_id,
    event_name,
    event_time: Math.floor(event_time.getTime() / 1000),
    action_source: 'website',
    event_source_url: url,
    user_data: withoutNulls({
      client_user_agent: user_agent,
      client_ip_address: ip,
      fbc,
      fbp,
      external_id,
      em: email_sha256,
      ph: phone_sha256,
      country: country_sha256,
    }),
    custom_data: withoutNulls({
      value: value === null || currency === null ? null : Number(toMajor(value, currency)),
      currency,
      order_id,
    }),
  };
}

type Result = ConversionError[];

/**
 * Sends events of one test code. The network refuses a call as a whole, so that a refused one is halved until every culprit stands alone.
 * Sending an event twice is harmless, because the network knows it by its id.
 */
async function sendAll(graph: Graph, t: Tok, pixel: string, events: readonly ConversionEvent[]): Promise<Result> {
  const [first] = events;
  if (first === undefined) return [];
  try {
    await graph.call({
      method: 'POST',
      path: `/${pixel}/events`,
      token: t.token,
      limitMs: EVENTS_LIMIT_MS,
      parameters: { data: events.map(toServerEvent), test_event_code: first.test_event_code ?? undefined },
    });
    return [];
  } catch (error) {
    const isRefused =
      error instanceof AdPlatformError && error.kind === 'rejected' && error.code === INVALID_PARAMETER && error.subcode !== 33;
    if (!isRefused) throw error;
    if (events.length === 1) return [{ event_id: first.event_id, message: error.message }];
    const half = Math.ceil(events.length / 2);
    return [...(await sendAll(graph, t, pixel, events.slice(0, half))), ...(await sendAll(graph, t, pixel, events.slice(half)))];
  }
}

export async function sendConversion(
  graph: Graph,
  t: Tok,
  pixel: string,
  events: readonly ConversionEvent[],
): Promise<{ received: number; errors: ConversionError[] }> {
  const errors: ConversionError[] = [];
  const byCode = new Map<string | null, ConversionEvent[]>();
  for (const event of events) {
    const message = findFault(event, graph.now());
    if (message !== null) {
      errors.push({ event_id: event.event_id, message });
      continue;
    }
    const alike = byCode.get(event.test_event_code) ?? [];
    alike.push(event);
    byCode.set(event.test_event_code, alike);
  }
  for (const alike of byCode.values())
    for (let at = 0; at < alike.length; at += MAX_EVENTS_PER_CALL)
      errors.push(...(await sendAll(graph, t, pixel, alike.slice(at, at + MAX_EVENTS_PER_CALL))));
  return { received: events.length - errors.length, errors };
}
