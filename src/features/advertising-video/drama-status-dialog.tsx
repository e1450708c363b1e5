import type { ActorRefFrom } from 'xstate';
import type { dramaList, dramaStatus } from '#machines/advertising-video/drama-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StillRunning } from '#src/parts/materials/index.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  status: ActorRefFrom<typeof dramaStatus>;
  list: ActorRefFrom<typeof dramaList>;
}

/** Asks before a drama is switched off; switching one on is asked about only after it was refused. */
export function DramaStatusDialog({ status, list }: Props) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(
    status,
    ({ row, status: wanted }) => t(wanted === 'on' ? 'drama.onTitle' : 'drama.offTitle', { title: row.title }),
    ({ row: before }, row) => ({ row, status: before.status }),
  );
  if (!subject) return null;
  const turnsOn = subject.status === 'on';
  const { title } = subject.row;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(turnsOn && !failure)}
      danger={!turnsOn}
      title={t(turnsOn ? 'drama.onTitle' : 'drama.offTitle', { title })}
      text={t(turnsOn ? 'drama.onText' : 'drama.offText')}
      confirmText={t(turnsOn ? 'drama.turnOn' : 'drama.turnOff')}
      onCancel={() => {
        dialog.onCancel();
        // What was refused may have been decided on an old row.
        if (failure) list.send({ type: 'list.refreshRequested' });
      }}
    >
      {!turnsOn && <StillRunning narrowing={{ drama_id: subject.row.id }} campaigns={subject.row.running} />}
    </ConfirmDialog>
  );
}
