import type { Call } from '#server/domain/call.ts';
import { jobCalls } from '#server/domain/jobs/index.ts';
import { peopleCalls } from '#server/domain/people/index.ts';

/** Every call of the API, area by area. */
export const calls: readonly Call[] = [...peopleCalls, ...jobCalls];
