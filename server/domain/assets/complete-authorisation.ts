import type { Kysely } from 'kysely';
import { hostedAuthUrl } from '#contracts/endpoints/hosted-persons.ts';
import { personalAuthUrl } from '#contracts/endpoints/personal-accounts.ts';
import { AdPlatformError, type Channels, type TokenInfo } from '#server/channel/ad-platform.ts';
import type { Database } from '#server/database/schema.ts';
import { isUniqueViolation } from '../faults.ts';
import { accessRefusal, loadCaller, writeOpLog } from '../people/index.ts';
import type { Vault } from '../vault.ts';
import type { MenuEntry } from '../work-context.ts';
import { findAssignableUsers } from './assign.repository.ts';
import { type AuthLink, findLink, finishLink, type LinkResult, takeLink } from './auth-links.repository.ts';
import { type SaveResult, savePerson } from './personal-save.ts';

export interface CompletionContext {
  readonly db: Kysely<Database>;
  readonly now: Date;
  readonly channels: Channels;
  readonly vault: Vault;
  readonly menu: readonly MenuEntry[];
  /** Client address of the person the channel redirected here. */
  readonly address: string;
}

/** The parameters of the channel's redirect. */
export interface ChannelReturn {
  channel: string;
  state: string;
  /** Absent when the person declined. */
  code: string | undefined;
}

/** The outcome shown on the page. `closes` is true for a window opened by the console. */
export type Completion = { outcome: 'ok' | 'failed' | 'mismatch' | 'used' | 'expired' | 'revoked' | 'unknown'; closes: boolean };

const ENDPOINTS = { self: personalAuthUrl, host: hostedAuthUrl } as const;

/**
 * Completes an authorisation with the current permissions of the user who started it. The state works once; a second visit is told that
 * it was used. The code is not stored, and the token is sealed.
 */
export async function completeAuthorisation(context: CompletionContext, { channel, state, code }: ChannelReturn): Promise<Completion> {
  const { db, now } = context;
  const link = await takeLink(db, state, channel, now);
  if (link === undefined) return await explainUnusable(context, state, channel);
  const closes = link.mode === 'window';
  const result = await authorise(context, link, code);
  const isOk = result.personal_account_id !== undefined;
  if (!isOk) await finishLink(db, link.id, 'failed', result, now);
  return { outcome: isOk ? 'ok' : result.reason === 'IDENTITY_MISMATCH' ? 'mismatch' : 'failed', closes };
}

async function explainUnusable({ db, now }: CompletionContext, state: string, channel: string): Promise<Completion> {
  const link = await findLink(db, state);
  if (link === undefined || link.channel !== channel) return { outcome: 'unknown', closes: false };
  if (link.status === 'revoked') return { outcome: 'revoked', closes: false };
  const isOver = link.status === 'expired' || (link.status === 'waiting' && link.expires_at <= now);
  return { outcome: isOver ? 'expired' : 'used', closes: false };
}

/** Exchanges the code and saves the personal account. On success the link is already marked as such. */
async function authorise(context: CompletionContext, link: AuthLink, code: string | undefined): Promise<LinkResult> {
  const { db, now, channels, vault, menu } = context;
  if (code === undefined) return { reason: 'DENIED' };
  // The user who started it may have lost the permission or left since.
  const caller = await loadCaller(db, link.user_id, menu);
  if (caller === undefined || accessRefusal(ENDPOINTS[link.usage], caller) !== null) return { reason: 'FORBIDDEN' };
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
        !(await findAssignableUsers(transaction, caller, [link.owner_user_id])).has(link.owner_user_id)
      ) {
        return { reason: 'FORBIDDEN' };
      }
      const saved = await savePerson({ db: transaction, now, vault, caller }, { ...link, token });
      const result = toResult(saved);
      if (saved.outcome !== 'saved') return result;
      await finishLink(transaction, link.id, 'ok', result, now);
      await writeOpLog(transaction, [
        {
          at: now,
          userId: caller.userId,
          account: caller.account,
          action: ENDPOINTS[link.usage].path,
          targetType: 'personal_account',
          targetId: saved.id,
          targetLabel: saved.name,
          summary: { codes: [saved.isNew ? 'authorised' : 'authorised again'] },
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

function toResult(saved: SaveResult): LinkResult {
  if (saved.outcome === 'saved') return { personal_account_id: saved.id };
  if (saved.outcome === 'taken') return { reason: 'DUPLICATE' };
  return { reason: 'IDENTITY_MISMATCH', data: { expected: saved.expected, actual: saved.actual } };
}
