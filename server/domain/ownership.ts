import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A kind of living object that people own. Areas add theirs to the list given to buildApp. */
export interface OwnedKind {
  /** Key in `counts`, e.g. `campaigns`. */
  readonly type: string;
  /** Words in the refusal that asks for a successor. */
  readonly label: { readonly zh: string; readonly en: string };
  /** Non-deleted objects of the user. */
  count(db: Kysely<Database>, userId: number): Promise<number>;
  /** Moves them; runs in the transaction of the deletion. */
  handOver(db: Kysely<Database>, from: number, to: number): Promise<void>;
  /** Ends what cannot be handed over; asked for everybody who is deleted, in the same transaction. */
  leave?(db: Kysely<Database>, userId: number, now: Date): Promise<void>;
}
