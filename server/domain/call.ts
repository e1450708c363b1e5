import type { ContractCatalogue } from '#contracts/endpoints/contracts.ts';
import type { Endpoint, ReplyOf, RequestOf } from '#contracts/endpoints/endpoint.ts';
import type { SiteFeed } from '#server/channel/site-feed.ts';
import type { SiteVerifier } from './assets/site-verifier.ts';
import type { Batches } from './batches/batch-type.ts';
import type { ManualRuns } from './jobs/job.ts';
import type { SignInGate } from './people/sign-in-gate.ts';
import type { SheetCount, SheetFile } from './spreadsheet/sheet.ts';
import type { WebhookSender } from './webhook.ts';
import type { OpenWork, WorkContext } from './work-context.ts';

/** Context of a handler. `db` is the transaction of the call if the call writes. */
export interface OpenContext extends OpenWork {
  readonly userAgent: string;
  /** Device token that the browser got at an earlier sign-in; null without one. */
  readonly device: string | null;
  /** Sets the device token, by which the browser is recognised at its next sign-in. */
  rememberDevice(token: string): void;
  readonly signIns: SignInGate;
  readonly jobs: ManualRuns;
  readonly batches: Batches;
  /** Checks whether a domain is verified. It may take long, so it must not be used in a transaction. */
  readonly siteVerifier: SiteVerifier;
  /** The feed of the company's own sites. It may take long, so it must not be used in a transaction. */
  readonly siteFeed: SiteFeed;
  /** Like `siteVerifier`, not to be used in a transaction. */
  readonly webhooks: WebhookSender;
  /** Reads the built contract catalogue; null when it was not built. */
  catalogue(): Promise<ContractCatalogue | null>;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Milliseconds since the request arrived. */
  elapsed(): number;
}

export interface CallContext extends OpenContext, WorkContext {
  /** Reports that the write changed nothing, so that no log entry is required. */
  unchanged(): void;
  /** Runs the task once the transaction has been committed, not after a rollback. The task must not throw. */
  afterCommit(task: () => void): void;
}

/** Context of a call after its transaction was committed. */
export type CompletionContext = Omit<CallContext, 'audit' | 'unchanged' | 'afterCommit'>;

/** Context of a write before its transaction begins. */
export type PreparationContext = CompletionContext;

/**
 * `read` changes nothing. `write` runs in a transaction and must leave a log entry; refusals are logged too. `personal` writes the
 * caller's own settings without an entry. `own` manages its own transactions and entries.
 */
export type AuditKind = 'read' | 'write' | 'personal' | 'own';

type AnswerOf<E extends Endpoint> = E['answer'] extends 'spreadsheet' ? SheetFile | SheetCount : ReplyOf<E>;

/** A registered call with erased types. `request` has passed the schema of the endpoint. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly audit: AuditKind;
  /** Type of the object written to, for the log of refusals. */
  readonly subject?: string;
  /** Largest request body in bytes, where the default is too small. */
  readonly bodyMax?: number;
  prepare?(context: PreparationContext, request: never): Promise<unknown>;
  handle(context: CallContext, request: never, prepared: never): Promise<unknown>;
  complete?(context: CompletionContext, answer: never): Promise<unknown>;
}

/** Binds a handler to an endpoint and its kind of audit. */
export function defineCall<const E extends Endpoint, Prepared = undefined>(call: {
  endpoint: E;
  audit: AuditKind;
  subject?: string;
  bodyMax?: number;
  /**
   * For writes: gathers what is needed from other systems before the transaction, without changing anything. The result is passed to
   * `handle`. A repeated request gathers again but still gets its first answer.
   */
  prepare?(context: PreparationContext, request: RequestOf<E>): Promise<Prepared>;
  handle(
    context: E['access'] extends 'public' ? OpenContext : CallContext,
    request: RequestOf<E>,
    prepared: Prepared,
  ): Promise<AnswerOf<E>>;
  /**
   * For writes: completes the answer after the commit, outside of a transaction. A repeated request gets its first answer completed
   * again.
   */
  complete?(context: CompletionContext, answer: AnswerOf<E>): Promise<AnswerOf<E>>;
}): Call {
  return call as Call;
}
