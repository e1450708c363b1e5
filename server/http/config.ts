import type { Limits } from '#server/domain/limits.ts';

export interface AppConfig {
  /** Override the table `setting` and the defaults. */
  limits: Partial<Limits>;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[];
  /** Send HSTS: only where a TLS proxy stands in front. */
  behindTls: boolean;
  /** Check every answer against its endpoint and fail where it differs; for tests. */
  verifyReplies: boolean;
}

export const defaultConfig: AppConfig = { limits: {}, trustProxy: [], behindTls: false, verifyReplies: false };

/** BEHIND_TLS=1: served through a TLS proxy. */
export const configFrom = (env: NodeJS.ProcessEnv, trustProxy: readonly string[]): AppConfig => ({
  ...defaultConfig,
  trustProxy,
  behindTls: env.BEHIND_TLS === '1',
});
