import type { ActorRefFrom } from 'xstate';
import type { productList, productStatus } from '#machines/advertising-upload-ec/product-catalogue.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StillRunning } from '#src/parts/materials/index.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';

interface Props {
  status: ActorRefFrom<typeof productStatus>;
  list: ActorRefFrom<typeof productList>;
}

/** Asks before a product is switched off; switching one on is asked about only after it was refused. */
export function ProductStatusDialog({ status, list }: Props) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(
    status,
    ({ row, status: wanted }) => t(wanted === 'on' ? 'product.onTitle' : 'product.offTitle', { name: row.name }),
    ({ row: before }, row) => ({ row, status: before.status }),
  );
  if (!subject) return null;
  const turnsOn = subject.status === 'on';
  const { name } = subject.row;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(turnsOn && !failure)}
      danger={!turnsOn}
      title={t(turnsOn ? 'product.onTitle' : 'product.offTitle', { name })}
      text={t(turnsOn ? 'product.onText' : 'product.offText')}
      confirmText={t(turnsOn ? 'product.turnOn' : 'product.turnOff')}
      onCancel={() => {
        dialog.onCancel();
        // What was refused may have been decided on an old row.
        if (failure) list.send({ type: 'list.refreshRequested' });
      }}
    >
      {!turnsOn && <StillRunning narrowing={{ product_id: subject.row.id }} campaigns={subject.row.running} />}
    </ConfirmDialog>
  );
}
