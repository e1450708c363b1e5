import type { ConversionError, ConversionEvent, Tok } from '../ad-platform.ts';
import { invalidParameter } from './failures.ts';
import type { Operation } from './operation.ts';
import { enterPixel } from './permission.ts';

const MAX_EVENTS = 1000;
const MINUTE = 60_000;
const MAX_AGE_MS = 7 * 1440 * MINUTE;

function findFault(event: ConversionEvent, now: Date): string | null {
  const { event_id, event_name, event_time, value, currency, url, user } = event;
  if (event_id === '' || event_id.length > 64) return 'event_id takes 1 to 64 characters.';
  if (!/^[A-Za-z][\w ]{0,49}$/.test(event_name)) return 'event_name is not the name of an event.';
  if (event_time.getTime() < now.getTime() - MAX_AGE_MS) return 'event_time lies more than 7 days back.';
  if (event_time.getTime() > now.getTime() + MINUTE) return 'event_time lies in the future.';
  if (event_name === 'Purchase' && (value === null || currency === null)) return 'A purchase needs value and currency.';
  if (value !== null && value < 0) return 'value is negative.';
  if (currency !== null && !/^[A-Z]{3}$/.test(currency)) return 'currency is no ISO code.';
  if (url === null || !/^https?:\/\//.test(url)) return 'event_source_url is missing.';
  const ids = [user.fbc, user.fbp, user.external_id, user.email_sha256, user.phone_sha256];
  if (user.user_agent === null || ids.every((id) => id === null)) return 'The event says too little about the customer.';
  return null;
}

/** Accepts or refuses each event separately. Test events are validated but do not count. */
export async function sendConversion(
  operation: Operation,
  t: Tok,
  pixelId: string,
  events: readonly ConversionEvent[],
): Promise<{ received: number; errors: ConversionError[] }> {
  const pixel = await enterPixel(operation, t, pixelId, ['ads_management']);
  if (events.length === 0 || events.length > MAX_EVENTS) throw invalidParameter(`One call takes 1 to ${MAX_EVENTS} events.`);
  if (pixel.status !== 'active') throw invalidParameter('The pixel is not available.');
  const errors: ConversionError[] = [];
  let last: Date | null = null;
  for (const event of events) {
    const message = findFault(event, operation.now);
    if (message !== null) errors.push({ event_id: event.event_id, message });
    else if (event.test_event_code === null && (last === null || event.event_time > last)) last = event.event_time;
  }
  if (last !== null && (pixel.last_fired_at === null || last > pixel.last_fired_at)) {
    await operation.db.updateTable('sbx_pixel').set({ last_fired_at: last }).where('id', '=', pixelId).execute();
  }
  return { received: events.length - errors.length, errors };
}
