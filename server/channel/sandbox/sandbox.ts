import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '#server/domain/clock.ts';
import type { Job } from '#server/domain/jobs/index.ts';
import type { AdPlatform } from '../ad-platform.ts';
import type { SandboxConfig } from './config.ts';

export interface Sandbox {
  platform: AdPlatform;
  /** Advances it to now. */
  jobs: readonly Job[];
  /** Its own pages and, where allowed, its clock. */
  mount(app: FastifyInstance): void;
}

export interface SandboxOptions extends SandboxConfig {
  db: Kysely<Database>;
  clock: Clock;
}

export function createSandbox(_options: SandboxOptions): Sandbox {
  return { platform: {} as AdPlatform, jobs: [], mount: () => {} };
}
