import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import type { Connection } from './use-connection.ts';

function Line({ kind, title, text, children }: { kind: 'info' | 'warn'; title: string; text: string; children?: ReactNode }) {
  return (
    <Remark kind={kind} title={title}>
      <span>{text}</span>
      {children}
    </Remark>
  );
}

/** Above what is shown: why it does not move, or where it began. */
export function LiveRemarks({ room, connection }: { room: Live; connection: Connection }) {
  const t = useText();
  const refused = useSelector(room, ({ context: { windows, chosen } }) => windows.find(({ window }) => window === chosen)?.refused);
  const former = useSelector(room, ({ context }) => context.former);
  const waiting = useSelector(room, ({ context }) => context.waiting.length);
  const isKeeping = useSelector(room, (state) => state.matches({ awake: { flow: { paused: 'keeping' } } }));
  const isBehind = useSelector(room, (state) => state.matches({ awake: { flow: { paused: 'behind' } } }));
  return (
    <div className="ads-live-remarks">
      {connection === 'lost' && <Line kind="warn" title={t('live.lost')} text={t('live.lostText')} />}
      {connection === 'refused' && (
        <Line
          kind="warn"
          title={t(refused === 'permission' ? 'live.permission' : 'live.signedOut')}
          text={`${t(refused === 'permission' ? 'live.permissionText' : 'live.signedOutText')} ${t('live.keptEntries')}`}
        />
      )}
      {isKeeping && <Line kind="info" title={t('live.paused')} text={t('live.pausedText', { count: waiting })} />}
      {isBehind && <Line kind="warn" title={t('live.behind')} text={t('live.behindText')} />}
      {former && (
        <Line kind="info" title={t('live.reloaded')} text={t('live.reloadedText', { count: former.entries.length })}>
          <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'recording.opened', part: 'former' })}>
            {t('live.replay')}
          </button>
          <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'recording.saved', part: 'former' })}>
            {t('live.save')}
          </button>
          <button type="button" className="ads-link-button" onClick={() => room.send({ type: 'former.dismissed' })}>
            {t('live.dismiss')}
          </button>
        </Line>
      )}
    </div>
  );
}
