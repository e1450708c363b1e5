import type { Kysely } from 'kysely';
import type { BatchAgain } from '#contracts/endpoints/batch-detail.ts';
import type { BatchStart } from '#contracts/endpoints/batches.ts';
import type { ApiPath } from '#contracts/endpoints/index.ts';

import type { Access, RoleAction } from '#contracts/endpoints/permissions.ts';
import type { Reason } from '#contracts/endpoints/reasons.ts';
import type { Database, ItemStatus } from '#server/database/schema.ts';
import type { Language } from '../messages.ts';
import type { FieldFault } from '../refusal.ts';
import type { WorkContext } from '../work-context.ts';
import type { Pace } from './places.ts';

/*
 * A batch type says what is done to one object; the engine does the rest: one transaction per object, rights asked again
 * for each, counts, cancelling, retrying, going on after a crash.
 *
 * - An area lists its types in its index.ts; server/http/batch-types.ts gathers them.
 * - A bulk call is `audit: 'write'`; its handler answers `context.batches.start(context, order)` and it is completed by
 *   `complete: (context, answer) => context.batches.answer(context.db, answer)`, which waits up to 3 s for the end.
 * - A call that changes a single object asks `context.batches.requireFree(db, targetType, id)` first.
 */

export interface Words {
  readonly zh: string;
  readonly en: string;
}

/** What one item is carried out with. `caller` is whoever ordered this attempt, as they are now. */
export interface ItemContext extends WorkContext {
  /** Why, as given with the order. */
  readonly reason: string | null;
  /** Keeps in the item, before the channel is asked, what it is asked for in absolute terms: see `sent` of the item. */
  keepSent(sent: object): Promise<void>;
}

/** What looking something up on the channel is done with; no transaction is open. */
export type LookupContext = Pick<WorkContext, 'db' | 'now' | 'channels' | 'vault'>;

/** The same where it is found out what became of an item: entries are written once it turns out to have succeeded, in the name of whoever ordered it. */
export interface ReconcileContext extends LookupContext, Pick<WorkContext, 'audit'> {
  /** It has been unknown for so long that what the channel does not have was never made; before that the channel may only be late. */
  readonly isConclusive: boolean;
}

/** One object of a batch. */
export interface BatchItem<Params = unknown, ItemParams = unknown> {
  readonly id: number;
  readonly batchId: number;
  readonly seq: number;
  /** 1 for the first; a retry is one more. */
  readonly attempt: number;
  readonly targetType: string;
  readonly targetId: number | null;
  /** Client tag of the item above; null without one. */
  readonly parentTag: string | null;
  readonly label: string;
  /** To find the object on the channel after an unknown outcome. */
  readonly clientTag: string;
  /** What the channel was asked for last, by this attempt or one before; null where it was never kept. */
  readonly sent: Readonly<Record<string, unknown>> | null;
  /** Of the whole batch. */
  readonly params: Params;
  readonly itemParams: ItemParams;
}

/** Why an item did not succeed. Text comes from the reason filled with `data`, from `faults`, or is given as `text`. */
export interface ItemFault {
  readonly reason: Reason;
  readonly data?: Readonly<Record<string, unknown>>;
  /** With VALIDATION: the wrong fields. */
  readonly faults?: readonly FieldFault[];
  readonly text?: Words | string;
  readonly platform?: { readonly code: string; readonly subcode?: string };
  /** Failed for good, whatever the type allows. */
  readonly retryable?: false;
}

/**
 * What came of one item. `skipped` and `failed` mean that nothing was changed: what was written in the transaction of the
 * item is taken back. A thrown Refusal is a failure with its reason; any other error is INTERNAL.
 */
export type Outcome =
  | {
      readonly outcome: 'succeeded';
      readonly before?: unknown;
      readonly after?: unknown;
      readonly targetId?: number;
      /** Of what closes a branch: everything in it is gone again, and a retry makes it anew. */
      readonly undoes?: true;
      /** What whoever ordered it should know though it succeeded. */
      readonly warning?: ItemFault | undefined;
    }
  | ({ readonly outcome: 'skipped' } & ItemFault)
  | ({ readonly outcome: 'failed' } & ItemFault)
  | ({ readonly outcome: 'unknown' } & Partial<ItemFault>);

/** A batch as it was ordered. */
export interface OrderedBatch<Params = unknown> {
  readonly id: number;
  readonly level: string | null;
  readonly params: Params;
  /** What was published. */
  readonly schemeId: number | null;
}

/** Who wants to order something again, as they are now. */
export type AgainContext = Pick<WorkContext, 'db' | 'now' | 'caller'>;

export interface BatchType<Params = never, ItemParams = never> {
  /** As in the contract. */
  readonly type: string;
  readonly label: Words;
  readonly targetType: string;
  /** Who may: asked when the batch is ordered by its call, and again by the engine for every item. */
  readonly access: Access;
  readonly action?: RoleAction;
  /**
   * `database`: `run` works in the transaction that also holds its result and its entry in the operation log, so it has one
   * effect whatever breaks; it must leave an entry when it succeeds. `channel`: `run` talks to somebody else outside of any
   * transaction and is never repeated blindly: if the server dies meanwhile the item is `unknown` until `reconcile` or a
   * person finds out.
   */
  readonly effect: 'database' | 'channel';
  /** A failed item may be tried again. */
  readonly retryable: boolean;
  /** False where the object is only read (it is copied, say). Objects are locked otherwise. */
  readonly locks?: boolean;
  /** Items at a time of one batch in one server process; 1 when absent. */
  readonly parallel?: number;
  /** Which other batches it waits behind; `usual` when absent. */
  readonly pace?: Pace;
  /** With `channel`: how long the work on one item may take before its outcome counts as unknown; ten minutes when absent. */
  readonly limitMs?: number;
  run(context: ItemContext, item: BatchItem<Params, ItemParams>): Promise<Outcome>;
  /** Looks whether an unknown item took effect; `unknown` when that cannot be told yet. */
  reconcile?(context: ReconcileContext, item: BatchItem<Params, ItemParams>): Promise<Outcome>;
  /** True when the channel knows an object by this number that can be the one of this item. */
  verify?(context: LookupContext, item: BatchItem<Params, ItemParams>, platformId: string): Promise<boolean>;
  /** A person settled an unknown item: it took effect under this number, or, with null, it never did. In the transaction of the call. Answers the object, where there is one. */
  settled?(context: LookupContext, item: BatchItem<Params, ItemParams>, platformId: string | null): Promise<number | undefined>;
  /** What it takes to order the same again, for somebody who may; null where nothing is left to do it to. Absent where nobody does. */
  again?(context: AgainContext, batch: OrderedBatch<Params>): Promise<BatchAgain | null>;
}

/** Types of every area together; what their parameters are is forgotten. */
export type AnyBatchType = BatchType<never, never>;

export interface NewItem {
  /** The type's own when absent. */
  readonly targetType?: string;
  /** Null where the object does not exist yet. */
  readonly targetId: number | null;
  /** Name of the object, shown whatever becomes of it. */
  readonly label: string;
  readonly params?: object;
  /** Born failed: a bad row of an import, say. */
  readonly fault?: ItemFault;
  /** Index, in the same order, of the item that must succeed before; it comes earlier. */
  readonly parent?: number;
  /** The same of another item that must succeed before, which is no parent. */
  readonly needs?: number;
  /** Items of one lane are carried out one at a time, in their order; lanes side by side, as many as the type allows. */
  readonly lane?: string;
  /**
   * Carried out once everything else of its tree has ended, whatever came of it - and again whenever something of the tree is taken up
   * again. It looks at how things stand, so that it may be carried out any number of times.
   */
  readonly closes?: true;
}

/** A batch to be: split into siblings where it has more than 500 items, unless they depend on each other. */
export interface Order {
  readonly type: string;
  /** Path of the ordering call, which the operation log shows for every item. */
  readonly action: ApiPath;
  /** Path of the page, `rule:{id}` or `cron:{key}`. */
  readonly origin: string;
  /** The parameters in words. */
  readonly summary: Words;
  readonly level?: 'campaign' | 'ad_group' | 'ad';
  /** What is published. */
  readonly scheme?: { readonly id: number; readonly version: number };
  readonly params: object;
  /** Kept beside the parameters where these do not say what was asked: what it takes to order the same again. */
  readonly asked?: object;
  readonly reason?: string | undefined;
  readonly items: readonly NewItem[];
  readonly idempotencyKey?: string | undefined;
}

/** One ended item as a call of its own would have put it. */
export interface ItemResult {
  seq: number;
  targetId: number | null;
  status: ItemStatus;
  /** Null without a fault. */
  reason: string | null;
  text: string | null;
}

/** What ordering a batch is done with. */
export interface OrderContext extends WorkContext {
  /** Runs once the transaction has been committed. It must not throw. */
  afterCommit(task: () => void): void;
}

/** What calls see of the engine. */
export interface Batches {
  /** Writes the batches in the transaction of the call; they begin once that is committed. */
  start(context: OrderContext, order: Order): Promise<BatchStart>;
  /** A batch as a bulk call answers it, as it stands. */
  started(db: Kysely<Database>, batchId: number): Promise<BatchStart>;
  /** The same answer as it stands once the batches have ended, or after 3 s. */
  answer<Started extends BatchStart>(db: Kysely<Database>, started: Started): Promise<Started>;
  /** Refuses with ENTITY_BUSY while a batch has the object. */
  requireFree(db: Kysely<Database>, targetType: string, targetId: number): Promise<void>;
  /** What came of the items of a batch that have ended, in their order. */
  results(db: Kysely<Database>, batchId: number, language: Language): Promise<ItemResult[]>;
  /** Goes on with these batches, in the background. */
  wake(batchIds: readonly number[]): void;
  typeOf(type: string): AnyBatchType | undefined;
}
