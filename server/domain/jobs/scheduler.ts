import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Clock } from '../clock.ts';
import { nothingOutside, type Outside } from '../outside.ts';
import type { ClaimedRun, Job, JobResult, ManualRuns } from './job.ts';
import {
  appendLog,
  beat,
  begin,
  claimDue,
  finish,
  keepAlive,
  LOG_MAX,
  noteSkipped,
  orphanedRuns,
  overdueRuns,
  registerJobs,
  runningRun,
  runsAhead,
} from './runs.repository.ts';

/** How often a scheduler looks for work and says that it lives. */
const TICK_MS = 5_000;
/** A run not heard of for so long belongs to a server that died. Several ticks, so that a slow one is not given up. */
export const ORPHAN_MS = 30_000;

export interface SchedulerOptions {
  /** Its own pool, or one that can spare a connection per run. */
  db: Kysely<Database>;
  clock: Clock;
  jobs: readonly Job[];
  /** What jobs reach besides the database; nothing when absent. */
  outside?: Outside;
  /** Tells this process from every other, also from its own earlier lives. */
  instance: string;
  /** Told about faults of the scheduler itself; faults of a job are in its run. */
  onError?: (error: unknown) => void;
}

export interface Scheduler extends ManualRuns {
  /** Writes the jobs into the table, then looks for work every `TICK_MS` until `stop`. */
  start(): Promise<void>;
  /** One look: sign of life, dead and overdue runs, due jobs. Resolves when the due runs have begun, not ended. */
  tick(): Promise<void>;
  /** Resolves when the runs of this process have ended. */
  settled(): Promise<void>;
  /** Takes no more work, asks the running jobs to end and waits for them. */
  stop(): Promise<void>;
}

interface Underway {
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
  const { channels, siteFeed, rates, vault, files } = outside;
  const known = new Map(jobs.map((job) => [job.key, job]));
  const underway = new Map<number, Underway>();
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  let stopping = false;

  async function look(): Promise<void> {
    const now = clock.now();
    await beat(db, instance, now);
    for (const [id, run] of underway) {
      if (!(await keepAlive(db, id, now)) && underway.has(id)) run.controller.abort(new Error('the run was ended by another server'));
    }
    for (const id of await orphanedRuns(db, now, ORPHAN_MS)) {
      await finish(db, id, { status: 'failed', now, message: 'the server that ran it ended' });
    }
    for (const id of await runsAhead(db, now)) {
      await finish(db, id, { status: 'failed', now, message: 'the clock was set back while it ran' });
      underway.get(id)?.controller.abort(new Error('the clock was set back'));
    }
    for (const id of await overdueRuns(db, now)) {
      await finish(db, id, { status: 'timeout', now, message: 'over its time limit' });
      underway.get(id)?.controller.abort(new Error('over its time limit'));
    }
    if (stopping || known.size === 0) return;
    for (const run of await claimDue(db, [...known.keys()], instance, now)) carryOut(run);
  }

  function carryOut(run: ClaimedRun): void {
    const job = known.get(run.jobKey);
    if (job === undefined) return;
    const controller = new AbortController();
    if (stopping) controller.abort(new Error('the server is stopping'));
    const ended = carry(job, run, controller.signal)
      .catch(onError)
      .finally(() => underway.delete(run.id));
    underway.set(run.id, { controller, ended });
  }

  async function carry(job: Job, run: ClaimedRun, signal: AbortSignal): Promise<void> {
    const log = logOf(run.id);
    let result: JobResult;
    try {
      result = await untilAborted(
        job.run({ db, now: run.startedAt, channels, siteFeed, rates, vault, files, signal, log: log.write }),
        signal,
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      await log.flushed();
      await finish(db, run.id, { status: 'failed', now: clock.now(), message });
      return;
    }
    await log.flushed();
    await finish(db, run.id, { status: 'succeeded', now: clock.now(), ...result });
  }

  /** Lines go out one write at a time, in order; those that come meanwhile go together. */
  function logOf(id: number) {
    let waiting = '';
    let room = LOG_MAX;
    let writing = Promise.resolve();
    const flush = async () => {
      const text = waiting;
      waiting = '';
      if (text !== '') await appendLog(db, id, text);
    };
    return {
      write: (line: string) => {
        const text = fitting(`${clock.now().toISOString().slice(11, 19)} ${line.replaceAll('\0', '')}\n`, room);
        room -= Buffer.byteLength(text);
        waiting += text;
        writing = writing.then(flush).catch(onError);
      },
      flushed: () => writing,
    };
  }

  return {
    jobs,
    start: async () => {
      await registerJobs(db, jobs, clock.now());
      const again = () => {
        ticking ??= look()
          .catch(onError)
          .finally(() => {
            ticking = undefined;
          });
      };
      again();
      timer = setInterval(again, TICK_MS);
    },
    tick: look,
    beginManually: async (transaction, { key, timeoutS }, userId, now) => {
      const id = await begin(transaction, { key, trigger: 'manual', triggeredBy: userId, instance, now });
      if (id !== undefined) return { started: { id, jobKey: key, startedAt: now, timeoutS } };
      // Outside the transaction: the refusal that follows rolls it back, and the skipped row must stay.
      await noteSkipped(db, { key, trigger: 'manual', triggeredBy: userId, now });
      return { runningId: (await runningRun(db, key)) ?? 0 };
    },
    carryOut,
    settled: async () => {
      await Promise.all([...underway.values()].map((run) => run.ended));
    },
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      await ticking;
      for (const run of underway.values()) run.controller.abort(new Error('the server is stopping'));
      await Promise.all([...underway.values()].map((run) => run.ended));
    },
  };
}

/** As many whole characters as fit into so many bytes. */
function fitting(text: string, bytes: number): string {
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

/** A job that does not heed its signal is left behind; whatever it still does, its run is over. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    if (signal.aborted) give();
    else signal.addEventListener('abort', give, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}
