import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';

/** A kind of object that users own. Areas add theirs to the list given to buildApp. */
export interface OwnedKind {
  /** Key in `counts`, such as `campaigns`. */
  readonly type: string;
  /** Name in the refusal that asks for a successor. */
  readonly label: { readonly zh: string; readonly en: string };
  /** Counts the user's objects that are not deleted. */
  count(db: Kysely<Database>, userId: number): Promise<number>;
  /** Transfers the objects, in the transaction of the deletion. */
  handOver(db: Kysely<Database>, from: number, to: number): Promise<void>;
  /** Ends what cannot be handed over; called for every deleted user in the same transaction. */
  release?(db: Kysely<Database>, userId: number, now: Date): Promise<void>;
}
