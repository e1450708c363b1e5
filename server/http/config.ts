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

const list = (text: string | undefined): string[] => (text ?? '').split(',').flatMap((each) => each.trim() || []);

/** TRUST_PROXY: comma separated addresses or networks. BEHIND_TLS=1: served through a TLS proxy. */
export const configFrom = (env: NodeJS.ProcessEnv): AppConfig => ({
  ...defaultConfig,
  trustProxy: list(env.TRUST_PROXY),
  behindTls: env.BEHIND_TLS === '1',
});
