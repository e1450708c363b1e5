import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import type { Endpoint, ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { SiteVerifier } from './assets/site-verifier.ts';
import type { Batches } from './batches/batch-type.ts';
import type { ManualRuns } from './jobs/job.ts';
import type { SignInGate } from './people/sign-in-gate.ts';
import type { SheetCount, SheetFile } from './spreadsheet/sheet.ts';
import type { OpenWork, WorkContext } from './work-context.ts';

/** What a handler is given. `db` is the transaction of the call where the call writes. */
export interface OpenContext extends OpenWork {
  readonly userAgent: string;
  /** What the browser was given when somebody signed in from it before; null where it has nothing. */
  readonly device: string | null;
  /** Gives the browser something to be known by at its next sign-in. */
  keepDevice(token: string): void;
  readonly signIns: SignInGate;
  readonly jobs: ManualRuns;
  readonly batches: Batches;
  /** Looks whether a domain is proved. It may take long: never inside of a transaction. */
  readonly siteVerifier: SiteVerifier;
  /** The catalogue of the contracts as it was built; null when it was not. */
  catalogue(): Promise<ContractCatalogue | null>;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Milliseconds since the request arrived. */
  elapsed(): number;
}

export interface CallContext extends OpenContext, WorkContext {
  /** Says that the write found nothing to change, so that no entry is missing. */
  unchanged(): void;
  /** Runs once the transaction has been committed, not when it was rolled back. It must not throw. */
  afterCommit(task: () => void): void;
}

/** What is left of a call once its transaction is committed. */
export type AfterwardsContext = Omit<CallContext, 'audit' | 'unchanged' | 'afterCommit'>;

/** What a write has before its transaction begins; the same. */
export type PreparingContext = AfterwardsContext;

/**
 * `read` changes nothing. `write` runs in a transaction and must leave an entry; refusals are logged too.
 * `personal` writes the caller's own settings without an entry. `own` keeps its own transactions and entries.
 */
export type AuditKind = 'read' | 'write' | 'personal' | 'own';

type AnswerOf<E extends Endpoint> = E['answer'] extends 'spreadsheet' ? SheetFile | SheetCount : ReplyOf<E>;

/** A registered call, its types forgotten. `request` has passed the schema of the endpoint. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly audit: AuditKind;
  /** Type of the thing written to, for the log of refusals. */
  readonly subject?: string;
  /** Bytes of a request, where it may be more than forms need. */
  readonly bodyMax?: number;
  prepare?(context: PreparingContext, request: never): Promise<unknown>;
  handle(context: CallContext, request: never, prepared: never): Promise<unknown>;
  complete?(context: AfterwardsContext, answer: never): Promise<unknown>;
}

/** Binds a handler to an endpoint, with the way it is logged. */
export function defineCall<const E extends Endpoint, Prepared = undefined>(call: {
  endpoint: E;
  audit: AuditKind;
  subject?: string;
  bodyMax?: number;
  /**
   * Of a write: asks somebody else what has to be known before, outside of any transaction, and changes nothing. What it answers is
   * handed to `handle`; a repeated request asks again and still gets its first answer.
   */
  prepare?(context: PreparingContext, request: RequestOf<E>): Promise<Prepared>;
  handle(
    context: E['access'] extends 'public' ? OpenContext : CallContext,
    request: RequestOf<E>,
    prepared: Prepared,
  ): Promise<AnswerOf<E>>;
  /**
   * Of a write: completes its answer once everything is committed, outside of any transaction. A repeated request gets
   * the first answer completed anew.
   */
  complete?(context: AfterwardsContext, answer: AnswerOf<E>): Promise<AnswerOf<E>>;
}): Call {
  return call as Call;
}
