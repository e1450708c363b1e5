import type { pixelHealths } from '#contracts/vocabulary/pixels.ts';

/** After so long without an event a pixel is silent. */
export const SILENT_MS = 24 * 60 * 60_000;

export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_MS);

export function healthOf(lastFiredAt: Date | null, now: Date): (typeof pixelHealths)[number] {
  if (lastFiredAt === null) return 'never';
  return lastFiredAt < silentSince(now) ? 'silent' : 'ok';
}

/** What is wrong with the settings of server events as they would be; null when nothing is. They are switched on with a token only. */
export const capiFault = ({ enabled, hasToken }: { enabled: boolean; hasToken: boolean }) =>
  enabled && !hasToken ? { field: 'capi_token', rule: 'required' } : null;

/** A value and its currency come together, and no value is below zero. */
export function valueFault({ value, currency }: { value?: number | undefined; currency?: string | undefined }) {
  if (value !== undefined && value < 0) return { field: 'value', rule: 'minimum', params: { limit: 0 } };
  if (value !== undefined && currency === undefined) return { field: 'currency', rule: 'required' };
  if (value === undefined && currency !== undefined) return { field: 'value', rule: 'required' };
  return null;
}
