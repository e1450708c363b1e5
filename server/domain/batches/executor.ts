import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Caller } from '../call.ts';
import type { Clock } from '../clock.ts';
import { isTransient } from '../faults.ts';
import { refusalOf } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import { isOfLane, repeatAfterMs } from './batch.rules.ts';
import type { AnyBatchType, ItemContext, ItemFault, Outcome } from './batch-type.ts';
import { carriedOut, contextOf, endingOf, type Shared, writeEntries } from './carry-out.ts';
import { faultOf } from './item-text.ts';
import * as items from './items.repository.ts';

/** Batches that one server works on at a time. */
const AT_ONCE = 4;
/** How often it looks for batches that nobody works on, and says that it lives. */
const SWEEP_MS = 5_000;
/** A server not heard of for so long is gone, and what it asked the channel is unknown. */
const LEASE_MS = 60_000;
/** An item whose transaction the database gave up, for another one's sake, is tried again so often. */
const TRIES = 5;
const LAPSED_AT_ONCE = 100;

/** What tests put between the executor and an item; it does not exist outside of them. */
export interface BatchFaults {
  /**
   * Before an item is carried out, its row already locked. Waiting makes the executor slow, a Refusal makes the item
   * fail with its reason, any other error with INTERNAL.
   */
  beforeItem(item: { batchId: number; type: string; seq: number; targetId: number | null; attempt: number }): Promise<void> | void;
}

export interface ExecutorOptions extends Shared {
  db: Kysely<Database>;
  clock: Clock;
  types: ReadonlyMap<string, AnyBatchType>;
  /** Tells this process from every other, also from its own earlier lives. */
  instance: string;
  callerOf(db: Kysely<Database>, userId: number): Promise<Caller | undefined>;
  /** Told about faults of the program and of the database. */
  onError: (error: unknown) => void;
  ended?: items.EndedHook | undefined;
  faults?: BatchFaults | undefined;
}

export interface Executor {
  /** Goes on with these batches, in the background. */
  wake(batchIds: readonly number[]): void;
  /** One look for batches that nobody works on, for dead servers, and a sign of life of this one. */
  sweep(): Promise<void>;
  /** Goes on with what others, or an earlier life, left behind; looks every five seconds from now on. */
  resume(): void;
  /** Resolves when this server works on none of these any more, whether or not they have ended. */
  idle(batchIds: readonly number[]): Promise<void>;
  /** Resolves when this server works on nothing any more. */
  settled(): Promise<void>;
  /** Takes nothing new and waits for the items under way. */
  stop(): Promise<void>;
}

/** What the workers of one batch tell each other. */
interface Progress {
  /** Items that ended so far. */
  endings(): number;
  itemEnded(): void;
}

type Step = 'none' | 'again' | 'done' | { item: items.TakenItem; type: AnyBatchType; caller: Caller; now: Date };

/**
 * Carries batches out, beside as many others of its kind as share the database: an item belongs to whoever holds the lock on
 * its row. An item of the kind `database` has its effect, its result and its entry in one transaction: killed at any
 * moment, it either happened or it did not, and then somebody else does it.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { db, clock, types, instance, onError, ended, faults } = options;
  const waiting: number[] = [];
  const active = new Map<number, Promise<void>>();
  /** Woken while being worked on: looked at once more. */
  const again = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;
  let isStopping = false;

  function wake(batchIds: readonly number[]): void {
    for (const id of batchIds) {
      if (active.has(id)) again.add(id);
      else if (!waiting.includes(id)) waiting.push(id);
    }
    pump();
  }

  function pump(): void {
    while (!isStopping && active.size < AT_ONCE) {
      const id = waiting.shift();
      if (id === undefined) return;
      const work = workOn(id)
        .catch(onError)
        .finally(() => {
          active.delete(id);
          if (again.delete(id)) waiting.push(id);
          pump();
        });
      active.set(id, work);
    }
  }

  async function workOn(batchId: number): Promise<void> {
    const type = types.get((await items.typeOfBatch(db, batchId)) ?? '');
    if (type === undefined) return;
    await items.beginBatch(db, batchId, clock.now());
    const { parallel = 1 } = type;
    const workers = new Set<Promise<void>>();
    const failures: unknown[] = [];
    let [endings, working] = [0, 0];
    const progress: Progress = {
      endings: () => endings,
      itemEnded: () => {
        endings += 1;
        fill();
      },
    };
    // One that found nothing has left; what it could not have may be ready once another item has ended.
    const fill = () => {
      while (!isStopping && failures.length === 0 && working < parallel) {
        working += 1;
        // Gone in the very moment it found nothing, so that an item that ends right then has it replaced.
        const worker = workThrough(batchId, progress, () => void (working -= 1))
          .catch((error: unknown) => void failures.push(error))
          .finally(() => void workers.delete(worker));
        workers.add(worker);
      }
    };
    fill();
    while (workers.size > 0) await Promise.all(workers);
    if (failures.length > 0) throw failures[0];
  }

  async function workThrough(batchId: number, { endings, itemEnded }: Progress, onLeaving: () => void): Promise<void> {
    let given = 0;
    try {
      while (!isStopping) {
        const before = endings();
        try {
          const step = await db.transaction().execute((transaction) => takeStep(transaction, batchId, given >= TRIES));
          given = 0;
          // What ended while it looked may have made another item ready.
          if (step === 'none' && endings() === before) return;
          if (step === 'none' || step === 'again') continue;
          if (step !== 'done') await talkToChannel(step);
          itemEnded();
        } catch (error) {
          if (!isTransient(error) || given >= TRIES) throw error;
          given += 1;
        }
      }
    } finally {
      onLeaving();
    }
  }

  /** One item in one transaction; one that needs the channel is only taken here. */
  async function takeStep(transaction: Kysely<Database>, batchId: number, isLastTry: boolean): Promise<Step> {
    const now = clock.now();
    const item = await items.takeNext(transaction, batchId, now);
    if (item === undefined) return 'none';
    if (!(await items.holdLane(transaction, item))) return 'again';
    const type = types.get(item.batch_type);
    if (type === undefined) return 'none';
    const end = async (ending: items.Ending): Promise<Step> => {
      await items.settle(transaction, item, ['pending'], ending, now, ended);
      return 'done';
    };
    if (item.is_canceled) return await end({ to: 'canceled' });
    if ([item.parent_status, item.needs_status].some((status) => status !== null && status !== 'succeeded')) {
      return await end({ to: 'skipped', fault: { reason: 'PARENT_FAILED' } });
    }
    const caller = await options.callerOf(transaction, item.user_id);
    if (caller === undefined || refusalOf(type, caller) !== null) return await end({ to: 'skipped', fault: { reason: 'NO_ACTION' } });
    if (type.effect === 'channel') {
      await items.lease(transaction, item.id, { executor: instance, until: new Date(now.getTime() + LEASE_MS), now });
      return { item, type, caller, now };
    }
    const { context, entries } = contextOf(options, { db: transaction, now, caller, item });
    await sql`savepoint work`.execute(transaction);
    const started = performance.now();
    let outcome = await attempted(type, context, item, isLastTry);
    if (outcome.outcome === 'succeeded' && entries.length === 0) {
      onError(new Error(`batch ${item.batch_id} item ${item.seq}: succeeded without an entry in the operation log`));
      outcome = internal(item);
    }
    if (outcome.outcome === 'succeeded') await writeEntries(transaction, item, caller, entries, { now, ms: performance.now() - started });
    else await sql`rollback to savepoint work`.execute(transaction);
    return await end(endingOf(type, outcome));
  }

  /** What came of it, whatever was thrown. What the database gave up for another transaction's sake is thrown on. */
  async function attempted(type: AnyBatchType, context: ItemContext, item: items.TakenItem, isLastTry = true): Promise<Outcome> {
    try {
      await faults?.beforeItem({
        batchId: item.batch_id,
        type: type.type,
        seq: item.seq,
        targetId: item.target_id,
        attempt: item.attempt,
      });
      return await type.run(context, carriedOut(item) as never);
    } catch (error) {
      if (error instanceof Refusal) return { outcome: 'failed', ...faultOf(error) };
      if (type.effect === 'database' && isTransient(error) && !isLastTry) throw error;
      onError(error);
      return type.effect === 'database' ? internal(item) : { outcome: 'unknown' };
    }
  }

  const internal = (item: items.TakenItem): { outcome: 'failed' } & ItemFault => ({
    outcome: 'failed',
    reason: 'INTERNAL',
    data: { trace_id: `${item.batch_id}-${item.seq}` },
  });

  async function talkToChannel({ item, type, caller, now }: Exclude<Step, string>): Promise<void> {
    const { context, entries } = contextOf(options, { db, now, caller, item });
    const started = performance.now();
    const outcome = await attempted(type, context, item);
    const ms = performance.now() - started;
    const at = clock.now();
    const wait = outcome.outcome === 'failed' ? repeatAfterMs(outcome, item.repeats) : null;
    if (wait !== null) {
      const until = new Date(at.getTime() + wait);
      const isLaneHeld = outcome.outcome === 'failed' && isOfLane(outcome);
      return await db.transaction().execute((transaction) => items.postpone(transaction, item.id, { until, isLaneHeld, now: at }));
    }
    await db.transaction().execute(async (transaction) => {
      // Given up meanwhile: a late answer is still an answer.
      const isNews = await items.settle(transaction, item, ['running', 'unknown'], endingOf(type, outcome), at, ended);
      if (isNews) await writeEntries(transaction, item, caller, entries, { now: at, ms });
    });
  }

  async function look(): Promise<void> {
    const now = clock.now();
    await items.prolongLeases(db, instance, new Date(now.getTime() + LEASE_MS));
    await db.transaction().execute(async (transaction) => {
      for (const item of await items.lapsedItems(transaction, now, LAPSED_AT_ONCE)) {
        const isCheckedLater = types.get(item.batch_type)?.reconcile !== undefined;
        await items.settle(
          transaction,
          item,
          ['running'],
          { to: 'unknown', fault: { reason: 'PLATFORM_UNKNOWN' }, isCheckedLater },
          now,
          ended,
        );
      }
    });
    wake(await items.workableBatches(db, [...types.keys()], now));
  }

  const sweep = () => {
    sweeping ??= look().finally(() => {
      sweeping = undefined;
    });
    return sweeping;
  };

  return {
    wake,
    sweep,
    resume: () => {
      const once = () => void sweep().catch(onError);
      once();
      timer = setInterval(once, SWEEP_MS);
      timer.unref();
    },
    idle: async (batchIds) => {
      while (batchIds.some((id) => waiting.includes(id) || active.has(id))) {
        const working = batchIds.flatMap((id) => active.get(id) ?? []);
        await (working.length > 0 ? Promise.all(working) : sleep(5));
      }
    },
    settled: async () => {
      while (active.size > 0 || waiting.length > 0) await Promise.all(active.values());
    },
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      waiting.length = 0;
      again.clear();
      await sweeping?.catch(() => undefined);
      await Promise.all(active.values());
    },
  };
}
