import { scoreMaterials } from '../content/index.ts';
import { scoreOpenRounds } from '../evaluations/index.ts';
import type { Job } from '../jobs/index.ts';
import { createScoreJob } from './score.job.ts';

export const scoringJobs: readonly Job[] = [
  createScoreJob([
    { name: 'materials', run: scoreMaterials },
    { name: 'drama evaluations', run: ({ db, now, signal }) => scoreOpenRounds(db, { now, signal }) },
  ]),
];
