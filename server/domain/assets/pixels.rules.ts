import { SILENT_HOURS } from '#contracts/rules/pixel-health.ts';
import type { Language } from '../messages.ts';

export const silentSince = (now: Date): Date => new Date(now.getTime() - SILENT_HOURS * 3_600_000);

/** The fault of the resulting settings of server events; null without one. They can be enabled only with a token. */
export const findCapiFault = ({ enabled, hasToken }: { enabled: boolean; hasToken: boolean }) =>
  enabled && !hasToken ? { field: 'capi_token', rule: 'required' } : null;

/** The fault of a value and its currency: both or neither must be set, and the value must not be negative. */
export function findValueFault({ value, currency }: { value?: number | undefined; currency?: string | undefined }) {
  if (value !== undefined && value < 0) return { field: 'value', rule: 'minimum', params: { limit: 0 } };
  if (value !== undefined && currency === undefined) return { field: 'currency', rule: 'required' };
  if (value === undefined && currency !== undefined) return { field: 'value', rule: 'required' };
  return null;
}

/** A line names this many accounts and counts the others. */
const MAX_NAMED = 3;

/** The accounts that may use a pixel, in words. */
export function describeServed(accounts: readonly string[], language: Language): string {
  const named = accounts.slice(0, MAX_NAMED);
  const isCut = accounts.length > named.length;
  if (language === 'zh') {
    if (accounts.length === 0) return '没有账户可以使用';
    return `可用于 ${named.join('、')}${isCut ? ` 等 ${accounts.length} 个账户` : ''}`;
  }
  if (accounts.length === 0) return 'no account may use it';
  return `works for ${named.join(', ')}${isCut ? ` and ${accounts.length - named.length} more` : ''}`;
}
