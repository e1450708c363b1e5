const HOST_MAX = 253;
/** At least two labels; without scheme, port or path. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** What an address has besides its host, and what no host has. */
const NO_HOST = /[\s/\\?#@:%[\]<>^|`{}"]/u;

/** A domain as it is kept: in lower case, an international one in its `xn--` form. Undefined where the text is none. */
export function normalizeDomain(typed: string): string | undefined {
  const host = typed.trim().toLowerCase();
  if (host === '' || NO_HOST.test(host) || !URL.canParse(`https://${host}/`)) return undefined;
  const { hostname } = new URL(`https://${host}/`);
  return hostname.length <= HOST_MAX && HOST.test(hostname) ? hostname : undefined;
}

/** Names the ad that a visit came from; without it no order could be told where it comes from. */
export const AD_TAG = 'ad_id={{ad.id}}';

/** What a template of url tags may name; the channel fills it in. */
export const urlTagMacros = ['ad.id', 'adset.id', 'campaign.id', 'site_source_name', 'placement'] as const;

/** Macros in the text that no channel fills in: typing errors, as a rule. */
export function unknownMacros(tags: string): string[] {
  const known: readonly string[] = urlTagMacros;
  const named = [...tags.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name);
  return [...new Set(named.filter((name) => !known.includes(name)))];
}

/** What may stand in the query of an address, once the macros are filled in. */
const TAG = /^[A-Za-z0-9_.~-]+=[A-Za-z0-9_.~%+!*,:@-]*$/;

/** What is wrong with a template of url tags: it lacks the ad, has an unknown macro, is no `name=value` joined by `&`, or has a name twice. */
export type UrlTagsProblem = 'ad' | 'macro' | 'form' | 'twice';

export function urlTagsProblem(tags: string): UrlTagsProblem | undefined {
  const parts = tags.split('&');
  if (!parts.includes(AD_TAG)) return 'ad';
  if (unknownMacros(tags).length > 0) return 'macro';
  if (!parts.every((part) => TAG.test(part.replace(/\{\{[^{}]*\}\}/g, 'x')))) return 'form';
  return new Set(parts.map((part) => part.split('=', 1)[0])).size < parts.length ? 'twice' : undefined;
}
