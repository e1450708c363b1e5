import type { Kysely } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';
import type { Access } from '#contracts/endpoints/permissions.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { BatchRemedy } from '#contracts/vocabulary/batches.ts';
import type { RoleAction } from '#contracts/vocabulary/roles.ts';
import type { ThrottleScope } from '#server/channel/ad-platform.ts';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import type { FieldFault } from '../refusal.ts';
import type { WorkContext } from '../work-context.ts';
import type { Pace } from './places.ts';

/*
 * A batch type defines what is done to one object. The engine does the rest: one transaction per object, permissions checked again
 * for each item, counts, cancelling, retrying, and resuming after a crash.
 *
 * - An area lists its types in its index.ts; server/http/batch-types.ts collects them.
 * - A bulk call has `audit: 'write'`. Its handler returns `context.batches.start(context, order)`, and its
 * `complete: (context, answer) => context.batches.waitForEnd(context.db, answer)` waits up to 3 s for the batch to end.
 * - A call that changes a single object calls `context.batches.requireFree(db, targetType, id)` first.
 */

export interface Words {
  readonly zh: string;
  readonly en: string;
}

/** The context an item runs with. `caller` is the user who ordered this attempt, with their current permissions. */
export interface ItemContext extends WorkContext {
  /** The reason the user gave with the order. */
  readonly reason: string | null;
  /** Stores the absolute values in `sent` of the item before the channel is asked for them. */
  recordSent(sent: object): Promise<void>;
}

/** Context for looking something up on the channel; no transaction is open. */
export type LookupContext = Pick<WorkContext, 'db' | 'now' | 'channels' | 'vault'>;

/**
 * Context for finding out the outcome of an unknown item. Audit entries are written if it turns out to have succeeded, in the name of the
 * user who ordered it.
 */
export interface ReconcileContext extends LookupContext, Pick<WorkContext, 'audit'> {
  /**
   * True once the item has been unknown for so long that an object missing on the channel was never made. Before that the channel may
   * only be late.
   */
  readonly isConclusive: boolean;
}

export interface BatchItem<Params = unknown, ItemParams = unknown> {
  readonly id: number;
  readonly batchId: number;
  readonly seq: number;
  /** 1 for the first attempt; each retry adds one. */
  readonly attempt: number;
  readonly targetType: string;
  readonly targetId: number | null;
  /** Client tag of the parent item; null without a parent. */
  readonly parentTag: string | null;
  readonly label: string;
  /** Identifies the object on the channel after an unknown outcome. */
  readonly clientTag: string;
  /** The values last sent to the channel, by this attempt or an earlier one; null when none were recorded. */
  readonly sent: Readonly<Record<string, unknown>> | null;
  /** Parameters of the whole batch. */
  readonly params: Params;
  readonly itemParams: ItemParams;
  /**
   * For an item that undoes an earlier one: the values that one left. The object must still have them; otherwise the item is refused with
   * STATE_CHANGED, which skips it. Null for every other item.
   */
  readonly expected: Readonly<Record<string, unknown>> | null;
}

/** Why an item did not succeed. Its text comes from the reason filled with `data`, from `faults`, or from `text`. */
export interface ItemFault {
  readonly reason: Reason;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The invalid fields when the reason is VALIDATION. */
  readonly faults?: readonly FieldFault[];
  readonly text?: Words | string;
  readonly platform?: { readonly code: string; readonly subcode?: string };
  /** Rules out a retry even if the type allows retries. */
  readonly retryable?: false;
  /** When a throttled call may be repeated, and what has to wait until then. */
  readonly wait?: { readonly until: Date; readonly scope: ThrottleScope | undefined };
}

/**
 * The result of one item. `skipped` and `failed` mean that nothing was changed: writes made in the item's transaction are rolled back.
 * A thrown Refusal counts as a failure with its reason, any other error as INTERNAL.
 */
export type Outcome =
  | {
      readonly outcome: 'succeeded';
      readonly before?: unknown;
      readonly after?: unknown;
      readonly targetId?: number;
      /** Set by a closing item that removed everything in its branch, so that a retry makes it all again. */
      readonly undoesBranch?: true;
      /** Something the user should know even though the item succeeded. */
      readonly warning?: ItemFault | undefined;
    }
  | ({ readonly outcome: 'skipped' } & ItemFault)
  | ({ readonly outcome: 'failed' } & ItemFault)
  | ({ readonly outcome: 'unknown' } & Partial<ItemFault>);

/** What a failed item failed with. */
export interface ItemFailure<ItemParams = unknown> {
  readonly targetType: string;
  readonly reason: string;
  readonly platformCode: string | null;
  readonly platformSubcode: string | null;
  readonly itemParams: ItemParams;
}

/** A batch with the parameters it was ordered with. */
export interface OrderedBatch<Params = unknown> {
  readonly id: number;
  readonly level: string | null;
  readonly params: Params;
  /** The published scheme. */
  readonly schemeId: number | null;
}

/** What an item that succeeded was told to do and what it changed. */
export interface RecordedChange<Params = unknown, ItemParams = unknown> {
  readonly targetType: string;
  readonly params: Params;
  readonly itemParams: ItemParams;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Parameters that restore the values an object had before; they replace those of the batch. */
export interface Inverse {
  readonly params?: object;
  readonly itemParams?: object;
}

/** Context of the user who wants to repeat a batch, with their current permissions. */
export type RepeatContext = Pick<WorkContext, 'db' | 'now' | 'caller'>;

/**
 * Limit of items that upload a file: long enough for the largest film over a slow line and until the channel has processed it. A call
 * that stands still ends sooner.
 */
export const UPLOADING_ITEM_LIMIT_MS = 4 * 60 * 60_000;

export interface BatchType<Params = never, ItemParams = never> {
  /** Name of the type in the contract. */
  readonly type: string;
  readonly targetType: string;
  /** Permission checked when the batch is ordered and again before every item. */
  readonly access: Access;
  readonly action?: RoleAction;
  /**
   * `database`: `run` works in the transaction that also writes its result and its entry in the operation log, so it takes effect
   * exactly once even after a crash; it must leave an entry when it succeeds. `channel`: `run` talks to an external system outside of any
   * transaction and is never repeated blindly. If the server dies meanwhile, the item is `unknown` until `reconcile` or a person settles
   * it.
   */
  readonly effect: 'database' | 'channel';
  /** Whether a failed item may be retried. */
  readonly retryable: boolean;
  /** False where the object is only read, for example copied. Objects are locked by default. */
  readonly locks?: boolean;
  /** How many items of one batch run at the same time in one server process; 1 by default. */
  readonly parallel?: number;
  /** Decides which other batches it has to queue behind; `usual` by default. */
  readonly pace?: Pace;
  /** For `channel` types: how long an item may take before its outcome counts as unknown; ten minutes by default. */
  readonly limitMs?: number;
  run(context: ItemContext, item: BatchItem<Params, ItemParams>): Promise<Outcome>;
  /** Checks whether an unknown item took effect; returns `unknown` while that cannot be told yet. */
  reconcile?(context: ReconcileContext, item: BatchItem<Params, ItemParams>): Promise<Outcome>;
  /** True when the channel has an object with this id that can be the one this item made. */
  verify?(context: LookupContext, item: BatchItem<Params, ItemParams>, platformId: string): Promise<boolean>;
  /**
   * Applies a person's decision about an unknown item, in the transaction of that call: it took effect under this id, or never did when
   * null. Returns the id of the object, where there is one.
   */
  applyResolution?(context: LookupContext, item: BatchItem<Params, ItemParams>, platformId: string | null): Promise<number | undefined>;
  /**
   * Prepares what a permitted user needs to order the same batch again; null when no object is left. Absent for types that cannot be
   * repeated.
   */
  prepareRepeat?(context: RepeatContext, batch: OrderedBatch<Params>): Promise<BatchAgain | null>;
  /** What a user can change in items that failed like this before retrying them; null when nothing. */
  findRemedy?(failure: ItemFailure<ItemParams>): BatchRemedy | null;
  /** How a change is undone; null for one that cannot be. Absent for types without an inverse. */
  invert?(change: RecordedChange<Params, ItemParams>): Inverse | null;
}

/** A batch type of any area, with its parameter types erased. */
export type AnyBatchType = BatchType<never, never>;

/** Stored with an item that undoes another one. */
export interface StoredUndo {
  /** Replace those of the batch. */
  readonly params: object;
  readonly expected: Readonly<Record<string, unknown>>;
}

export interface NewItem {
  /** Defaults to the target type of the batch type. */
  readonly targetType?: string;
  /** Null when the object does not exist yet. */
  readonly targetId: number | null;
  /** Name of the object, shown even after the object is gone. */
  readonly label: string;
  readonly params?: object;
  /** The item of an earlier batch that this one undoes, with the parameters and the values it left. */
  readonly undoes?: { readonly itemId: number } & StoredUndo;
  /** Makes the item start out as failed, for example for an invalid row of an import. */
  readonly fault?: ItemFault;
  /** Index of the parent item in the same order. It must come earlier in the list and succeed first. */
  readonly parent?: number;
  /** Index of another item that must succeed first without being the parent. */
  readonly needs?: number;
  /** Items of one lane run one at a time, in order. Lanes run in parallel, up to the limit of the type. */
  readonly lane?: string;
  /**
   * Makes this the closing item of its branch: it runs once everything else in the branch has ended, with any outcome, and again whenever
   * part of the branch is retried. It acts on the current state, so it may run any number of times.
   */
  readonly closes?: true;
}

/** A batch to be written. It is split into sibling batches when it has more than 500 items, unless the items depend on each other. */
export interface Order {
  readonly type: string;
  /** Path of the call that ordered it, shown in the operation log for every item. */
  readonly action: ApiPath;
  /** Path of the page, `rule:{id}` or `cron:{key}`. */
  readonly origin: string;
  /** A readable summary of the parameters. */
  readonly summary: Words;
  readonly level?: 'campaign' | 'ad_group' | 'ad';
  /** The scheme being published. */
  readonly scheme?: { readonly id: number; readonly version: number };
  readonly params: object;
  /** Stored with the parameters when these do not show what the user asked for; needed to order the same again. */
  readonly originalRequest?: object;
  readonly reason?: string | undefined;
  readonly items: readonly NewItem[];
  readonly idempotencyKey?: string | undefined;
}

/** The result of one ended item, in the form a single call would have returned. */
export interface ItemResult {
  seq: number;
  targetId: number | null;
  status: ItemStatus;
  /** Null when the item has no fault. */
  reason: string | null;
  text: string | null;
}

export interface OrderContext extends WorkContext {
  /** Runs the task once the transaction has been committed. The task must not throw. */
  afterCommit(task: () => void): void;
}

/** The part of the engine that calls may use. */
export interface Batches {
  /** Writes the batches in the transaction of the call; they begin once it is committed. */
  start(context: OrderContext, order: Order): Promise<BatchStart>;
  /** The current state of a batch, in the form a bulk call answers. */
  loadStart(db: Kysely<Database>, batchId: number): Promise<BatchStart>;
  /** The answer of a bulk call once its batches have ended, or after 3 s. */
  waitForEnd<Started extends BatchStart>(db: Kysely<Database>, start: Started): Promise<Started>;
  /** Refuses with ENTITY_BUSY while a batch holds the object. */
  requireFree(db: Kysely<Database>, targetType: string, targetId: number): Promise<void>;
  /** Results of the ended items of a batch, in order. */
  loadResults(db: Kysely<Database>, batchId: number, language: Language): Promise<ItemResult[]>;
  /** Continues these batches in the background. */
  wake(batchIds: readonly number[]): void;
  findType(type: string): AnyBatchType | undefined;
}
