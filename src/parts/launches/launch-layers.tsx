import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LaunchActionParts, LaunchActions } from '#machines/parts/launches/launch-actions.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { EntitySwitchLayer } from './entity-switch-cell.tsx';
import type { LaunchLayerProps } from './launch-batch-dialog.tsx';
import { useLaunchParts } from './launch-parts.ts';
import './launches.css';

const LaunchBatchDialog = onDemand<LaunchLayerProps>(() => import('./launch-batch-dialog.tsx'), {
  as: 'layer',
  leave: ({ parts }) => parts.batch.send({ type: 'batch.dismissed' }),
});
const EntityDrawer = onDemand<LaunchLayerProps>(() => import('./entity-drawer.tsx'), {
  as: 'layer',
  leave: ({ parts }) => parts.drawer.send({ type: 'drawer.closed' }),
});

const NoteDrawer = onDemand<{ form: LaunchActionParts['note'] }>(() => import('./note-drawer.tsx'), {
  as: 'layer',
  leave: ({ form }) => form.send({ type: 'form.closeRequested' }),
});

/** Rendered once by every page of launched objects: dialogs, batch progress and details. */
export function LaunchLayers({ parts }: { parts: LaunchActionParts }) {
  const asking = useSelector(parts.batch, (state) => state.hasTag('open'));
  const isDrawerOpen = useSelector(parts.drawer, (state) => state.hasTag('open'));
  const isNoting = useSelector(parts.note, (state) => state.hasTag('open'));
  const progress = useSelector(parts.batch, (state) => state.children.progress);
  return (
    <>
      {isDrawerOpen && <EntityDrawer parts={parts} />}
      {isNoting && <NoteDrawer form={parts.note} />}
      {asking && <LaunchBatchDialog parts={parts} />}
      <EntitySwitchLayer switches={parts.switches} />
      <BatchDialog progress={progress} canChooseFailed />
    </>
  );
}

/** Asks before a campaign is saved as a scheme, and opens the draft. */
export function SchemeSavingLayer({
  launchActions,
  schemeSaving,
}: {
  launchActions: LaunchActions;
  schemeSaving: LaunchActionParts['schemeSaving'];
}) {
  const t = useText();
  const navigate = useNavigate();
  const { subject, dialog } = useCommand(schemeSaving);
  const saved = useSelector(launchActions, (state) => state.context.savedScheme);
  useEffect(() => {
    if (saved === undefined) return;
    launchActions.send({ type: 'launchActions.schemeOpened' });
    void navigate({ pathname: '/advertising/publish', search: `?${new URLSearchParams({ tab: 'schemes', open: String(saved) })}` });
  }, [saved, launchActions, navigate]);
  return (
    <ConfirmDialog
      {...dialog}
      title={t('launches.asScheme.title', { name: subject?.name ?? '' })}
      text={t('launches.asScheme.text')}
      confirmText={t('launches.asScheme.button')}
    />
  );
}

interface WithLaunchActionsProps {
  launchActions: LaunchActions;
  children: (parts: LaunchActionParts) => ReactNode;
}

/** Rows of launched objects with the layers that their actions open. */
export function WithLaunchActions({ launchActions, children }: WithLaunchActionsProps) {
  const parts = useLaunchParts(launchActions);
  return (
    parts && (
      <>
        {children(parts)}
        <LaunchLayers parts={parts} />
      </>
    )
  );
}
