import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { isForced } from '#machines/auth-site/landing-rules.ts';
import type {
  landingBatch,
  landingDeletion,
  landingSwitch as landingSwitchMachine,
  SiteLandings,
} from '#machines/auth-site/site-landings.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import { SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { GenerationDrawer } from './generation-drawer.tsx';
import { LandingDrawer } from './landing-drawer.tsx';

/** Everything that opens above the table of landing pages. */
export function LandingLayers({ landings }: { landings: SiteLandings }) {
  const parts = useSelector(landings, (state) => state.children);
  const { form, generation, batch, landingSwitch, deletion, dramas, products, languages, countries } = parts;
  const progress = useSelector(batch, (state) => state?.children.progress);
  const asking = useSelector(batch, (state) => state?.hasTag('open') ?? false);
  if (!form || !generation || !batch || !landingSwitch || !deletion || !dramas || !products || !languages || !countries) return null;
  const choices = { dramas, products, languages, countries };
  return (
    <>
      <LandingDrawer form={form} {...choices} />
      <GenerationDrawer generation={generation} {...choices} />
      {asking && <StatusQuestion batch={batch} />}
      <BatchDialog progress={progress} canChooseFailed />
      <OfflineDialog landingSwitch={landingSwitch} />
      <DeletionDialog deletion={deletion} />
    </>
  );
}

function StatusQuestion({ batch }: { batch: ActorRefFrom<typeof landingBatch> }) {
  const t = useText();
  const format = useFormat();
  const asked = useBatch(batch);
  const { status } = asked.values;
  const forced = isForced(asked.values);
  return (
    <BatchConfirmDialog
      action={asked}
      title={t(`site.landing.batch.${status}.title`)}
      text={t(`site.landing.batch.${status}.text`)}
      confirmText={t(`site.landing.batch.${status}.button`, { count: asked.count, shown: format.number(asked.count) })}
      isDeletion={forced}
      needsReason={false}
    >
      {status === 'offline' && (
        <SwitchField
          label={t('site.landing.force')}
          {...asked.field('force')}
          words={{ on: t('site.landing.forceOn'), isDisabled: t('site.landing.forceOff') }}
          disabled={asked.busy}
        />
      )}
      {forced && <Remark kind="error" title={t('site.landing.stillSpending')} />}
    </BatchConfirmDialog>
  );
}

function OfflineDialog({ landingSwitch }: { landingSwitch: ActorRefFrom<typeof landingSwitchMachine> }) {
  const t = useText();
  const { subject, open, failure, dialog } = useCommand(
    landingSwitch,
    ({ row, status: wanted }) => t(wanted === 'online' ? 'site.landing.onlineTitle' : 'site.landing.offlineTitle', { title: row.title }),
    ({ row: before }, row) => (before.status === 'draft' ? undefined : { row, status: before.status }),
  );
  if (!subject) return null;
  const on = subject.status === 'online';
  const { title, slug, ads_running: ads } = subject.row;
  const isUsed = !on && ads > 0;
  return (
    <ConfirmDialog
      {...dialog}
      open={open && !(on && !failure)}
      danger={!on}
      title={t(on ? 'site.landing.onlineTitle' : 'site.landing.offlineTitle', { title })}
      text={t(on ? 'site.landing.batch.online.text' : 'site.landing.batch.offline.text')}
      confirmText={t(on ? 'site.landing.goOnline' : 'site.landing.goOffline')}
      typed={isUsed ? { expected: slug, label: t('site.landing.deleteTyped', { slug }) } : undefined}
    >
      {isUsed && <Remark kind="error" title={t('site.landing.usedBy', { count: ads })} />}
    </ConfirmDialog>
  );
}

function DeletionDialog({ deletion }: { deletion: ActorRefFrom<typeof landingDeletion> }) {
  const t = useText();
  const { subject, dialog } = useCommand(deletion, (landing) => t('site.landing.deleteTitle', { title: landing.title }));
  if (!subject) return null;
  const { title, slug } = subject;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={t('site.landing.deleteTitle', { title })}
      text={t('site.landing.deleteText')}
      confirmText={t('site.delete')}
      typed={{ expected: slug, label: t('site.landing.deleteTyped', { slug }) }}
    />
  );
}
