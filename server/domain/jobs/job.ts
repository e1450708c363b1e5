import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Connections } from '../connections.ts';

/** What a run is given. */
export interface JobContext extends Connections {
  readonly db: Kysely<Database>;
  /** The instant the run began. */
  readonly now: Date;
  /** Raised when the run is over its time, was declared dead, or the server stops. A job must heed it soon. */
  readonly signal: AbortSignal;
  /** Adds a line to the log of the run, readable while it runs. Never a secret. */
  log(line: string): void;
}

export interface JobResult {
  rowsIn?: number;
  rowsOut?: number;
  message?: string;
}

/** A task the server does by itself. An administrator changes schedule, time limit and switch; the rest is fixed here. */
export interface Job {
  /** Words of a-z joined by dots. */
  readonly key: string;
  readonly name: { readonly zh: string; readonly en: string };
  /** Five fields, UTC; what a new installation begins with. */
  readonly cron: string;
  /** Seconds, 10 to 7200; what a new installation begins with. */
  readonly timeoutS: number;
  /** Cannot be switched off. */
  readonly core: boolean;
  readonly allowManual: boolean;
  run(context: JobContext): Promise<JobResult>;
}

/** A run that was just begun and waits to be carried out. */
export interface ClaimedRun {
  id: number;
  jobKey: string;
  startedAt: Date;
  timeoutS: number;
}

type ManualStart = { started: ClaimedRun } | { runningId: number };

/** What the calls need of the scheduler of this process. */
export interface ManualRuns {
  readonly jobs: readonly Job[];
  /** Begins a run by hand inside the given transaction; `carryOut` follows once that is committed. */
  beginManually(db: Kysely<Database>, job: { key: string; timeoutS: number }, userId: number, now: Date): Promise<ManualStart>;
  /** Carries a begun run out in the background. */
  carryOut(run: ClaimedRun): void;
}
