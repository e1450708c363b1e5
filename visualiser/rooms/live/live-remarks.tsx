import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import { estimateSize } from '../../trace/recording-size.ts';
import type { Connection } from './use-connection.ts';

/** Characters from which a recording is slow to save and to open. */
const LARGE_SIZE = 20_000_000;
const ENTRIES_BETWEEN_ESTIMATES = 500;

function LiveRemark({ kind, title, text, children }: { kind: 'info' | 'warn'; title: string; text: string; children?: ReactNode }) {
  return (
    <Remark kind={kind} title={title}>
      <span>{text}</span>
      {children}
    </Remark>
  );
}

/** Remarks above the trace: why it stands still, or where it started. */
export function LiveRemarks({ room, connection }: { room: Live; connection: Connection }) {
  const t = useText();
  const refused = useSelector(room, ({ context: { windows, chosen } }) => windows.find(({ window }) => window === chosen)?.refused);
  const previousRecording = useSelector(room, ({ context }) => context.previousRecording);
  const entries = useSelector(room, ({ context }) => context.entries);
  // Large recordings grow by many entries, so the size is estimated only now and then.
  const estimatedAt = Math.floor(entries.length / ENTRIES_BETWEEN_ESTIMATES);
  const size = useMemo(() => (estimatedAt === 0 ? 0 : estimateSize(room.getSnapshot().context.entries)), [room, estimatedAt]);
  const pausedCount = useSelector(room, ({ context }) => context.pausedEntries.length);
  const isBuffering = useSelector(room, (state) => state.matches({ visited: { stream: { paused: 'buffering' } } }));
  const isOutdated = useSelector(room, (state) => state.matches({ visited: { stream: { paused: 'outdated' } } }));
  return (
    <div className="ads-live-remarks">
      {connection === 'lost' && <LiveRemark kind="warn" title={t('live.lost')} text={t('live.lostText')} />}
      {connection === 'refused' && (
        <LiveRemark
          kind="warn"
          title={t(refused === 'permission' ? 'live.permission' : 'live.signedOut')}
          text={`${t(refused === 'permission' ? 'live.permissionText' : 'live.signedOutText')} ${t('live.keptEntries')}`}
        />
      )}
      {size > LARGE_SIZE && (
        <LiveRemark kind="warn" title={t('live.large', { size: Math.round(size / 1_000_000) })} text={t('live.largeText')} />
      )}
      {isBuffering && <LiveRemark kind="info" title={t('live.paused')} text={t('live.pausedText', { count: pausedCount })} />}
      {isOutdated && <LiveRemark kind="warn" title={t('live.outdated')} text={t('live.outdatedText')} />}
      {previousRecording && (
        <LiveRemark kind="info" title={t('live.reloaded')} text={t('live.reloadedText', { count: previousRecording.entries.length })}>
          <button
            type="button"
            className="ads-link-button"
            onClick={() => room.send({ type: 'recording.openRequested', part: 'previous' })}
          >
            {t('live.replay')}
          </button>
          <button
            type="button"
            className="ads-link-button"
            onClick={() => room.send({ type: 'recording.saveRequested', part: 'previous' })}
          >
            {t('live.save')}
          </button>
          <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'previousRecording.dismissed' })}>
            {t('live.dismiss')}
          </button>
        </LiveRemark>
      )}
    </div>
  );
}
