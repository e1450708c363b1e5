import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { linkRevocation, OpenLink, personLinks } from '#machines/parts/persons/person-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import './persons.css';

interface Props {
  links: ActorRefFrom<typeof personLinks>;
  revocation: ActorRefFrom<typeof linkRevocation>;
}

/** Pending authorisation links above the table; nothing when there are none. */
export function OpenLinks({ links, revocation }: Props) {
  const t = useText();
  const format = useFormat();
  const { can } = useViewer();
  const closed = useSelector(links, (state) => state.matches('closed'));
  const { answer, failure } = useDetail(links);
  useEffect(() => {
    if (closed) links.send({ type: 'detail.opened', subject: 'open' });
  }, [closed, links]);
  if (failure) return <FailureRemark failure={failure} />;
  if (!answer || answer.length === 0) return <Revocation revocation={revocation} />;
  const line = ({ contact, owner, expires_at }: OpenLink) =>
    [contact, t('persons.links.owner', { name: owner.label }), t('persons.links.until', { time: format.instant(expires_at) })]
      .filter(Boolean)
      .join(' · ');
  return (
    <section className="ads-open-links ads-within-window" aria-label={t('persons.links.title', { count: answer.length })}>
      <strong>{t('persons.links.title', { count: answer.length })}</strong>
      <ul>
        {answer.map((link) => (
          <li key={link.id}>
            <span>{link.holder_name}</span>
            <span className="ads-quiet">{line(link)}</span>
            {can('asset') && (
              <button
                type="button"
                className="ads-link-button ads-is-danger"
                aria-label={`${t('persons.links.revoke')} ${link.holder_name}`}
                onClick={() => revocation.send({ type: 'command.requested', subject: link })}
              >
                {t('persons.links.revoke')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <Revocation revocation={revocation} />
    </section>
  );
}

function Revocation({ revocation }: Pick<Props, 'revocation'>) {
  const t = useText();
  const { subject, dialog } = useCommand(revocation, ({ holder_name }) => t('persons.links.revokeTitle', { name: holder_name }));
  if (!subject) return null;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('persons.links.revokeTitle', { name: subject.holder_name })}
      text={t('persons.links.revokeText')}
      confirmText={t('persons.links.revoke')}
    />
  );
}
