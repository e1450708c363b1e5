import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Clock } from '../clock.ts';
import { isTransient } from '../faults.ts';
import { accessRefusal } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import type { AuditEntry, Caller } from '../work-context.ts';
import { isLaneWide, repeatDelayMs } from './batch.rules.ts';
import type { AnyBatchType, ItemContext, ItemFault, Outcome } from './batch-type.ts';
import { createItemContext, type SharedContext, toBatchItem, toEnding, writeAuditEntries } from './item-context.ts';
import { toItemFault } from './item-text.ts';
import * as items from './items.repository.ts';
import { type Pace, Places } from './places.ts';

/** Number of items after which a batch gives up its place to a waiting batch and queues again. */
const ITEMS_PER_TURN = 50;
/** Interval for finding unattended batches and extending the leases of this server. */
const SWEEP_MS = 5_000;
/** A server that has not extended its lease for this long is considered dead, and the outcome of its items unknown. */
const LEASE_MS = 60_000;
/** How often an item is tried when the database aborts its transaction because of a conflict. */
const MAX_TRIES = 5;
const MAX_LAPSED_PER_SWEEP = 100;
/** Delays between attempts to write a result, long enough for the database to come back under another address. */
const WRITE_RETRY_DELAYS_MS = [100, 500, 2_000, 5_000, 10_000, 20_000];
/** How long an item may take when its type sets no limit; longer than the few channel calls it consists of. */
const DEFAULT_ITEM_LIMIT_MS = 10 * 60_000;

/** Hooks for tests between the executor and an item; production has none. */
export interface BatchFaults {
  /**
   * Called before an item runs, with its row already locked. Waiting slows the executor down, a Refusal makes the item fail with its
   * reason, any other error makes it fail with INTERNAL.
   */
  beforeItem(item: { batchId: number; type: string; seq: number; targetId: number | null; attempt: number }): Promise<void> | void;
  /** Replaces the delay between two attempts to write a result. */
  pause?(ms: number): Promise<void>;
}

export interface ExecutorOptions extends SharedContext {
  db: Kysely<Database>;
  clock: Clock;
  types: ReadonlyMap<string, AnyBatchType>;
  /** Distinguishes this process from every other one, including its own earlier runs. */
  instance: string;
  callerOf(db: Kysely<Database>, userId: number): Promise<Caller | undefined>;
  /** Receives unexpected errors of the program and of the database. */
  onError: (error: unknown) => void;
  onBatchEnded?: items.BatchEndedHook | undefined;
  faults?: BatchFaults | undefined;
}

export interface Executor {
  /** Continues these batches in the background. */
  wake(batchIds: readonly number[]): void;
  /** Extends the leases of this server, gives up items of dead servers and picks up unattended batches, once. */
  sweep(): Promise<void>;
  /** Continues what other servers or an earlier run left behind, then sweeps every five seconds. */
  resume(): void;
  /** Resolves when this server works on none of these batches any more, whether or not they have ended. */
  whenIdle(batchIds: readonly number[]): Promise<void>;
  /** Resolves when this server works on no batch any more. */
  settled(): Promise<void>;
  /** Takes no new items and waits for the running ones. */
  stop(): Promise<void>;
}

/** State shared by the workers of one batch. */
interface Progress {
  /** Number of items that have ended so far. */
  endedCount(): number;
  /** True when no further item may start: the server is stopping, or another batch waits for the place. */
  isOver(): boolean;
  onItemTaken(): void;
  onItemEnded(): void;
}

/** An item whose channel call has not been answered yet. */
interface PendingCall {
  itemId: number;
  /** Deadline after which the call is given up. */
  until: Date;
  giveUp(): void;
}

type Step = 'none' | 'again' | 'done' | { item: items.TakenItem; type: AnyBatchType; caller: Caller; now: Date };

/**
 * Runs batches together with the executors of other servers on the same database: the lock on an item's row decides which server runs
 * it. An item with the effect `database` writes its effect, its result and its audit entry in one transaction, so after a crash it either
 * happened completely or another server runs it.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { db, clock, types, instance, onError, faults } = options;
  const places: Readonly<Record<Pace, Places>> = { urgent: new Places(), usual: new Places(), slow: new Places() };
  /** Batches that are running or wait for a place. */
  const active = new Map<number, Promise<void>>();
  /** Batches woken while they were active; they are run once more. */
  const wokenAgain = new Set<number>();
  const pendingCalls = new Set<PendingCall>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const pause = faults?.pause ?? ((ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined));
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  /** An error in the hook must not lose the result of the batch's last item. */
  const onBatchEnded: items.BatchEndedHook = async (transaction, batchId) => {
    await sql`savepoint ended`.execute(transaction);
    try {
      await options.onBatchEnded?.(transaction, batchId);
    } catch (error) {
      await sql`rollback to savepoint ended`.execute(transaction);
      onError(error);
    }
  };

  function wake(batchIds: readonly number[]): void {
    if (isStopping()) return;
    for (const id of batchIds) {
      if (active.has(id)) wokenAgain.add(id);
      else
        active.set(
          id,
          workOn(id)
            .catch(onError)
            .finally(() => finishWork(id)),
        );
    }
  }

  function finishWork(batchId: number): void {
    active.delete(batchId);
    if (wokenAgain.delete(batchId)) wake([batchId]);
  }

  async function workOn(batchId: number): Promise<void> {
    const type = types.get((await items.loadBatchType(db, batchId)) ?? '');
    if (type === undefined) return;
    const place = places[type.pace ?? 'usual'];
    await place.take();
    try {
      if (!isStopping()) await runWorkers(batchId, type, () => place.isWaitedFor);
    } finally {
      place.leave();
    }
  }

  async function runWorkers(batchId: number, type: AnyBatchType, isWaitedFor: () => boolean): Promise<void> {
    await items.markBatchRunning(db, batchId, clock.now());
    const { parallel = 1 } = type;
    const workers = new Set<Promise<void>>();
    const failures: unknown[] = [];
    let [endedCount, runningCount] = [0, 0];
    const progress: Progress = {
      endedCount: () => endedCount,
      isOver: () => isStopping() || (endedCount >= ITEMS_PER_TURN && isWaitedFor()),
      onItemTaken: () => startWorker(),
      onItemEnded: () => {
        endedCount += 1;
      },
    };
    // A worker that finds an item starts another one, so there are never more workers than work, but for one. After its item it searches
    // again, because the end of an item may have made others ready.
    const startWorker = () => {
      if (progress.isOver() || failures.length > 0 || runningCount >= parallel) return;
      runningCount += 1;
      // The count drops at the moment the worker finds nothing, so that an item taken right then starts a replacement.
      const worker = takeItemsUntilNone(batchId, progress, () => void (runningCount -= 1))
        .catch((error: unknown) => void failures.push(error))
        .finally(() => void workers.delete(worker));
      workers.add(worker);
    };
    startWorker();
    while (workers.size > 0) await Promise.all(workers);
    // The batch may have given up its place before its end, so it queues once more.
    if (endedCount >= ITEMS_PER_TURN) wokenAgain.add(batchId);
    if (failures.length > 0) throw failures[0];
  }

  async function takeItemsUntilNone(batchId: number, progress: Progress, onLeaving: () => void): Promise<void> {
    let failedTries = 0;
    try {
      while (!progress.isOver()) {
        const endedBefore = progress.endedCount();
        try {
          const step = await db.transaction().execute((transaction) => takeStep(transaction, batchId, failedTries >= MAX_TRIES));
          failedTries = 0;
          // An item that ended during the search may have made another one ready.
          if (step === 'none' && progress.endedCount() === endedBefore) return;
          if (step === 'none' || step === 'again') continue;
          progress.onItemTaken();
          if (step !== 'done') await talkToChannel(step);
          progress.onItemEnded();
        } catch (error) {
          if (!isTransient(error) || failedTries >= MAX_TRIES) throw error;
          failedTries += 1;
        }
      }
    } finally {
      onLeaving();
    }
  }

  /** Runs one item in one transaction. An item that needs the channel is only leased here. */
  async function takeStep(transaction: Kysely<Database>, batchId: number, isLastTry: boolean): Promise<Step> {
    const now = clock.now();
    const item = await items.takeNext(transaction, batchId, now);
    if (item === undefined) return 'none';
    if (!(await items.lockLane(transaction, item))) return 'again';
    const type = types.get(item.batch_type);
    if (type === undefined) return 'none';
    const end = async (ending: items.Ending): Promise<Step> => {
      await items.settleItem(transaction, item, ['pending'], ending, now, onBatchEnded);
      return 'done';
    };
    if (item.is_canceled) return await end({ to: 'canceled' });
    if ([item.parent_status, item.needs_status].some((status) => status !== null && status !== 'succeeded')) {
      return await end({ to: 'skipped', fault: { reason: 'PARENT_FAILED' } });
    }
    const caller = await options.callerOf(transaction, item.user_id);
    if (caller === undefined || accessRefusal(type, caller) !== null) return await end({ to: 'skipped', fault: { reason: 'NO_ACTION' } });
    if (type.effect === 'channel') {
      await items.leaseItem(transaction, item.id, { executor: instance, until: new Date(now.getTime() + LEASE_MS), now });
      return { item, type, caller, now };
    }
    const { context, entries } = createItemContext(options, { db: transaction, now, caller, item });
    await sql`savepoint work`.execute(transaction);
    const started = performance.now();
    let outcome = await runItem(type, context, item, isLastTry);
    if (outcome.outcome === 'succeeded' && entries.length === 0) {
      onError(new Error(`batch ${item.batch_id} item ${item.seq}: succeeded without an entry in the operation log`));
      outcome = internalFailure(item);
    }
    if (outcome.outcome !== 'succeeded') await sql`rollback to savepoint work`.execute(transaction);
    try {
      if (outcome.outcome === 'succeeded')
        await writeAuditEntries(transaction, item, caller, entries, { now, ms: performance.now() - started });
      return await end(toEnding(type, outcome));
    } catch (error) {
      // The database would reject this result every time, so the item fails and the others continue.
      if (isTransient(error) && !isLastTry) throw error;
      await sql`rollback to savepoint work`.execute(transaction);
      onError(error);
      return await end(toEnding(type, internalFailure(item)));
    }
  }

  /** Turns anything thrown into an outcome, except for a transaction conflict that can be tried again. */
  async function runItem(type: AnyBatchType, context: ItemContext, item: items.TakenItem, isLastTry = true): Promise<Outcome> {
    const batchItem = toBatchItem(item);
    try {
      await faults?.beforeItem({
        batchId: item.batch_id,
        type: type.type,
        seq: item.seq,
        targetId: item.target_id,
        attempt: item.attempt,
      });
      return await type.run(context, batchItem as never);
    } catch (error) {
      const isChangedSince = error instanceof Refusal && error.reason === 'STATE_CHANGED' && batchItem.expected !== null;
      if (isChangedSince) return { outcome: 'skipped', ...toItemFault(error) };
      if (error instanceof Refusal) return { outcome: 'failed', ...toItemFault(error) };
      if (type.effect === 'database' && isTransient(error) && !isLastTry) throw error;
      onError(error);
      return type.effect === 'database' ? internalFailure(item) : { outcome: 'unknown' };
    }
  }

  const internalFailure = (item: items.TakenItem): { outcome: 'failed' } & ItemFault => ({
    outcome: 'failed',
    reason: 'INTERNAL',
    data: { trace_id: `${item.batch_id}-${item.seq}` },
  });

  /** Resolves once the channel's answer is written, or once the deadline has passed. */
  async function talkToChannel({ item, type, caller, now }: Exclude<Step, string>): Promise<void> {
    const { context, entries } = createItemContext(options, { db, now, caller, item });
    const started = performance.now();
    const write = (outcome: Outcome) =>
      retryWrite(item, () => writeAnswer(item, type, caller, outcome, { entries, ms: performance.now() - started }));
    const call: PendingCall = {
      itemId: item.id,
      until: new Date(now.getTime() + (type.limitMs ?? DEFAULT_ITEM_LIMIT_MS)),
      giveUp: () => undefined,
    };
    const timedOut = new Promise<void>((resolve) => {
      call.giveUp = resolve;
    });
    pendingCalls.add(call);
    const answered = runItem(type, context, item)
      .then(write)
      .finally(() => pendingCalls.delete(call));
    await Promise.race([
      answered,
      timedOut.then(() => {
        onError(new Error(`batch ${item.batch_id} item ${item.seq}: the channel has not answered in time`));
        return write({ outcome: 'unknown' });
      }),
    ]);
    pendingCalls.delete(call);
  }

  /** If the result cannot be written, the lease expires and the outcome becomes unknown until it is checked. */
  async function retryWrite({ batch_id, seq }: items.TakenItem, write: () => Promise<void>): Promise<void> {
    for (const wait of [...WRITE_RETRY_DELAYS_MS, null]) {
      try {
        return await write();
      } catch (error) {
        if (wait === null || isStopping())
          return onError(new Error(`batch ${batch_id} item ${seq}: its result could not be written`, { cause: error }));
        await pause(wait);
      }
    }
  }

  async function writeAnswer(
    item: items.TakenItem,
    type: AnyBatchType,
    caller: Caller,
    outcome: Outcome,
    { entries, ms }: { entries: readonly AuditEntry[]; ms: number },
  ): Promise<void> {
    const at = clock.now();
    const wait = outcome.outcome === 'failed' ? repeatDelayMs(outcome, item.repeats, at) : null;
    await db.transaction().execute(async (transaction) => {
      if (wait !== null) {
        const until = new Date(at.getTime() + wait);
        const isLaneHeld = outcome.outcome === 'failed' && isLaneWide(outcome);
        return await items.postponeItem(transaction, item, { until, isLaneHeld, now: at });
      }
      // A late answer still counts after the item was given up, unless it is `unknown` itself.
      const from: ItemStatus[] = outcome.outcome === 'unknown' ? ['running'] : ['running', 'unknown'];
      const wasSettled = await items.settleItem(transaction, item, from, toEnding(type, outcome), at, onBatchEnded);
      if (wasSettled) await writeAuditEntries(transaction, item, caller, entries, { now: at, ms });
    });
  }

  async function sweepOnce(): Promise<void> {
    const now = clock.now();
    for (const call of pendingCalls) if (call.until <= now) call.giveUp();
    const ids = [...pendingCalls].map(({ itemId }) => itemId);
    await items.extendLeases(db, { executor: instance, ids, until: new Date(now.getTime() + LEASE_MS) });
    // Separate transactions, so that one failure does not block the others.
    for (const id of await items.findLapsedItems(db, now, MAX_LAPSED_PER_SWEEP)) {
      await db
        .transaction()
        .execute((transaction) => giveUpLapsed(transaction, id, now))
        .catch(onError);
    }
    wake(await items.findWorkableBatches(db, [...types.keys()], now));
  }

  async function giveUpLapsed(transaction: Kysely<Database>, id: number, now: Date): Promise<void> {
    const item = await items.takeLapsed(transaction, id, now);
    if (item === undefined) return;
    const hasReconciler = types.get(item.batch_type)?.reconcile !== undefined;
    await items.settleItem(
      transaction,
      item,
      ['running'],
      { to: 'unknown', fault: { reason: 'PLATFORM_UNKNOWN' }, hasReconciler },
      now,
      onBatchEnded,
    );
  }

  const sweep = () => {
    sweeping ??= sweepOnce().finally(() => {
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
    whenIdle: async (batchIds) => {
      while (batchIds.some((id) => active.has(id))) await Promise.all(batchIds.flatMap((id) => active.get(id) ?? []));
    },
    settled: async () => {
      while (active.size > 0) await Promise.all(active.values());
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      wokenAgain.clear();
      for (const place of Object.values(places)) place.releaseAll();
      await sweeping?.catch(() => undefined);
      await Promise.all(active.values());
    },
  };
}
