import type { Static } from 'typebox';
import type { SiteKind, VerifyMethod } from '#contracts/endpoints/sites.ts';
import { isHttps } from '#contracts/rules/https-address.ts';
import { AD_TAG, unknownMacros, urlTagsProblem } from '#contracts/rules/sites.ts';
import type { FieldFault } from '../refusal.ts';
import type { ProofProblem } from './site-verifier.ts';

/** Minimum time between two checks of a domain. */
export const VERIFY_INTERVAL_MS = 60_000;

/** The fault of a URL tag template; null without one. */
export function findUrlTagsFault(tags: string): FieldFault | null {
  const field = 'url_tags';
  switch (urlTagsProblem(tags)) {
    case 'ad':
      return { field, rule: 'urlTagsAd', params: { tag: AD_TAG } };
    case 'macro':
      return { field, rule: 'urlTagsMacro', params: { macro: `{{${unknownMacros(tags)[0]}}}` } };
    case 'form':
      return { field, rule: 'urlTagsForm' };
    case 'twice':
      return { field, rule: 'urlTagsTwice' };
    case undefined:
      return null;
  }
}

interface AppUrls {
  kind: Static<typeof SiteKind>;
  app_url_ios: string | null;
  app_url_android: string | null;
}

/** Faults of app store addresses. */
export function findAppUrlFaults({ kind, app_url_ios, app_url_android }: AppUrls): FieldFault[] {
  if (kind === 'app' && app_url_ios === null && app_url_android === null) return [{ field: 'app_url_ios', rule: 'appUrl' }];
  const urls = { app_url_ios, app_url_android };
  return Object.entries(urls).flatMap(([field, url]) => (url === null || isHttps(url) ? [] : [{ field, rule: 'https' }]));
}

/** How the owner of a domain proves it. */
export function toProof({
  domain,
  verify_method,
  verify_token,
}: {
  domain: string;
  verify_method: Static<typeof VerifyMethod>;
  verify_token: string;
}): { method: Static<typeof VerifyMethod>; name: string; value: string } {
  const method = verify_method;
  if (method === 'dns_txt') return { method, name: `_site-verification.${domain}`, value: `site-verification=${verify_token}` };
  if (method === 'meta_tag') {
    return { method, name: 'site-verification', value: `<meta name="site-verification" content="${verify_token}">` };
  }
  return { method, name: `/site-verification-${verify_token}.html`, value: verify_token };
}

export const proofTexts: Readonly<Record<ProofProblem, Readonly<Record<'zh' | 'en', string>>>> = {
  unreachable: {
    zh: '本服务器不访问外部网络，只能验证以 .test 结尾的域名',
    en: 'This server does not reach outside networks; it can only check domains ending in .test',
  },
  missing: { zh: '没有找到验证内容，请确认已经添加并生效', en: 'The proof was not found; make sure it is there and has taken effect' },
};

/** The time of the next allowed check; null when it is allowed now. */
export function findNextTry(tried: Date | null, now: Date): Date | null {
  if (tried === null) return null;
  const next = new Date(tried.getTime() + VERIFY_INTERVAL_MS);
  return next > now ? next : null;
}
