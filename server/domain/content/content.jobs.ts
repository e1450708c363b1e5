import { type Kysely, sql } from 'kysely';
import { runningStatuses } from '#contracts/vocabulary/launches.ts';
import type { Database } from '#server/database/schema.ts';
import { raiseAlert } from '../alerts.ts';
import { openGrant } from '../assets/index.ts';
import { loadBusinessDay } from '../business-time.ts';
import type { Job } from '../jobs/index.ts';
import { readLimits } from '../limits.ts';
import { writeOpLog } from '../people/index.ts';
import { findEndingDramas, findExpiredDramas, lockDrama, updateDrama } from './dramas.repository.ts';
import { DRAMA } from './dramas.routes.ts';
import { findDestination, findProcessingCopies, updateCopy } from './materials.sync.repository.ts';

/** Most copies checked in one run. */
const MAX_COPIES = 500;

interface EndingDrama {
  id: number;
  code: string;
  title: string;
  copyright_until: string | null;
}

/** Alerts administrators and the owners of running campaigns that the copyright of a drama ends soon or has ended. */
async function alertAboutCopyright(
  db: Kysely<Database>,
  kind: 'copyright_expiring' | 'copyright_ended',
  { id, code, title, copyright_until }: EndingDrama,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ owner: number | null }>`
    select c.owner_user_id as owner from campaign c
    where c.drama_id = ${id} and c.deleted_at is null and c.effective_status = any(${[...runningStatuses]}::text[])`.execute(db);
  const admins = await sql<{ id: number }>`
    select id from sys_user where is_admin = 1 and status = 'enabled' and deleted_at is null`.execute(db);
  const date = copyright_until ?? '';
  await raiseAlert(
    db,
    [...rows.flatMap(({ owner }) => owner ?? []), ...admins.rows.map((admin) => admin.id)],
    {
      kind,
      data: { name: title, date, campaigns: rows.length },
      link: `/advertising/video?${new URLSearchParams({ tab: 'dramas', keyword: code })}`,
      // The date distinguishes the alerts of a prolonged copyright.
      dedupeKey: `${kind}:${id}:${date}`,
    },
    now,
  );
}

/**
 * Announces copyrights that end within days, and switches off dramas whose copyright ended before the current business day. It runs at the
 * midnight of every time zone, since the company may count its days in any.
 */
export const expireContent: Job = {
  key: 'content.expire',
  name: { zh: '版权到期下架', en: 'Expired copyrights' },
  cron: '*/15 * * * *',
  timeoutS: 300,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log }) {
    const today = await loadBusinessDay(db, now);
    const { copyrightWarningDays } = await readLimits(db);
    const ending = await findEndingDramas(db, today, copyrightWarningDays);
    for (const drama of ending) await alertAboutCopyright(db, 'copyright_expiring', drama, now);
    const due = await findExpiredDramas(db, today);
    let switchedOff = 0;
    for (const { id } of due) {
      signal.throwIfAborted();
      const label = await db.transaction().execute(async (transaction) => {
        const drama = await lockDrama(transaction, id);
        const isExpired = drama?.status === 'on' && drama.copyright_until !== null && drama.copyright_until < today;
        if (drama === undefined || !isExpired) return undefined;
        await updateDrama(transaction, id, { status: 'off' }, now);
        await writeOpLog(transaction, [
          {
            targetType: DRAMA,
            targetId: id,
            targetLabel: drama.code,
            summary: { codes: [`copyright until ${drama.copyright_until}`] },
            before: { status: 'on' },
            after: { status: 'off' },
            at: now,
            userId: null,
            account: 'system',
            action: 'cron:content.expire',
            ip: '',
            ok: true,
            code: 0,
            ms: 0,
          },
        ]);
        await alertAboutCopyright(transaction, 'copyright_ended', drama, now);
        return `${drama.code} ${drama.title}: copyright until ${drama.copyright_until}`;
      });
      if (label !== undefined) {
        switchedOff += 1;
        log(label);
      }
    }
    return { rowsIn: due.length, rowsOut: switchedOff };
  },
};

/** Asks the channel for the status of copies that it was still processing. */
export const trackCopies: Job = {
  key: 'material.copies',
  name: { zh: '账户素材状态', en: 'Creatives in ad accounts' },
  cron: '*/2 * * * *',
  timeoutS: 600,
  core: false,
  allowManual: true,
  async run({ db, now, signal, log, channels, vault }) {
    const waiting = await findProcessingCopies(db, MAX_COPIES);
    let concluded = 0;
    for (const copy of waiting) {
      signal.throwIfAborted();
      const destination = await findDestination(db, copy.ad_account_id);
      if (destination === undefined) continue;
      try {
        const { platform, tok } = await openGrant({ db, channels, vault }, destination.personal_account_id);
        const status = await platform.assetStatus(tok, destination.platform_account_id, copy.platform_asset_id);
        await updateCopy(db, copy, { status, error: status === 'error' ? 'PLATFORM_REJECTED' : null }, now);
        if (status !== 'processing') concluded += 1;
      } catch (error) {
        log(`account ${destination.id}: ${error instanceof Error ? error.message : 'no answer'}`);
      }
    }
    return { rowsIn: waiting.length, rowsOut: concluded };
  },
};
