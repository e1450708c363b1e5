import type { Limits } from '#server/domain/limits.ts';

export interface AppConfig {
  /** Overrides the settings table and the defaults. */
  limits: Partial<Limits>;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is trusted. */
  trustProxy: readonly string[];
  /** Sends HSTS; only for servers behind a TLS proxy. */
  behindTls: boolean;
  /** Checks every answer against its endpoint and fails on a difference; for tests. */
  verifyReplies: boolean;
}

export const defaultConfig: AppConfig = { limits: {}, trustProxy: [], behindTls: false, verifyReplies: false };

export const readAppConfig = (env: NodeJS.ProcessEnv, trustProxy: readonly string[]): AppConfig => ({
  ...defaultConfig,
  trustProxy,
  behindTls: env.BEHIND_TLS === '1',
});
