import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { LoadingBlock } from '#src/ui/page/block.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import type { Live } from '#visualiser/machines/live.machine.ts';
import { hashOf } from '#visualiser/machines/visualiser-place.ts';
import type { Connection } from './use-connection.ts';
import { useWindowName } from './window-picker.tsx';

/** The windows that are there, each as a way to it. */
function WindowCards({ room }: { room: Live }) {
  const t = useText();
  const nameOf = useWindowName();
  const { windows, chosen } = useSelector(room, ({ context }) => context);
  const others = windows.filter(({ window }) => window !== chosen);
  if (others.length === 0) return null;
  return (
    <>
      {chosen !== '' && <h3>{t('live.others')}</h3>}
      <ul className="ads-vis-cards">
        {others.map((one) => (
          <li key={one.window}>
            <a className="ads-vis-card" href={hashOf({ kind: 'live', window: one.window, actor: '' })}>
              <strong>{nameOf(one)}</strong>
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

function Words({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </>
  );
}

/** What is said while there is nothing to show, and what the reader can do about it. */
export function LiveWords({ room, connection }: { room: Live; connection: Connection }) {
  const t = useText();
  const refused = useSelector(room, ({ context: { windows, chosen } }) => windows.find(({ window }) => window === chosen)?.refused);
  if (connection === 'looking') return <LoadingBlock label={t('live.status.looking')} />;
  if (connection === 'reaching' || connection === 'watching') return <LoadingBlock label={t('live.reaching')} />;
  return (
    <div className="ads-vis-text ads-live-words">
      {connection === 'deaf' && <Words title={t('live.deaf')} text={t('live.deafText')} />}
      {connection === 'nobody' && (
        <Words title={t('live.nobody')} text={t('live.nobodyText')}>
          <ol>
            <li>
              {t('live.nobody.open')}
              <div>
                <a className="ads-vis-link" href="../" target="_blank" rel="noreferrer">
                  {t('live.openConsole')}
                </a>
              </div>
            </li>
            <li>{t('live.nobody.development')}</li>
            <li>{t('live.nobody.production')}</li>
          </ol>
        </Words>
      )}
      {connection === 'choosing' && <Words title={t('live.choose')} text={t('live.chooseText')} />}
      {connection === 'absent' && <Words title={t('live.absent')} text={t('live.absentText')} />}
      {connection === 'lost' && <Words title={t('live.lost')} text={t('live.absentText')} />}
      {connection === 'refused' && (
        <Words
          title={t(refused === 'permission' ? 'live.permission' : 'live.signedOut')}
          text={t(refused === 'permission' ? 'live.permissionText' : 'live.signedOutText')}
        />
      )}
      <WindowCards room={room} />
    </div>
  );
}
