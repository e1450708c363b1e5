import { sql } from 'kysely';
import { AdPlatformError } from '#server/channel/ad-platform.ts';
import type { Job } from '../jobs/index.ts';
import { Refusal } from '../refusal.ts';
import { adAccountKind } from './ad-account.kind.ts';
import { writeRefreshed } from './asset-batches.ts';
import { refreshAudiences } from './audiences.ts';
import { cleanUpLinks } from './auth-links.repository.ts';
import { personalStatus } from './deliverable.ts';
import { listAll, openGrant } from './grants.ts';
import { inspectPerson, saveInspection, writeCheckFault } from './personal-check.ts';
import { INTERNAL, NOT_GRANTED, writeSyncFault } from './sync-fault.ts';

type JobContext = Parameters<Job['run']>[0];

/** Expired links are deleted after this many days. */
const LINKS_KEPT_DAYS = 30;

/** A text without secrets for an expected fault; null for an unexpected error. */
const describeKnownFault = (error: unknown): string | null =>
  error instanceof AdPlatformError ? error.message : error instanceof Refusal ? error.reason : null;

interface SyncedAccount {
  id: number;
  name: string;
  platform_account_id: string;
  audiences_at: Date | null;
}

interface SyncResult {
  ok: number;
  failed: number;
  /** An unexpected error: it is stored with the accounts it affects and rethrown after all others were synchronised. */
  fault?: Error | undefined;
}

/** Refreshes the accounts authorised by one person, with one result each. */
async function syncAccounts(context: JobContext, person: { id: number; name: string }): Promise<SyncResult> {
  const { db, now, vault, signal, log } = context;
  const accounts = await sql<SyncedAccount>`
    select id, name, platform_account_id, audiences_at from ad_account where personal_account_id = ${person.id} and deleted_at is null order by id`.execute(
    db,
  );
  let ok = 0;
  let fault: Error | undefined;
  const recordFault = async (account: SyncedAccount, text: string) => {
    await writeSyncFault(db, adAccountKind.type, account.id, text);
    log(`${account.platform_account_id} ${account.name}: ${text}`);
  };
  const fail = async (failed: readonly SyncedAccount[], error: unknown) => {
    signal.throwIfAborted();
    const text = describeKnownFault(error);
    if (text === null) fault ??= error instanceof Error ? error : new Error(String(error));
    for (const account of failed) await recordFault(account, text ?? INTERNAL);
  };
  let granted: Awaited<ReturnType<typeof listAll<Parameters<typeof adAccountKind.summarize>[0]>>>;
  let grant: Awaited<ReturnType<typeof openGrant>>;
  try {
    grant = await openGrant(context, person.id);
    granted = await listAll(adAccountKind, grant);
  } catch (error) {
    await fail(accounts.rows, error);
    return { ok: 0, failed: accounts.rows.length, fault };
  }
  for (const account of accounts.rows) {
    signal.throwIfAborted();
    const remote = granted.get(account.platform_account_id);
    if (remote === undefined) {
      await recordFault(account, NOT_GRANTED);
      continue;
    }
    try {
      await db.transaction().execute(async (transaction) => {
        const locked = await sql`select 1 from ad_account where id = ${account.id} and deleted_at is null for no key update`.execute(
          transaction,
        );
        if (locked.rows.length > 0) await writeRefreshed({ db: transaction, now, vault }, adAccountKind, account.id, remote);
      });
      await refreshAudiences(db, grant, account, now);
      ok += 1;
    } catch (error) {
      await fail([account], error);
    }
  }
  return { ok, failed: accounts.rows.length - ok, fault };
}

const accountSync: Job = {
  key: 'account.sync',
  name: { zh: '账户同步', en: 'Refresh ad accounts' },
  cron: '5 * * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, signal } = context;
    const people = await sql<{ id: number; name: string }>`
      select p.id, p.name from personal_account p where p.deleted_at is null and p.status <> 'disabled' and exists (
        select 1 from ad_account a where a.personal_account_id = p.id and a.deleted_at is null) order by p.id`.execute(db);
    let [ok, failed] = [0, 0];
    let fault: Error | undefined;
    for (const person of people.rows) {
      signal.throwIfAborted();
      const done = await syncAccounts(context, person);
      ok += done.ok;
      failed += done.failed;
      fault ??= done.fault;
    }
    if (fault !== undefined) throw fault;
    return { rowsIn: ok + failed, rowsOut: ok, message: `${ok} accounts refreshed, ${failed} failed` };
  },
};

const tokenCheck: Job = {
  key: 'token.check',
  name: { zh: '授权检查', en: 'Check authorisations' },
  cron: '30 */6 * * *',
  timeoutS: 1800,
  core: false,
  allowManual: true,
  async run(context) {
    const { db, now, signal, log } = context;
    const people = await sql<{ id: number; name: string; platform_user_id: string; status: string }>`
      select p.id, p.name, p.platform_user_id, ${personalStatus('p', now)} as status from personal_account p
      where p.deleted_at is null and p.status <> 'disabled' and p.access_token_enc is not null order by p.id`.execute(db);
    let ok = 0;
    let fault: Error | undefined;
    for (const person of people.rows) {
      signal.throwIfAborted();
      try {
        const inspected = await inspectPerson(context, person.id);
        const change = await db.transaction().execute(async (transaction) => {
          const locked = await sql`
            select 1 from personal_account where id = ${person.id} and deleted_at is null for no key update`.execute(transaction);
          return locked.rows.length === 0 ? null : await saveInspection(transaction, person.id, inspected, now);
        });
        ok += 1;
        if (change?.after.status !== undefined)
          log(`${person.platform_user_id} ${person.name}: ${person.status} -> ${change.after.status}`);
      } catch (error) {
        signal.throwIfAborted();
        const text = describeKnownFault(error);
        if (text === null) fault ??= error instanceof Error ? error : new Error(String(error));
        await writeCheckFault(db, person.id, error, now);
        log(`${person.platform_user_id} ${person.name}: ${text ?? INTERNAL}`);
      }
    }
    if (fault !== undefined) throw fault;
    return { rowsIn: people.rows.length, rowsOut: ok, message: `${ok} of ${people.rows.length} authorisations checked` };
  },
};

const versionCheck: Job = {
  key: 'channel.versions',
  name: { zh: '平台接口版本检查', en: 'Check API versions' },
  cron: '40 4 * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ channels }) {
    const warnings = (await channels.findVersionWarnings?.()) ?? [];
    // A run that fails alerts the administrators.
    if (warnings.length > 0) throw new Error(warnings.join(' '));
    return { message: 'no version ends soon' };
  },
};

const cleanLinks: Job = {
  key: 'cleanup.links',
  name: { zh: '清理授权链接', en: 'Remove old authorisation links' },
  cron: '20 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now }) {
    const { expired, forgotten } = await cleanUpLinks(db, now, LINKS_KEPT_DAYS);
    return { rowsOut: forgotten, message: `${expired} links expired, ${forgotten} forgotten` };
  },
};

export const authorisingJobs: readonly Job[] = [accountSync, tokenCheck, versionCheck, cleanLinks];
