const NAME = 'ads_device';
const DAYS = 180;
const DAY_S = 86_400;

/** Sent with sign-ins alone, and read by no script. */
export const deviceCookie = (token: string, behindTls: boolean): string =>
  `${NAME}=${token}; Path=/api/login; Max-Age=${DAYS * DAY_S}; HttpOnly; SameSite=Strict${behindTls ? '; Secure' : ''}`;

/** The token among the cookies of a request; null where there is none of ours. */
export const deviceOf = (cookies: string | undefined): string | null =>
  new RegExp(`(?:^|; )${NAME}=([A-Za-z0-9_-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
