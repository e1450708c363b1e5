import { verifySite } from '#contracts/endpoints/sites.ts';
import type { CallContext } from '../call.ts';
import { writeOpLog } from '../people/index.ts';
import { refuse } from '../refusal.ts';
import { lockSite, updateSite } from './sites.repository.ts';
import { findNextTry, proofTexts, VERIFY_INTERVAL_MS } from './sites.rules.ts';

/**
 * Checks the domain of a site between two transactions. The first records the attempt, so that concurrent calls check only once; the
 * second writes the result unless domain or token changed meanwhile.
 */
export async function verifyDomain(context: CallContext, id: number) {
  const { db, caller, now, language, siteVerifier } = context;
  const site = await db.transaction().execute(async (transaction) => {
    const locked = await lockSite(transaction, caller, id);
    if (locked === undefined) throw refuse('NOT_FOUND');
    if (locked.verify_state === 'verified') return null;
    const next = findNextTry(locked.verify_tried_at, now);
    if (next !== null) throw refuse('TOO_MANY_REQUESTS', { retry_at: next.toISOString() });
    await transaction.updateTable('site').set({ verify_tried_at: now }).where('id', '=', id).execute();
    return locked;
  });
  if (site === null) return { verify_state: 'verified' as const, next_try_at: null };

  const problem = await siteVerifier.check({ domain: site.domain, method: site.verify_method, token: site.verify_token });
  const verify_state = problem === null ? ('verified' as const) : ('failed' as const);
  const newerState = await db.transaction().execute(async (transaction) => {
    const current = await lockSite(transaction, caller, id);
    if (current === undefined) throw refuse('NOT_FOUND');
    if (current.verify_token !== site.verify_token) return current.verify_state;
    await updateSite(transaction, id, { verify_state, verify_error: problem, verified_at: problem === null ? now : null }, now);
    await writeOpLog(transaction, [
      {
        at: now,
        userId: caller.userId,
        account: caller.account,
        action: verifySite.path,
        targetType: 'site',
        targetId: id,
        targetLabel: site.name,
        ip: context.address,
        summary: site.domain,
        before: { verify_state: site.verify_state },
        after: { verify_state },
        ok: true,
        code: 0,
        ms: context.elapsed(),
      },
    ]);
    return null;
  });
  if (newerState !== null) return { verify_state: newerState, next_try_at: new Date(now.getTime() + VERIFY_INTERVAL_MS).toISOString() };
  return {
    verify_state,
    ...(problem === null ? {} : { error: proofTexts[problem][language] }),
    next_try_at: problem === null ? null : new Date(now.getTime() + VERIFY_INTERVAL_MS).toISOString(),
  };
}
