import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import { toHash } from '#visualiser/machines/visualiser-place.ts';
import type { Connection } from './use-connection.ts';
import { useFormatWindow } from './window-picker.tsx';

/** Cards that link to the other windows. */
function WindowCards({ room }: { room: Live }) {
  const t = useText();
  const formatName = useFormatWindow();
  const { windows, chosen } = useSelector(room, ({ context }) => context);
  const others = windows.filter(({ window }) => window !== chosen);
  if (others.length === 0) return null;
  return (
    <>
      {chosen !== '' && <h3>{t('live.others')}</h3>}
      <ul className="ads-vis-cards">
        {others.map((one) => (
          <li key={one.window}>
            <a className="ads-vis-card" href={toHash({ kind: 'live', window: one.window, actor: '' })}>
              <strong>{formatName(one)}</strong>
              <span>
                {one.refused && <PlainTag text={t(`live.refused.${one.refused}`)} />}
                {one.takesEvents && <PlainTag text={t('live.takesEvents')} />}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Hint({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </>
  );
}

/** Shown while there are no entries: explains why, and what the user can do. */
export function LiveEmptyState({ room, connection }: { room: Live; connection: Connection }) {
  const t = useText();
  const refused = useSelector(room, ({ context: { windows, chosen } }) => windows.find(({ window }) => window === chosen)?.refused);
  if (connection === 'searching') return <LoadingBlock label={t('live.status.searching')} />;
  if (connection === 'starting' || connection === 'watching') return <LoadingBlock label={t('live.starting')} />;
  return (
    <div className="ads-vis-text ads-live-words">
      {connection === 'unsupported' && <Hint title={t('live.unsupported')} text={t('live.unsupportedText')} />}
      {connection === 'noWindows' && (
        <Hint title={t('live.noWindows')} text={t('live.noWindowsText')}>
          <ol>
            <li>
              {t('live.noWindows.open')}
              <div>
                <a className="ads-vis-link" href="../" target="_blank" rel="noreferrer">
                  {t('live.openConsole')}
                </a>
              </div>
            </li>
            <li>{t('live.noWindows.development')}</li>
            <li>{t('live.noWindows.production')}</li>
          </ol>
        </Hint>
      )}
      {connection === 'choosing' && <Hint title={t('live.choose')} text={t('live.chooseText')} />}
      {connection === 'windowMissing' && <Hint title={t('live.windowMissing')} text={t('live.windowMissingText')} />}
      {connection === 'lost' && <Hint title={t('live.lost')} text={t('live.windowMissingText')} />}
      {connection === 'refused' && (
        <Hint
          title={t(refused === 'permission' ? 'live.permission' : 'live.signedOut')}
          text={t(refused === 'permission' ? 'live.permissionText' : 'live.signedOutText')}
        />
      )}
      <WindowCards room={room} />
    </div>
  );
}
