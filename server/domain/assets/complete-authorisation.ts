import type { Kysely } from 'kysely';
import { hostedAuthUrl } from '#contracts/endpoints/hosted-persons.ts';
import { personalAuthUrl } from '#contracts/endpoints/personal-accounts.ts';
import { AdPlatformError, type Channels, type TokenInfo } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { isUniqueViolation } from '../faults.ts';
import { accessRefusal, loadCaller, writeOpLog } from '../people/index.ts';
import type { Vault } from '../vault.ts';
import type { MenuEntry } from '../work-context.ts';
import { assignableUsers } from './assign.repository.ts';
import { type AuthLink, finishLink, type LinkResult, linkOf, takeLink } from './auth-links.repository.ts';
import { type Saved, savePerson } from './personal-save.ts';

export interface Completing {
  readonly db: Kysely<Database>;
  readonly now: Date;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly menu: readonly MenuEntry[];
  /** Client address of whoever came back. */
  readonly address: string;
}

/** What the channel sent a person back with. */
export interface Returned {
  channel: string;
  state: string;
  /** Absent where they declined. */
  code: string | undefined;
}

/** What the page then says. `closes`: it was a window of the console. */
export type Completion = { said: 'ok' | 'failed' | 'mismatch' | 'used' | 'expired' | 'revoked' | 'unknown'; closes: boolean };

const endpointOf = { self: personalAuthUrl, host: hostedAuthUrl } as const;

/**
 * Completes an authorisation for whoever began it, with the rights they have now. The state serves one visit: a second one is told
 * that it was used. Nothing is kept of the code; the token is sealed.
 */
export async function completeAuthorisation(context: Completing, { channel, state, code }: Returned): Promise<Completion> {
  const { db, now } = context;
  const link = await takeLink(db, state, channel, now);
  if (link === undefined) return await whyNot(context, state, channel);
  const closes = link.mode === 'window';
  const result = await carriedOut(context, link, code);
  const isOk = result.personal_account_id !== undefined;
  if (!isOk) await finishLink(db, link.id, 'failed', result, now);
  return { said: isOk ? 'ok' : result.reason === 'IDENTITY_MISMATCH' ? 'mismatch' : 'failed', closes };
}

async function whyNot({ db, now }: Completing, state: string, channel: string): Promise<Completion> {
  const link = await linkOf(db, state);
  if (link === undefined || link.channel !== channel) return { said: 'unknown', closes: false };
  if (link.status === 'revoked') return { said: 'revoked', closes: false };
  const isOver = link.status === 'expired' || (link.status === 'waiting' && link.expires_at <= now);
  return { said: isOver ? 'expired' : 'used', closes: false };
}

/** The result; with a person where it went well, and then the link says so already. */
async function carriedOut(context: Completing, link: AuthLink, code: string | undefined): Promise<LinkResult> {
  const { db, now, channels, vault, menu } = context;
  if (code === undefined) return { reason: 'DENIED' };
  // Whoever began it may have lost the right, or left.
  const caller = await loadCaller(db, link.user_id, menu);
  if (caller === undefined || accessRefusal(endpointOf[link.usage], caller) !== null) return { reason: 'FORBIDDEN' };
  let token: TokenInfo;
  try {
    token = await channels.of(link.connector).exchange(code);
  } catch (error) {
    if (error instanceof AdPlatformError) return { reason: 'PLATFORM' };
    await finishLink(db, link.id, 'failed', { reason: 'PLATFORM' }, now);
    throw error;
  }
  try {
    return await db.transaction().execute(async (transaction) => {
      if (
        link.personal_account_id === null &&
        !(await assignableUsers(transaction, caller, [link.owner_user_id])).has(link.owner_user_id)
      ) {
        return { reason: 'FORBIDDEN' };
      }
      const saved = await savePerson({ db: transaction, now, vault, caller }, { ...link, token });
      const result = resultOf(saved);
      if (saved.outcome !== 'saved') return result;
      await finishLink(transaction, link.id, 'ok', result, now);
      await writeOpLog(transaction, [
        {
          at: now,
          userId: caller.userId,
          account: caller.account,
          action: endpointOf[link.usage].path,
          targetType: 'personal_account',
          targetId: saved.id,
          targetLabel: saved.name,
          summary: saved.isNew ? 'authorised' : 'authorised again',
          after: {
            platform_user_id: token.user_id,
            channel: link.channel,
            usage: link.usage,
            scopes: token.scopes,
            expires_at: token.expires_at,
          },
          ip: context.address,
          ok: true,
          code: 0,
          ms: 0,
        },
      ]);
      return result;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return { reason: 'DUPLICATE' };
    throw error;
  }
}

function resultOf(saved: Saved): LinkResult {
  if (saved.outcome === 'saved') return { personal_account_id: saved.id };
  if (saved.outcome === 'taken') return { reason: 'DUPLICATE' };
  return { reason: 'IDENTITY_MISMATCH', data: { expected: saved.expected, actual: saved.actual } };
}
