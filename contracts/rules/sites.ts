const HOST_MAX = 253;
/** At least two labels, without scheme, port or path. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that belong to other parts of a URL and never to a host. */
const NO_HOST = /[\s/\\?#@:%[\]<>^|`{}"]/u;

/** A domain in lower case, an international one in its `xn--` form; undefined when the text is not a domain. */
export function normalizeDomain(typed: string): string | undefined {
  const host = typed.trim().toLowerCase();
  if (host === '' || NO_HOST.test(host) || !URL.canParse(`https://${host}/`)) return undefined;
  const { hostname } = new URL(`https://${host}/`);
  return hostname.length <= HOST_MAX && HOST.test(hostname) ? hostname : undefined;
}

/** Identifies the ad that a visit came from; without it orders cannot be attributed. */
export const AD_TAG = 'ad_id={{ad.id}}';

/** The macros that the channel fills in. */
export const urlTagMacros = ['ad.id', 'adset.id', 'campaign.id', 'site_source_name', 'placement'] as const;

/** Macros in the text that the channel does not know, usually typing errors. */
export function unknownMacros(tags: string): string[] {
  const known: readonly string[] = urlTagMacros;
  const named = [...tags.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name);
  return [...new Set(named.filter((name) => !known.includes(name)))];
}

/** A query parameter once the macros are filled in. */
const TAG = /^[A-Za-z0-9_.~-]+=[A-Za-z0-9_.~%+!*,:@-]*$/;

/** A problem of a URL tag template: no ad tag, an unknown macro, not `name=value` pairs joined by `&`, or a name that occurs twice. */
export type UrlTagsProblem = 'ad' | 'macro' | 'form' | 'twice';

export function urlTagsProblem(tags: string): UrlTagsProblem | undefined {
  const parts = tags.split('&');
  if (!parts.includes(AD_TAG)) return 'ad';
  if (unknownMacros(tags).length > 0) return 'macro';
  if (!parts.every((part) => TAG.test(part.replace(/\{\{[^{}]*\}\}/g, 'x')))) return 'form';
  return new Set(parts.map((part) => part.split('=', 1)[0])).size < parts.length ? 'twice' : undefined;
}
