import type { Call } from '../call.ts';
import type { Job } from '../jobs/index.ts';
import type { OwnedKind } from '../ownership.ts';
import { hostAccountExports } from './host-accounts.exports.ts';
import { hostAccountCalls } from './host-accounts.routes.ts';
import { hostReportExports } from './host-report.exports.ts';
import { hostingJobs as jobs } from './hosting.job.ts';
import { ownedHostAccounts } from './hosting.owned.ts';

export const hostingCalls: readonly Call[] = [...hostAccountCalls, ...hostAccountExports, ...hostReportExports];

export const hostingOwned: readonly OwnedKind[] = [ownedHostAccounts];

export const hostingJobs: readonly Job[] = jobs;
