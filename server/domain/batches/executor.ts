import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Clock } from '../clock.ts';
import { isTransient } from '../faults.ts';
import { refusalOf } from '../people/index.ts';
import { Refusal } from '../refusal.ts';
import type { AuditEntry, Caller } from '../work-context.ts';
import { isOfLane, repeatAfterMs } from './batch.rules.ts';
import type { AnyBatchType, ItemContext, ItemFault, Outcome } from './batch-type.ts';
import { carriedOut, contextOf, endingOf, type Shared, writeEntries } from './carry-out.ts';
import { faultOf } from './item-text.ts';
import * as items from './items.repository.ts';
import { type Pace, Places } from './places.ts';

/** Items of one batch after which it leaves its place to another one that waits for it, and stands in line again. */
const TURN = 50;
/** How often it looks for batches that nobody works on, and says that it lives. */
const SWEEP_MS = 5_000;
/** A server not heard of for so long is gone, and what it asked the channel is unknown. */
const LEASE_MS = 60_000;
/** An item whose transaction the database gave up, for another one's sake, is tried again so often. */
const TRIES = 5;
const LAPSED_AT_ONCE = 100;
/** When a result that could not be written is written again: long enough for the database to come back under another address. */
const WRITES_AFTER_MS = [100, 500, 2_000, 5_000, 10_000, 20_000];
/** How long the work on one item may take where its type does not say so; longer than the few calls to the channel it is made of. */
const LIMIT_MS = 10 * 60_000;

/** What tests put between the executor and an item; it does not exist outside of them. */
export interface BatchFaults {
  /**
   * Before an item is carried out, its row already locked. Waiting makes the executor slow, a Refusal makes the item
   * fail with its reason, any other error with INTERNAL.
   */
  beforeItem(item: { batchId: number; type: string; seq: number; targetId: number | null; attempt: number }): Promise<void> | void;
  /** In place of the time between two tries to write a result. */
  pause?(ms: number): Promise<void>;
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
  /** Nothing more is begun: the server stops, or another batch waits for the place. */
  isOver(): boolean;
  itemEnded(): void;
}

/** An item that this server asks the channel about. */
interface Call {
  itemId: number;
  /** When it is given up. */
  until: Date;
  giveUp(): void;
}

type Step = 'none' | 'again' | 'done' | { item: items.TakenItem; type: AnyBatchType; caller: Caller; now: Date };

/**
 * Carries batches out, beside as many others of its kind as share the database: an item belongs to whoever holds the lock on
 * its row. An item of the kind `database` has its effect, its result and its entry in one transaction: killed at any
 * moment, it either happened or it did not, and then somebody else does it.
 */
export function createExecutor(options: ExecutorOptions): Executor {
  const { db, clock, types, instance, onError, faults } = options;
  const places: Readonly<Record<Pace, Places>> = { urgent: new Places(), usual: new Places(), slow: new Places() };
  /** Batches that are worked on, or wait for a place. */
  const active = new Map<number, Promise<void>>();
  /** Woken while being worked on: looked at once more. */
  const again = new Set<number>();
  const calls = new Set<Call>();
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const pause = faults?.pause ?? ((ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined));
  let timer: NodeJS.Timeout | undefined;
  let sweeping: Promise<void> | undefined;

  /** What follows the end of a batch is no reason to lose the result of its last item. */
  const ended: items.EndedHook = async (transaction, batchId) => {
    await sql`savepoint ended`.execute(transaction);
    try {
      await options.ended?.(transaction, batchId);
    } catch (error) {
      await sql`rollback to savepoint ended`.execute(transaction);
      onError(error);
    }
  };

  function wake(batchIds: readonly number[]): void {
    if (isStopping()) return;
    for (const id of batchIds) {
      if (active.has(id)) again.add(id);
      else
        active.set(
          id,
          workOn(id)
            .catch(onError)
            .finally(() => leave(id)),
        );
    }
  }

  function leave(batchId: number): void {
    active.delete(batchId);
    if (again.delete(batchId)) wake([batchId]);
  }

  async function workOn(batchId: number): Promise<void> {
    const type = types.get((await items.typeOfBatch(db, batchId)) ?? '');
    if (type === undefined) return;
    const place = places[type.pace ?? 'usual'];
    await place.take();
    try {
      if (!isStopping()) await workInPlace(batchId, type, () => place.isWaitedFor);
    } finally {
      place.leave();
    }
  }

  async function workInPlace(batchId: number, type: AnyBatchType, isWaitedFor: () => boolean): Promise<void> {
    await items.beginBatch(db, batchId, clock.now());
    const { parallel = 1 } = type;
    const workers = new Set<Promise<void>>();
    const failures: unknown[] = [];
    let [endings, working] = [0, 0];
    const progress: Progress = {
      endings: () => endings,
      isOver: () => isStopping() || (endings >= TURN && isWaitedFor()),
      itemEnded: () => {
        endings += 1;
        fill();
      },
    };
    // One that found nothing has left; what it could not have may be ready once another item has ended.
    const fill = () => {
      while (!progress.isOver() && failures.length === 0 && working < parallel) {
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
    // It may have left before its end: looked at once more, behind those that wait.
    if (endings >= TURN) again.add(batchId);
    if (failures.length > 0) throw failures[0];
  }

  async function workThrough(batchId: number, { endings, isOver, itemEnded }: Progress, onLeaving: () => void): Promise<void> {
    let given = 0;
    try {
      while (!isOver()) {
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
    if (outcome.outcome !== 'succeeded') await sql`rollback to savepoint work`.execute(transaction);
    try {
      if (outcome.outcome === 'succeeded') await writeEntries(transaction, item, caller, entries, { now, ms: performance.now() - started });
      return await end(endingOf(type, outcome));
    } catch (error) {
      // The database refuses this very result, and would each time: the item has failed, and the others go on.
      if (isTransient(error) && !isLastTry) throw error;
      await sql`rollback to savepoint work`.execute(transaction);
      onError(error);
      return await end(endingOf(type, internal(item)));
    }
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

  /** Resolves once the channel has answered and that is written, or once its answer is waited for no longer. */
  async function talkToChannel({ item, type, caller, now }: Exclude<Step, string>): Promise<void> {
    const { context, entries } = contextOf(options, { db, now, caller, item });
    const started = performance.now();
    const write = (outcome: Outcome) =>
      keepTrying(item, () => writeAnswer(item, type, caller, outcome, { entries, ms: performance.now() - started }));
    const call: Call = { itemId: item.id, until: new Date(now.getTime() + (type.limitMs ?? LIMIT_MS)), giveUp: () => undefined };
    const givenUp = new Promise<void>((resolve) => {
      call.giveUp = resolve;
    });
    calls.add(call);
    const answered = attempted(type, context, item)
      .then(write)
      .finally(() => calls.delete(call));
    await Promise.race([
      answered,
      givenUp.then(() => {
        onError(new Error(`batch ${item.batch_id} item ${item.seq}: the channel has not answered in time`));
        return write({ outcome: 'unknown' });
      }),
    ]);
    calls.delete(call);
  }

  /** A result that cannot be written leaves the item to lapse: it is unknown then, and looked up. */
  async function keepTrying({ batch_id, seq }: items.TakenItem, write: () => Promise<void>): Promise<void> {
    for (const wait of [...WRITES_AFTER_MS, null]) {
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
    const wait = outcome.outcome === 'failed' ? repeatAfterMs(outcome, item.repeats) : null;
    await db.transaction().execute(async (transaction) => {
      if (wait !== null) {
        const until = new Date(at.getTime() + wait);
        const isLaneHeld = outcome.outcome === 'failed' && isOfLane(outcome);
        return await items.postpone(transaction, item, { until, isLaneHeld, now: at });
      }
      // Given up meanwhile: a late answer is still an answer, unless it says no more than is known already.
      const from: ItemStatus[] = outcome.outcome === 'unknown' ? ['running'] : ['running', 'unknown'];
      const isNews = await items.settle(transaction, item, from, endingOf(type, outcome), at, ended);
      if (isNews) await writeEntries(transaction, item, caller, entries, { now: at, ms });
    });
  }

  async function look(): Promise<void> {
    const now = clock.now();
    for (const call of calls) if (call.until <= now) call.giveUp();
    const ids = [...calls].map(({ itemId }) => itemId);
    await items.prolongLeases(db, { executor: instance, ids, until: new Date(now.getTime() + LEASE_MS) });
    // Each by itself: one that cannot be settled keeps no other from it.
    for (const id of await items.lapsedItems(db, now, LAPSED_AT_ONCE)) {
      await db
        .transaction()
        .execute((transaction) => giveUpLapsed(transaction, id, now))
        .catch(onError);
    }
    wake(await items.workableBatches(db, [...types.keys()], now));
  }

  async function giveUpLapsed(transaction: Kysely<Database>, id: number, now: Date): Promise<void> {
    const item = await items.takeLapsed(transaction, id, now);
    if (item === undefined) return;
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
      while (batchIds.some((id) => active.has(id))) await Promise.all(batchIds.flatMap((id) => active.get(id) ?? []));
    },
    settled: async () => {
      while (active.size > 0) await Promise.all(active.values());
    },
    stop: async () => {
      stopping.abort();
      clearInterval(timer);
      again.clear();
      for (const place of Object.values(places)) place.open();
      await sweeping?.catch(() => undefined);
      await Promise.all(active.values());
    },
  };
}
