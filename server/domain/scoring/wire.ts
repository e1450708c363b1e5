import { scoreMaterials } from '../content/index.ts';
import type { Job } from '../jobs/index.ts';
import { createScoreJob } from './score.job.ts';

export const scoringJobs: readonly Job[] = [createScoreJob([{ name: 'materials', run: scoreMaterials }])];
