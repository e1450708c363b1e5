const COOKIE_NAME = 'ads_device';
const MAX_AGE_DAYS = 180;
const DAY_S = 86_400;

/** The cookie is sent only with sign-ins and cannot be read by scripts. */
export const formatDeviceCookie = (token: string, behindTls: boolean): string =>
  `${COOKIE_NAME}=${token}; Path=/api/login; Max-Age=${MAX_AGE_DAYS * DAY_S}; HttpOnly; SameSite=Strict${behindTls ? '; Secure' : ''}`;

/** The device token among the cookies of a request; null without one. */
export const readDeviceCookie = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|; )${COOKIE_NAME}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
