import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import type { Call, CallContext, OpenContext } from '#server/domain/call.ts';
import { writeOpLog } from '#server/domain/people/index.ts';
import type { AuditEntry, Caller } from '#server/domain/work-context.ts';
import { claimKey, hashRequest, saveAnswer } from './idempotency.ts';

/** The context of a request, without the database. */
export interface CallRequest extends Omit<OpenContext, 'db'> {
  /** Null only for public calls. */
  caller: Caller | null;
}

const rejectWrite = () => {
  throw new Error('only writes leave entries');
};

/** Runs a call whose body matches its schema and returns its data. Writes run in one transaction with their audit entries. */
export async function runCall(db: Kysely<Database>, call: Call, request: CallRequest, body: unknown): Promise<unknown> {
  if (call.audit === 'read' || call.audit === 'own') {
    const context = { ...request, db, audit: rejectWrite, unchanged: rejectWrite, afterCommit: rejectWrite };
    return await call.handle(context as CallContext, body as never, undefined as never);
  }
  const { caller } = request;
  if (caller === null) throw new Error(`${call.endpoint.name} writes for nobody`);
  const prepared = await call.prepare?.({ ...request, caller, db }, body as never);
  const afterCommitTasks: (() => void)[] = [];
  const answer = await db
    .transaction()
    .execute((transaction) => runWrite(transaction, call, { ...request, caller }, { body, prepared }, afterCommitTasks));
  for (const task of afterCommitTasks) task();
  return call.complete === undefined ? answer : await call.complete({ ...request, caller, db }, answer as never);
}

async function runWrite(
  db: Kysely<Database>,
  call: Call,
  request: CallRequest & { caller: Caller },
  { body, prepared }: { body: unknown; prepared: unknown },
  afterCommitTasks: (() => void)[],
): Promise<unknown> {
  const { caller, now } = request;
  const { idempotency_key: key } = body as { idempotency_key?: string };
  const idempotent =
    key === undefined
      ? null
      : { userId: caller.userId, key, action: call.endpoint.path, hash: hashRequest(body as Record<string, unknown>), now };
  const earlier = idempotent && (await claimKey(db, idempotent));
  if (earlier) return earlier.answer;

  const entries: AuditEntry[] = [];
  let isUnchanged = false;
  const context: CallContext = {
    ...request,
    db,
    audit: (entry) => void entries.push(entry),
    unchanged: () => {
      isUnchanged = true;
    },
    afterCommit: (task) => void afterCommitTasks.push(task),
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
  if (idempotent) await saveAnswer(db, idempotent, answer);
  return answer;
}
