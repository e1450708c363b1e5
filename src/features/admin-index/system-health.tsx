import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { AdminHealth } from '#contracts/endpoints/admin-home.ts';
import { channelWords } from '#contracts/vocabulary/channels.ts';
import type { systemBlocks } from '#machines/admin-index/admin-home.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { ConsoleLink, HomeBlock } from '#src/parts/board/index.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';

const CRONS = '/admin/sys/cron';
/** Without a heartbeat for this long, no scheduler runs. */
const DEAD_SCHEDULER_MS = 120_000;

/** The state of jobs, accounts, batches, authorisations, queues, channels, database and disk. */
export function SystemHealth({ health }: { health: ActorRefFrom<typeof systemBlocks.health> }) {
  const t = useText();
  const { answer, busy, failure, refresh } = useDetail(health);
  return (
    <HomeBlock title={t('adminHome.system')} busy={busy} failure={failure} onRetry={refresh} placeholderLines={8}>
      {answer && <HealthList health={answer} />}
    </HomeBlock>
  );
}

interface LineProps {
  name: ReactNode;
  kind: StatusKind;
  text: string;
  children?: ReactNode;
}

function HealthLine({ name, kind, text, children }: LineProps) {
  return (
    <li>
      <span className="ads-admin-line">
        <span>{name}</span>
        <StatusTag kind={kind} text={text} />
      </span>
      {children}
    </li>
  );
}

function HealthList({ health }: { health: AdminHealth }) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const { failed_crons: crons, stale_accounts: stale, batches, tokens, queues, channels, database, disk, scheduler_at } = health;
  const isSchedulerAlive = scheduler_at !== null && Date.now() - Date.parse(scheduler_at) < DEAD_SCHEDULER_MS;
  const waiting = queues.filter(({ count }) => count > 0);
  const unknown = queues.some(({ kind, count }) => kind === 'unknown_items' && count > 0);
  const countText = (count: number) => (count === 0 ? t('adminHome.fine') : format.number(count));
  return (
    <ul className="ads-admin-health">
      <HealthLine
        name={<ConsoleLink to={CRONS}>{t('adminHome.scheduler')}</ConsoleLink>}
        kind={isSchedulerAlive ? 'ok' : 'error'}
        text={t(isSchedulerAlive ? 'adminHome.running' : 'adminHome.stopped')}
      />
      <HealthLine
        name={<ConsoleLink to={`${CRONS}?last_status=failed`}>{t('adminHome.failedCrons')}</ConsoleLink>}
        kind={crons.length > 0 ? 'error' : 'ok'}
        text={countText(crons.length)}
      >
        {crons.map(({ key, name_zh: zh, name_en: en, failures, last_at, message }) => (
          <p key={key} className="ads-home-quiet" title={message ?? undefined}>
            {t('adminHome.failedCron', { name: w({ zh, en }), count: failures, at: format.instant(last_at) })}
          </p>
        ))}
      </HealthLine>
      <HealthLine name={t('adminHome.staleAccounts')} kind={stale.length > 0 ? 'warn' : 'ok'} text={countText(stale.length)}>
        {stale.map(({ id, label, since, error }) => (
          <p key={id} className="ads-home-quiet" title={error ?? undefined}>
            {t('adminHome.staleSince', { name: label, at: format.instant(since) })}
          </p>
        ))}
      </HealthLine>
      {channels.map(({ channel, accounts, failing, newest_at }) => (
        <HealthLine
          key={channel}
          name={t('adminHome.channelOf', { channel: w(channelWords[channel]) })}
          kind={failing === 0 ? 'ok' : failing < accounts ? 'warn' : 'error'}
          text={t('adminHome.channelAccounts', { ok: accounts - failing, all: accounts })}
        >
          <p className="ads-home-quiet">{t('adminHome.pulledAt', { at: format.instant(newest_at) })}</p>
        </HealthLine>
      ))}
      <HealthLine
        name={t('adminHome.batches')}
        kind={batches.failed > 0 ? 'warn' : 'ok'}
        text={t('adminHome.batchCounts', { running: batches.running, failed: batches.failed })}
      />
      <HealthLine
        name={t('adminHome.tokens')}
        kind={tokens.expired > 0 ? 'error' : tokens.expiring > 0 ? 'warn' : 'ok'}
        text={t('adminHome.tokenCounts', { expiring: tokens.expiring, expired: tokens.expired })}
      />
      <HealthLine
        name={t('adminHome.queues')}
        kind={unknown ? 'warn' : 'ok'}
        text={waiting.length === 0 ? t('adminHome.empty') : t('adminHome.waiting')}
      >
        {waiting.map(({ kind, count }) => (
          <p key={kind} className="ads-home-quiet">
            {t(`adminHome.queue.${kind}`, { count })}
          </p>
        ))}
      </HealthLine>
      <HealthLine
        name={t('adminHome.database')}
        kind="ok"
        text={t('adminHome.databaseState', { size: format.bytes(database.size_bytes), latency: format.duration(database.latency_ms) })}
      />
      <HealthLine
        name={t('adminHome.disk')}
        kind={disk === null ? 'warn' : disk.has_room ? 'ok' : 'error'}
        text={disk === null ? t('adminHome.diskUnknown') : t('adminHome.diskFree', { size: format.bytes(disk.free_bytes) })}
      />
    </ul>
  );
}
