import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Connections } from '../connections.ts';

export interface JobContext extends Connections {
  readonly db: Kysely<Database>;
  /** When the run began. */
  readonly now: Date;
  /** Aborted when the run exceeds its time limit, was declared dead, or the server stops. A job must react to it soon. */
  readonly signal: AbortSignal;
  /** Adds a line to the log of the run, which can be read while it runs. Never log a secret. */
  log(line: string): void;
}

export interface JobResult {
  rowsIn?: number;
  rowsOut?: number;
  message?: string;
}

/** A scheduled task. An administrator may change its schedule, its time limit and whether it is enabled; everything else is fixed here. */
export interface Job {
  /** Words of a-z joined by dots. */
  readonly key: string;
  readonly name: { readonly zh: string; readonly en: string };
  /** Initial schedule: five fields, UTC. */
  readonly cron: string;
  /** Initial time limit in seconds, 10 to 7200. */
  readonly timeoutS: number;
  /** A core job cannot be disabled. */
  readonly core: boolean;
  readonly allowManual: boolean;
  run(context: JobContext): Promise<JobResult>;
}

/** A run that has been written and is about to start. */
export interface ClaimedRun {
  id: number;
  jobKey: string;
  startedAt: Date;
  timeoutS: number;
}

type ManualStart = { started: ClaimedRun } | { runningId: number };

/** The part of the scheduler that calls may use. */
export interface ManualRuns {
  readonly jobs: readonly Job[];
  /** Writes a manual run inside the given transaction; call `runInBackground` once it is committed. */
  startManually(db: Kysely<Database>, job: { key: string; timeoutS: number }, userId: number, now: Date): Promise<ManualStart>;
  /** Runs the job of a written run in the background. */
  runInBackground(run: ClaimedRun): void;
}
