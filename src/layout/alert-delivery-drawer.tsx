import { useSelector } from '@xstate/react';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import type { Part } from './parts.ts';

interface Props {
  delivery: Part<'alertDelivery'>;
}

const Layer = onDemand<Props>(() => import('#src/parts/alerts/index.ts'), {
  as: 'layer',
  leave: ({ delivery }) => delivery.send({ type: 'delivery.closed' }),
});

/** Where the user's alerts are sent to. Stands outside of the frame, so that a refresh of it closes nothing. */
export function AlertDeliveryDrawer({ delivery }: Props) {
  const open = useSelector(delivery, (state) => state.hasTag('open'));
  return open ? <Layer delivery={delivery} /> : null;
}
