import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { SessionRow } from '#contracts/endpoints/session.ts';
import type { endOthers, ownSessions } from '#machines/index/home-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag } from '#src/ui/text/status-tag.tsx';
import { browserWords } from './browser-words.ts';

interface Props {
  sessions: ActorRefFrom<typeof ownSessions>;
  endOthers: ActorRefFrom<typeof endOthers>;
}

/** Where the user is signed in, and a way to end all other sessions. */
export function OwnSessions({ sessions, endOthers }: Props) {
  const t = useText();
  const format = useFormat();
  const { answer, table } = useDetail(sessions);
  const { subject, dialog } = useCommand(endOthers, () => t('home.endOthers'));
  const others = answer?.filter(({ current }) => !current).length ?? 0;

  const columns = useMemo(
    (): Column<SessionRow>[] => [
      {
        key: 'browser',
        title: t('home.browser'),
        render: ({ ua, ip, current }) => (
          <span className="ads-home-session" title={ua}>
            <NameText text={browserWords(ua) || t('home.unknownBrowser')} note={ip} />
            {current && <PlainTag text={t('home.current')} />}
          </span>
        ),
      },
      {
        key: 'issued_at',
        title: t('home.issuedAt'),
        width: 152,
        render: ({ issued_at }) => <span className="ads-numbers">{format.instant(issued_at)}</span>,
      },
      {
        key: 'expires_at',
        title: t('home.expiresAt'),
        width: 152,
        render: ({ expires_at }) => <span className="ads-numbers">{format.instant(expires_at)}</span>,
      },
    ],
    [t, format],
  );

  return (
    <div className="ads-home-block">
      <header className="ads-home-head">
        <h2>{t('home.sessions')}</h2>
        {others > 0 && (
          <button
            type="button"
            className="ads-link-button ads-is-danger"
            onClick={() => endOthers.send({ type: 'command.requested', subject: { count: others } })}
          >
            {t('home.endOthers')}
          </button>
        )}
      </header>
      <DataTable
        {...table}
        label={t('home.sessions')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ ua }) => browserWords(ua)}
        empty={{ text: t('home.noSessions') }}
      />
      <ConfirmDialog
        {...dialog}
        danger
        title={t('home.endOthers')}
        text={t('home.endOthersText', { count: subject?.count ?? 0 })}
        confirmText={t('home.end')}
      />
    </div>
  );
}
