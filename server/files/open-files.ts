import type { FastifyInstance } from 'fastify';
import type { Files } from '#server/domain/files.ts';
import type { Job } from '#server/domain/jobs/index.ts';

export interface OpenFiles {
  files: Files;
  /** Removes what nobody refers to. */
  jobs: readonly Job[];
  mount(app: FastifyInstance): void;
}

export function openFiles(_options: { folder: string; signingKey: Buffer }): OpenFiles {
  return { files: {} as Files, jobs: [], mount: () => {} };
}
