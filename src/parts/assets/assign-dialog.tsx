import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { unitChoice } from '#machines/parts/assets/asset-pickers.machine.ts';
import { type AssetType, type assigningMachine, assignModes, hasPrimary, needsPrimary } from '#machines/parts/assets/assigning.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchConfirmDialog } from '#src/ui/batch/batch-confirm-dialog.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useBatch } from '#src/ui/batch/use-batch.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ChoiceField, SwitchField } from '#src/ui/pick/choice-fields.tsx';
import { PickerField, PickerListField } from '#src/ui/pick/picker-fields.tsx';
import type { PickerActor } from '#src/ui/pick/use-picker.ts';
import { type AssigneeTag, AssigneeTags } from './assignee-tags.tsx';
import { UnitsField } from './units-field.tsx';
import './assets.css';

/** An asset as far as the dialog needs it. */
export interface AssignableAsset {
  id: number;
  assignees: readonly AssigneeTag[];
  primary?: { id: number; label: string } | null;
  /** Running campaigns of an ad account. */
  campaigns_running?: number;
  /** Running campaigns in the ad accounts of a person. */
  running?: number;
  /** Running ads of a homepage. */
  ads_active?: number;
}

interface Props {
  assigning: ActorRefFrom<typeof assigningMachine>;
  staff: PickerActor;
  units: ActorRefFrom<typeof unitChoice>;
  /** Loaded rows; the assignees of chosen rows on other pages are unknown. */
  rows: readonly AssignableAsset[];
}

/** Opens the dialog for these assets. */
export function openAssignDialog(
  assigning: ActorRefFrom<typeof assigningMachine>,
  asset_type: AssetType,
  ids: number[],
  purpose: 'assign' | 'handOver' = 'assign',
): void {
  assigning.send({
    type: 'batch.opened',
    subject: { kind: 'rows', ids },
    params: { asset_type, purpose, mode: 'add' },
    key: newRequestKey(),
  });
}

const toAllAssignees = (rows: readonly AssignableAsset[]): AssigneeTag[] => [
  ...new Map(rows.flatMap(({ assignees }) => assignees).map((one) => [`${one.kind} ${one.id}`, one])).values(),
];

const primariesOf = (rows: readonly AssignableAsset[]): AssigneeTag[] => [
  ...new Map(rows.flatMap(({ primary }) => (primary ? [[primary.id, { kind: 'user' as const, ...primary }]] : []))).values(),
];

const LAUNCHES = '/advertising/start';

/** What runs with the assets, which goes on whoever they are assigned to; of ad accounts with the way to it. */
function RunningNow({ rows }: { rows: readonly AssignableAsset[] }) {
  const t = useText();
  const { canOpen } = useViewer();
  const sumOf = (key: 'campaigns_running' | 'running' | 'ads_active') =>
    rows.some((row) => row[key] !== undefined) ? rows.reduce((sum, row) => sum + (row[key] ?? 0), 0) : undefined;
  const ofAccounts = sumOf('campaigns_running');
  const campaigns = ofAccounts ?? sumOf('running');
  const ads = sumOf('ads_active');
  if (campaigns === undefined && ads === undefined) return null;
  const text = campaigns === undefined ? t('assets.running.ads', { count: ads ?? 0 }) : t('assets.running.campaigns', { count: campaigns });
  const search = new URLSearchParams({ view: 'running', ad_account_id: rows.map(({ id }) => id).join() });
  return (
    <div className="ads-assigned-now">{ofAccounts && canOpen(LAUNCHES) ? <Link to={`${LAUNCHES}?${search}`}>{text}</Link> : text}</div>
  );
}

/** Assigns assets to users and departments, or removes assignments, and shows the result of each. Always rendered by the page. */
export function AssignDialog(props: Props) {
  const open = useSelector(props.assigning, (state) => state.hasTag('open'));
  const progress = useSelector(props.assigning, (state) => state.children.progress);
  return (
    <>
      {open && <OpenAssignDialog {...props} />}
      <BatchDialog progress={progress} canChooseFailed />
    </>
  );
}

function OpenAssignDialog({ assigning, staff, units, rows }: Props) {
  const t = useText();
  const format = useFormat();
  const viewer = useViewer();
  const bulkAction = useBatch(assigning);
  const { field, change, values, busy, subject, count } = bulkAction;
  const { purpose, mode, primary_user_id } = values;
  const canTransfer = (viewer.isAdmin || viewer.isLeader) && viewer.canOpen(LAUNCHES);
  const chosen = subject?.kind === 'rows' ? rows.filter(({ id }) => subject.ids.includes(id)) : [];
  const [only] = chosen;
  return (
    <BatchConfirmDialog
      action={bulkAction}
      title={t(`assets.purpose.${purpose}.title`)}
      text={t(purpose === 'handOver' ? 'assets.handOver.text' : `assets.assign.text.${mode}`)}
      confirmText={t(`assets.purpose.${purpose}.button`, { count, shown: format.number(count) })}
    >
      {chosen.length > 0 && (
        <div className="ads-assigned-now">
          {t(purpose === 'handOver' ? 'assets.handOver.now' : 'assets.assign.now')}{' '}
          <AssigneeTags
            assignees={purpose === 'handOver' ? primariesOf(chosen) : toAllAssignees(chosen)}
            primaryId={chosen.length === 1 ? only?.primary?.id : undefined}
            shown={8}
          />
          {chosen.length < count && <span className="ads-quiet">{t('assets.assign.notAll', { count: count - chosen.length })}</span>}
        </div>
      )}
      <RunningNow rows={chosen} />
      {purpose === 'assign' && (
        <>
          <ChoiceField
            as="radio"
            label={t('assets.assign.mode')}
            {...field('mode')}
            options={assignModes.map((one) => ({
              value: one,
              label: t(`assets.assign.mode.${one}`),
              note: t(`assets.assign.modeNote.${one}`),
            }))}
            onChange={(one) => one && change({ mode: one })}
            disabled={busy}
            required
          />
          <PickerListField label={t('assets.assign.users')} {...field('user_ids')} picker={staff} disabled={busy} />
          <UnitsField
            label={t('assets.assign.departments')}
            help={t('assets.assign.departmentsHelp')}
            {...field('department_ids')}
            // Whether users are required depends on it, so their faults are reset.
            onChange={(ids) => change({ department_ids: [...ids], user_ids: values.user_ids })}
            units={units}
            disabled={busy}
          />
        </>
      )}
      {(purpose === 'handOver' || hasPrimary(values)) && (
        <PickerField
          label={t('assets.assign.primary')}
          help={t(needsPrimary(values) ? 'assets.assign.primaryNew' : 'assets.assign.primaryKept')}
          {...field('primary_user_id')}
          onChange={(id) => change({ primary_user_id: id, user_ids: values.user_ids })}
          picker={staff}
          disabled={busy}
          clearable
          required={needsPrimary(values)}
        />
      )}
      {canTransfer && (purpose === 'handOver' || (hasPrimary(values) && primary_user_id !== undefined)) && (
        <SwitchField
          label={t('assets.transferCampaigns')}
          help={t('assets.transferCampaignsHelp')}
          {...field('transfer_campaigns')}
          words={{ on: t('assets.yes'), isDisabled: t('assets.no') }}
          disabled={busy}
        />
      )}
    </BatchConfirmDialog>
  );
}
