import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '../clock.ts';
import { nothingOutside, type Outside } from '../outside.ts';
import type { ClaimedRun, Job, JobResult, ManualRuns } from './job.ts';
import {
  appendLog,
  claimDue,
  findOrphanedRuns,
  findOverdueRuns,
  findRunningRun,
  findRunsFromFuture,
  finishRun,
  keepAlive,
  MAX_LOG_LENGTH,
  recordHeartbeat,
  recordSkippedRun,
  registerJobs,
  startRun,
} from './runs.repository.ts';

/** Interval between two ticks. */
const TICK_MS = 5_000;
/** A run without a heartbeat for this long belongs to a dead server. Several ticks long, so that a slow server keeps its runs. */
export const ORPHANED_AFTER_MS = 30_000;

export interface SchedulerOptions {
  /** Needs a spare connection for each run. */
  db: Kysely<Database>;
  clock: Clock;
  jobs: readonly Job[];
  /** Access of jobs to anything besides the database; none by default. */
  outside?: Outside;
  /** Distinguishes this process from every other one, including its own earlier runs. */
  instance: string;
  /** Receives errors of the scheduler itself; errors of a job are stored in its run. */
  onError?: (error: unknown) => void;
}

export interface Scheduler extends ManualRuns {
  /** Registers the jobs in the table, then ticks every `TICK_MS` until `stop`. */
  start(): Promise<void>;
  /** Writes a heartbeat, ends dead and overdue runs and starts due jobs. Resolves when the due runs have started. */
  tick(): Promise<void>;
  /** Resolves when the runs of this process have ended. */
  settled(): Promise<void>;
  /** Starts no more runs, aborts the running ones and waits for them. */
  stop(): Promise<void>;
}

interface ActiveRun {
  controller: AbortController;
  ended: Promise<void>;
}

export function createScheduler({
  db,
  clock,
  jobs,
  outside = nothingOutside,
  instance,
  onError = () => undefined,
}: SchedulerOptions): Scheduler {
  const { channels, siteFeed, catalogue, rates, vault, files, webhooks, publicUrl } = outside;
  const jobsByKey = new Map(jobs.map((job) => [job.key, job]));
  const activeRuns = new Map<number, ActiveRun>();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let isStopping = false;

  async function tick(): Promise<void> {
    const now = clock.now();
    await recordHeartbeat(db, instance, now);
    for (const [id, run] of activeRuns) {
      if (!(await keepAlive(db, id, now)) && activeRuns.has(id)) run.controller.abort(new Error('the run was ended by another server'));
    }
    for (const id of await findOrphanedRuns(db, now, ORPHANED_AFTER_MS)) {
      await finishRun(db, id, { status: 'failed', now, message: 'the server that ran it ended' });
    }
    for (const id of await findRunsFromFuture(db, now)) {
      await finishRun(db, id, { status: 'failed', now, message: 'the clock was set back while it ran' });
      activeRuns.get(id)?.controller.abort(new Error('the clock was set back'));
    }
    for (const id of await findOverdueRuns(db, now)) {
      await finishRun(db, id, { status: 'timeout', now, message: 'over its time limit' });
      activeRuns.get(id)?.controller.abort(new Error('over its time limit'));
    }
    if (isStopping || jobsByKey.size === 0) return;
    for (const run of await claimDue(db, [...jobsByKey.keys()], instance, now)) runInBackground(run);
  }

  function runInBackground(run: ClaimedRun): void {
    const job = jobsByKey.get(run.jobKey);
    if (job === undefined) return;
    const controller = new AbortController();
    if (isStopping) controller.abort(new Error('the server is stopping'));
    const ended = runJob(job, run, controller.signal)
      .catch(onError)
      .finally(() => activeRuns.delete(run.id));
    activeRuns.set(run.id, { controller, ended });
  }

  async function runJob(job: Job, run: ClaimedRun, signal: AbortSignal): Promise<void> {
    const log = createRunLog(run.id);
    let result: JobResult;
    try {
      result = await rejectOnAbort(
        job.run({
          db,
          now: run.startedAt,
          channels,
          siteFeed,
          catalogue,
          rates,
          vault,
          files,
          webhooks,
          publicUrl,
          signal,
          log: log.write,
        }),
        signal,
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await log.whenFlushed();
      await finishRun(db, run.id, { status: 'failed', now: clock.now(), message });
      return;
    }
    await log.whenFlushed();
    await finishRun(db, run.id, { status: 'succeeded', now: clock.now(), ...result });
  }

  /** Writes lines in order, one statement at a time; lines added during a write are written together. */
  function createRunLog(id: number) {
    let pendingText = '';
    let remainingBytes = MAX_LOG_LENGTH;
    let lastWrite = Promise.resolve();
    const flush = async () => {
      const text = pendingText;
      pendingText = '';
      if (text !== '') await appendLog(db, id, text);
    };
    return {
      write: (line: string) => {
        const text = truncateToBytes(`${clock.now().toISOString().slice(11, 19)} ${line.replaceAll('\0', '')}\n`, remainingBytes);
        remainingBytes -= Buffer.byteLength(text);
        pendingText += text;
        lastWrite = lastWrite.then(flush).catch(onError);
      },
      whenFlushed: () => lastWrite,
    };
  }

  return {
    jobs,
    start: async () => {
      await registerJobs(db, jobs, clock.now());
      const startTick = () => {
        ticking ??= tick()
          .catch(onError)
          .finally(() => {
            ticking = undefined;
          });
      };
      startTick();
      timer = setInterval(startTick, TICK_MS);
    },
    tick,
    startManually: async (transaction, { key, timeoutS }, userId, now) => {
      const id = await startRun(transaction, { key, trigger: 'manual', triggeredBy: userId, instance, now });
      if (id !== undefined) return { started: { id, jobKey: key, startedAt: now, timeoutS } };
      // Written outside the transaction, which the following refusal rolls back.
      await recordSkippedRun(db, { key, trigger: 'manual', triggeredBy: userId, now });
      return { runningId: (await findRunningRun(db, key)) ?? 0 };
    },
    runInBackground,
    settled: async () => {
      await Promise.all([...activeRuns.values()].map((run) => run.ended));
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      await ticking;
      for (const run of activeRuns.values()) run.controller.abort(new Error('the server is stopping'));
      await Promise.all([...activeRuns.values()].map((run) => run.ended));
    },
  };
}

/** The longest beginning of the text that fits into this many bytes, without splitting a character. */
function truncateToBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  let kept = '';
  let left = bytes;
  for (const character of text) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    kept += character;
  }
  return kept;
}

/** Rejects as soon as the signal is aborted, even if the job ignores it; its run is over then. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
