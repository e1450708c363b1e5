import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { pixelColumnWords, pixelHealthWords, pixelStatuses, pixelStatusWords } from '#contracts/vocabulary/pixels.ts';
import type { PixelManagement } from '#machines/auth-pixel/pixel-management.machine.ts';
import { blankSharing, blankTestEvent, capiDraft, type PixelPermit, type PixelRow } from '#machines/auth-pixel/pixel-rules.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssigneeTags, openAssignDialog, PixelStatusTag, RefTags } from '#src/parts/assets/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { statusWidth } from '#src/ui/text/text-width.ts';

export type PixelParts = PartsOf<PixelManagement>;

interface Props {
  parts: PixelParts;
  /** Undefined without the permission. */
  onImport: (() => void) | undefined;
}

const ANALYSIS = '/analyse/pixel';
const EVENTS = '/analyse/pixel-list';

const BULK = ['enable', 'disable', 'unbind'] as const;

export function PixelTable({ parts, onImport }: Props) {
  const { shown, batch, assigning } = parts;
  const t = useText();
  const columns = usePixelColumns(parts);
  return (
    <ListTable
      parts={parts}
      label={t('pixel.title')}
      things={t('pixel.things')}
      columns={columns}
      rowName={(row) => row.name}
      onRowOpen={(row) => shown.send({ type: 'pixel.opened', row })}
      canChoose={(row) => row.can.includes('set_status') || row.can.includes('assign')}
      chosenActions={(selection, { filters }) => (
        <>
          {BULK.map((action) => (
            <Button
              key={action}
              status={action === 'unbind' ? 'danger' : 'default'}
              onClick={() => {
                const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
                batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
              }}
            >
              {t(`pixel.batch.${action}`)}
            </Button>
          ))}
          {selection.kind === 'rows' && (
            <Button onClick={() => openAssignDialog(assigning, 'pixel', selection.ids)}>{t('pixel.assign')}</Button>
          )}
        </>
      )}
      empty={{
        text: t('pixel.empty'),
        action: onImport && (
          <Button type="primary" onClick={onImport}>
            {t('pixel.import')}
          </Button>
        ),
      }}
    />
  );
}

function usePixelColumns({ shown, capiForm, capiSwitch, sharing, shares, sitesForm, testForm, batch, assigning, history }: PixelParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const switching = useSelector(capiSwitch, (state) => (state.hasTag('writing') ? state.context.subject?.row.id : undefined));

  return useMemo((): Column<PixelRow>[] => {
    const refusalOf = (row: PixelRow, permit: PixelPermit) => (row.can.includes(permit) ? undefined : t('pixel.notPermitted'));
    const toSubject = ({ id, name }: PixelRow) => ({ id, name });
    const setCapi = (row: PixelRow) => capiForm.send({ type: 'form.opened', draft: capiDraft(row) });
    const switchCapi = (row: PixelRow, enabled: boolean) => {
      // Without a token it cannot be switched on, so the form asks for one.
      if (enabled && !row.capi_token_set) {
        setCapi(row);
        capiForm.send({ type: 'form.fieldChanged', changes: { capi_enabled: true } });
      } else capiSwitch.send({ type: enabled ? 'command.runRequested' : 'command.requested', subject: { row, enabled } });
    };
    const shareWith = (row: PixelRow, mode: 'share' | 'unshare') => {
      shares.send({ type: 'detail.opened', subject: toSubject(row) });
      sharing.send({ type: 'form.opened', draft: { values: { ...blankSharing, mode }, subject: toSubject(row) } });
    };
    const turn = (row: PixelRow, action: 'enable' | 'disable' | 'unbind') =>
      batch.send({
        type: 'batch.opened',
        subject: { kind: 'rows', ids: [row.id], name: row.name },
        params: { action },
        key: newRequestKey(),
      });
    return [
      {
        key: 'name',
        title: w(pixelColumnWords.name),
        width: 184,
        frozen: true,
        sortable: true,
        render: (row) => <NameText text={row.name} onOpen={() => shown.send({ type: 'pixel.opened', row })} />,
      },
      {
        key: 'platform_pixel_id',
        title: w(pixelColumnWords.platform_pixel_id),
        width: 184,
        render: (row) => <CopyText text={row.platform_pixel_id} label={w(pixelColumnWords.platform_pixel_id)} />,
      },
      {
        key: 'status',
        title: w(pixelColumnWords.status),
        width: Math.max(120, statusWidth(...pixelStatuses.map((status) => w(pixelStatusWords[status])))),
        render: (row) => <PixelStatusTag status={row.status} hint={row.sync_error ?? undefined} />,
      },
      {
        key: 'owner_account',
        title: w(pixelColumnWords.owner_account),
        width: 200,
        render: (row) => <NameText text={row.owner_account.label} note={row.owner_business ?? undefined} />,
      },
      {
        key: 'shared_accounts',
        title: w(pixelColumnWords.shared_accounts),
        width: 104,
        align: 'right',
        sortable: true,
        render: (row) => format.number(row.shared_accounts),
      },
      { key: 'sites', title: w(pixelColumnWords.sites), width: 184, render: (row) => <RefTags refs={row.sites} /> },
      {
        key: 'capi_enabled',
        title: w(pixelColumnWords.capi_enabled),
        width: 96,
        hint: t('pixel.capiHint'),
        render: (row) => (
          <RowSwitch
            label={t('pixel.capiOf', { name: row.name })}
            checked={row.capi_enabled}
            busy={switching === row.id}
            refusal={refusalOf(row, 'edit')}
            onChange={(on) => switchCapi(row, on)}
          />
        ),
      },
      {
        key: 'last_fired_at',
        title: w(pixelColumnWords.last_fired_at),
        width: 168,
        sortable: true,
        render: (row) => {
          if (row.last_fired_at === null)
            return <StatusTag kind="warn" text={w(pixelHealthWords.never)} hint={t('pixel.healthHint.never')} />;
          const at = format.instant(row.last_fired_at);
          return row.health === 'silent' ? <StatusTag kind="error" text={at} hint={t('pixel.healthHint.silent')} /> : at;
        },
      },
      {
        key: 'events_24h',
        title: w(pixelColumnWords.events_24h),
        width: 104,
        align: 'right',
        sortable: true,
        render: (row) => <span className="ads-numbers">{format.number(row.events_24h)}</span>,
      },
      {
        key: 'dup_rate',
        title: w(pixelColumnWords.dup_rate),
        hint: t('pixel.dupRateHint'),
        width: 96,
        sortable: true,
        align: 'right',
        render: (row) => <span className="ads-numbers">{format.percent(row.dup_rate)}</span>,
      },
      {
        key: 'report_gap',
        title: w(pixelColumnWords.report_gap),
        hint: t('pixel.reportGapHint'),
        width: 96,
        sortable: true,
        align: 'right',
        render: (row) => <span className="ads-numbers">{format.percent(row.report_gap)}</span>,
      },
      { key: 'assignees', title: w(pixelColumnWords.assignees), width: 176, render: (row) => <AssigneeTags assignees={row.assignees} /> },
      {
        key: 'personal_account',
        title: w(pixelColumnWords.personal_account),
        width: 144,
        defaultHidden: true,
        render: (row) => <NameText text={row.personal_account.label} />,
      },
      {
        key: 'created_at',
        title: w(pixelColumnWords.created_at),
        width: 152,
        sortable: true,
        defaultHidden: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'do',
        title: t('pixel.do'),
        width: 216,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            inline={2}
            actions={[
              { key: 'share', text: t('pixel.share'), refusal: refusalOf(row, 'share'), onRun: () => shareWith(row, 'share') },
              { key: 'code', text: t('pixel.code'), onRun: () => shown.send({ type: 'pixel.opened', row }) },
              ...(viewer.canOpen(ANALYSIS)
                ? [
                    { key: 'analysis', text: t('pixel.analysis'), onRun: () => void navigate(`${ANALYSIS}?pixel_id=${row.id}`) },
                    { key: 'events', text: t('pixel.events'), onRun: () => void navigate(`${EVENTS}?pixel_id=${row.id}`) },
                  ]
                : []),
              {
                key: 'unshare',
                text: t('pixel.unshare'),
                refusal: row.shared_accounts === 0 ? t('pixel.notShared') : refusalOf(row, 'share'),
                onRun: () => shareWith(row, 'unshare'),
              },
              {
                key: 'sites',
                text: t('pixel.bindSites'),
                refusal: refusalOf(row, 'bind_sites'),
                onRun: () =>
                  sitesForm.send({
                    type: 'form.opened',
                    draft: { values: { site_ids: row.sites.map(({ id }) => id) }, subject: toSubject(row) },
                  }),
              },
              { key: 'capi', text: t('pixel.capiSettings'), refusal: refusalOf(row, 'edit'), onRun: () => setCapi(row) },
              {
                key: 'test',
                text: t('pixel.test'),
                refusal: refusalOf(row, 'test_event'),
                onRun: () => testForm.send({ type: 'form.opened', draft: { values: blankTestEvent, subject: toSubject(row) } }),
              },
              {
                key: 'assign',
                text: t('pixel.assign'),
                refusal: refusalOf(row, 'assign'),
                onRun: () => openAssignDialog(assigning, 'pixel', [row.id]),
              },
              {
                key: 'history',
                text: t('pixel.history'),
                onRun: () => history.send({ type: 'detail.opened', subject: { asset_type: 'pixel', id: row.id, name: row.name } }),
              },
              {
                key: 'turn',
                text: t(row.status === 'disabled' ? 'pixel.enable' : 'pixel.disable'),
                refusal: refusalOf(row, 'set_status'),
                onRun: () => turn(row, row.status === 'disabled' ? 'enable' : 'disable'),
              },
              {
                key: 'unbind',
                text: t('pixel.unbind'),
                danger: true,
                refusal: refusalOf(row, 'unbind'),
                onRun: () => turn(row, 'unbind'),
              },
            ]}
          />
        ),
      },
    ];
  }, [
    t,
    w,
    format,
    viewer,
    navigate,
    shown,
    capiForm,
    capiSwitch,
    sharing,
    shares,
    sitesForm,
    testForm,
    batch,
    assigning,
    history,
    switching,
  ]);
}
