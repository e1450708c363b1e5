import type { ActorRefFrom } from 'xstate';
import type { siteDeletion, siteList, siteSwitch as siteSwitchMachine } from '#machines/auth-site/site-management.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  list: ActorRefFrom<typeof siteList>;
  siteSwitch: ActorRefFrom<typeof siteSwitchMachine>;
  deletion: ActorRefFrom<typeof siteDeletion>;
}

/** Asks before a site is switched off or deleted; switching one on is asked about only after it was refused. */
export function SiteDialogs({ list, siteSwitch, deletion }: Props) {
  return (
    <>
      <SwitchDialog list={list} siteSwitch={siteSwitch} />
      <DeletionDialog deletion={deletion} />
    </>
  );
}

function SwitchDialog({ list, siteSwitch }: Pick<Props, 'list' | 'siteSwitch'>) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(
    siteSwitch,
    ({ row, status }) => t(status === 'on' ? 'site.onTitle' : 'site.offTitle', { name: row.name }),
    ({ row: before }, row) => ({ row, status: before.status }),
  );
  if (!subject) return null;
  const on = subject.status === 'on';
  const { name } = subject.row;
  const cancel = () => {
    dialog.onCancel();
    // What was refused may have been decided on an old row.
    if (failure) list.send({ type: 'list.refreshRequested' });
  };
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(on && !failure)}
      danger={!on}
      title={t(on ? 'site.onTitle' : 'site.offTitle', { name })}
      text={t(on ? 'site.onText' : 'site.offText')}
      confirmText={t(on ? 'site.on' : 'site.off')}
      onCancel={cancel}
    />
  );
}

function DeletionDialog({ deletion }: Pick<Props, 'deletion'>) {
  const t = useText();
  const format = useFormat();
  const { subject, dialog } = useCommand(deletion, (site) => t('site.deleteTitle', { name: site.name }));
  if (!subject) return null;
  const { name, landings } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('site.deleteTitle', { name })}
      text={t('site.deleteText', { count: landings, shown: format.number(landings) })}
      confirmText={t('site.delete')}
      typed={{ expected: name, label: t('site.deleteTyped', { name }) }}
    />
  );
}
