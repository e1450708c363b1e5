const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const COMMON_HEADERS = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Two years; sent only behind TLS, where the promise can be kept. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains';

export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url);

/** Sent with every answer, including errors and downloads. */
export const securityHeaders = (url: string, behindTls: boolean): Record<string, string> => ({
  ...COMMON_HEADERS,
  ...(isApi(url) ? { 'cache-control': 'no-store' } : {}),
  ...(behindTls ? { 'strict-transport-security': STRICT_TRANSPORT } : {}),
});
