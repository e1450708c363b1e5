import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Call, CallContext, OpenContext } from '#server/domain/call.ts';
import { writeOpLog } from '#server/domain/people/index.ts';
import type { AuditEntry, Caller } from '#server/domain/work-context.ts';
import { claim, hashOf, keepAnswer } from './idempotency.ts';

/** What a request brings along, besides its body. */
export interface Request extends Omit<OpenContext, 'db'> {
  /** Null for public calls only. */
  caller: Caller | null;
}

const noEntries = () => {
  throw new Error('only writes leave entries');
};

/** Runs a call whose body passed its schema; answers its data. Writes are one transaction with their entries. */
export async function runCall(db: Kysely<Database>, call: Call, request: Request, body: unknown): Promise<unknown> {
  if (call.audit === 'read' || call.audit === 'own') {
    const context = { ...request, db, audit: noEntries, unchanged: noEntries, afterCommit: noEntries };
    return await call.handle(context as CallContext, body as never, undefined as never);
  }
  const { caller } = request;
  if (caller === null) throw new Error(`${call.endpoint.name} writes for nobody`);
  const prepared = await call.prepare?.({ ...request, caller, db }, body as never);
  const later: (() => void)[] = [];
  const answer = await db
    .transaction()
    .execute((transaction) => write(transaction, call, { ...request, caller }, { body, prepared }, later));
  for (const task of later) task();
  return call.complete === undefined ? answer : await call.complete({ ...request, caller, db }, answer as never);
}

async function write(
  db: Kysely<Database>,
  call: Call,
  request: Request & { caller: Caller },
  { body, prepared }: { body: unknown; prepared: unknown },
  later: (() => void)[],
): Promise<unknown> {
  const { caller, now } = request;
  const { idempotency_key: key } = body as { idempotency_key?: string };
  const repeatable =
    key === undefined
      ? null
      : { userId: caller.userId, key, action: call.endpoint.path, hash: hashOf(body as Record<string, unknown>), now };
  const first = repeatable && (await claim(db, repeatable));
  if (first) return first.answer;

  const entries: AuditEntry[] = [];
  let isUnchanged = false;
  const context: CallContext = {
    ...request,
    db,
    audit: (entry) => void entries.push(entry),
    unchanged: () => {
      isUnchanged = true;
    },
    afterCommit: (task) => void later.push(task),
  };
  const answer = await call.handle(context, body as never, prepared as never);
  if (call.audit === 'write' && entries.length === 0 && !isUnchanged) {
    throw new Error(`${call.endpoint.name} wrote without an entry in the operation log`);
  }
  await writeOpLog(
    db,
    entries.map((entry) => ({
      ...entry,
      at: now,
      userId: caller.userId,
      account: caller.account,
      action: call.endpoint.path,
      ip: request.address,
      ok: true,
      code: 0,
      ms: request.elapsed(),
    })),
  );
  if (repeatable) await keepAnswer(db, repeatable, answer);
  return answer;
}
