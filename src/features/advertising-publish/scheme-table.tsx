import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { channelWords } from '#contracts/vocabulary/channels.ts';
import {
  bidStrategyWords,
  budgetModeWords,
  creativeSourceWords,
  objectiveWords,
  schemeColumnWords,
  schemeStatusWords,
  schemeVisibilityWords,
} from '#contracts/vocabulary/schemes.ts';
import type { SchemeManagement } from '#machines/advertising-publish/scheme-management.machine.ts';
import { formFieldOf, nameOfCopy, type SchemeRow } from '#machines/advertising-publish/scheme-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useSchemeLabels } from '#src/parts/schemes/index.ts';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { Pager } from '#src/ui/list/pager.tsx';
import { useList } from '#src/ui/list/use-list.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { Toolbar } from '#src/ui/page/page.tsx';
import { DataAsOf } from '#src/ui/report/data-as-of.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { RowSwitch } from '#src/ui/table/row-switch.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { actionsWidth } from '#src/ui/text/text-width.ts';

const PUBLISH = '/advertising/publish';
const ANALYSIS = '/analyse/scheme-list';

type Parts = ReturnType<SchemeManagement['getSnapshot']>['children'];
type Props = {
  [Name in 'list' | 'opening' | 'copy' | 'schemeSwitch' | 'deletion' | 'versions' | 'tableView' | 'countries']: NonNullable<Parts[Name]>;
} & { download: NonNullable<Parts['export']>; countryName: (code: string) => string; create: ReactNode };

export function SchemeTable({ list, opening, copy, schemeSwitch, deletion, versions, tableView, download, countryName, create }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const navigate = useNavigate();
  const labels = useSchemeLabels();
  const { query, answer, table, pager, refresh } = useList(list);
  const mayPublish = viewer.can('publish');
  const canAnalyse = viewer.canOpen(ANALYSIS);
  const switching = useCommand(schemeSwitch);
  const switchingId = switching.busy ? switching.subject?.row.id : undefined;

  const columns = useMemo((): Column<SchemeRow>[] => {
    const refusal = (row: SchemeRow, permit: SchemeRow['can'][number]) =>
      row.can.includes(permit) ? undefined : t(mayPublish ? `publish.cannot.${permit}` : 'publish.noAction');
    const getMissing = (row: SchemeRow) =>
      refusal(row, 'set_status') ??
      (row.missing.length > 0
        ? t('publish.unfinished', { fields: row.missing.map((field) => labels[formFieldOf(field)]).join(t('publish.comma')) })
        : undefined);
    const publish = ({ id }: SchemeRow) =>
      void navigate({ pathname: PUBLISH, search: `?${new URLSearchParams({ tab: 'publish', scheme_id: String(id) })}` });
    const edit = ({ id, name }: SchemeRow) => opening.send({ type: 'command.runRequested', subject: { id, name } });
    const duplicate = ({ id, name, status, missing }: SchemeRow) =>
      copy.send({
        type: 'form.opened',
        draft: {
          values: { name: nameOfCopy(name, t('publish.copySuffix')), enable: status === 'enabled' },
          subject: { id, name, isUnfinished: missing.length > 0 },
        },
      });
    const compare = ({ id, name, current_version, can }: SchemeRow) =>
      versions.send({ type: 'detail.opened', subject: { id, name, current_version, canEdit: can.includes('edit') } });
    const analyse = ({ id }: SchemeRow) =>
      void navigate({ pathname: ANALYSIS, search: `?${new URLSearchParams({ scheme_id: String(id) })}` });
    const switchScheme = (row: SchemeRow, on: boolean) => {
      const subject = { row, status: on ? ('enabled' as const) : ('disabled' as const) };
      schemeSwitch.send(on ? { type: 'command.runRequested', subject } : { type: 'command.requested', subject });
    };
    return [
      {
        key: 'name',
        title: w(schemeColumnWords.name),
        width: 220,
        frozen: true,
        sortable: true,
        render: (row) => <NameText text={row.name} {...(row.can.includes('edit') && { onOpen: () => edit(row) })} />,
      },
      {
        key: 'status',
        title: w(schemeColumnWords.status),
        width: 152,
        render: (row) => (
          <span className="ads-publish-status">
            <RowSwitch
              label={t('publish.switchScheme', { name: row.name })}
              checked={row.status === 'enabled'}
              refusal={getMissing(row)}
              busy={switchingId === row.id}
              onChange={(on) => switchScheme(row, on)}
            />
            <StatusTag
              kind={row.status === 'enabled' ? 'ok' : row.status === 'draft' ? 'info' : 'muted'}
              text={w(schemeStatusWords[row.status])}
            />
          </span>
        ),
      },
      { key: 'biz', title: w(schemeColumnWords.biz), width: 120, render: ({ biz }) => <PlainTag text={w(bizWords[biz])} /> },
      {
        key: 'channel',
        title: w(schemeColumnWords.channel),
        width: 88,
        render: ({ channel }) => <PlainTag text={w(channelWords[channel])} />,
      },
      {
        key: 'objective',
        title: w(schemeColumnWords.objective),
        width: 112,
        render: ({ objective }) => <PlainTag text={w(objectiveWords[objective])} />,
      },
      {
        key: 'source',
        title: w(schemeColumnWords.source),
        width: 128,
        render: ({ source }) => <PlainTag text={w(creativeSourceWords[source])} />,
      },
      {
        key: 'structure',
        title: w(schemeColumnWords.structure),
        hint: t('publish.scheme.structureHint'),
        width: 96,
        render: ({ structure }) => <span className="ads-numbers">{structure.map((count) => count ?? DASH).join(' × ')}</span>,
      },
      {
        key: 'budget',
        title: t('scheme.budget'),
        width: 176,
        render: ({ budget_usd, budget_mode, budget_level }) => (
          <NameText
            text={format.money(budget_usd, 'USD')}
            note={`${w(budgetModeWords[budget_mode])} · ${t(`publish.budgetLevelShort.${budget_level}`)}`}
          />
        ),
      },
      {
        key: 'bid',
        title: w(schemeColumnWords.bid),
        width: 136,
        render: ({ bid_strategy }) => <NameText text={w(bidStrategyWords[bid_strategy])} />,
      },
      {
        key: 'countries',
        title: w(schemeColumnWords.countries),
        width: 160,
        render: ({ countries }) => <NameText text={countries.map(countryName).join(', ') || DASH} />,
      },
      {
        key: 'version',
        title: w(schemeColumnWords.version),
        width: 80,
        align: 'right',
        render: ({ current_version }) => <span className="ads-numbers">v{current_version}</span>,
      },
      { key: 'owner', title: w(schemeColumnWords.owner), width: 104, render: ({ owner }) => <NameText text={owner.label} /> },
      {
        key: 'visibility',
        title: w(schemeColumnWords.visibility),
        width: 96,
        defaultHidden: true,
        render: ({ visibility }) => w(schemeVisibilityWords[visibility]),
      },
      {
        key: 'publish_count',
        title: w(schemeColumnWords.publish_count),
        width: 104,
        align: 'right',
        sortable: true,
        render: ({ publish_count }) => format.number(publish_count),
        leadsTo: ({ id, publish_count }) => (publish_count > 0 ? `/advertising/start?scheme_id=${id}` : undefined),
      },
      {
        key: 'last_published_at',
        title: w(schemeColumnWords.last_published_at),
        width: 128,
        sortable: true,
        render: ({ last_published_at }) => <span className="ads-numbers">{format.instant(last_published_at)}</span>,
      },
      {
        key: 'roi_d0_30d',
        title: w(schemeColumnWords.roi_d0_30d),
        hint: t('publish.scheme.roiD0Hint'),
        width: 112,
        align: 'right',
        sortable: true,
        render: ({ roi_d0_30d }) => (
          <span className="ads-numbers" title={roi_d0_30d === null ? t('publish.noSpend') : undefined}>
            {format.decimal(roi_d0_30d, 2)}
          </span>
        ),
      },
      {
        key: 'remark',
        title: w(schemeColumnWords.remark),
        width: 160,
        defaultHidden: true,
        render: ({ remark }) => <NameText text={remark ?? ''} />,
      },
      {
        key: 'created_at',
        title: w(schemeColumnWords.created_at),
        width: 128,
        sortable: true,
        defaultHidden: true,
        render: ({ created_at }) => <span className="ads-numbers">{format.instant(created_at)}</span>,
      },
      {
        key: 'do',
        title: t('publish.do'),
        width: actionsWidth(t('publish.publish'), t('publish.edit'), t('publish.copy'), t('ui.more')),
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            actions={[
              { key: 'publish', text: t('publish.publish'), refusal: refusal(row, 'publish'), onRun: () => publish(row) },
              { key: 'edit', text: t('publish.edit'), refusal: refusal(row, 'edit'), onRun: () => edit(row) },
              { key: 'copy', text: t('publish.copy'), refusal: refusal(row, 'copy'), onRun: () => duplicate(row) },
              { key: 'versions', text: t('publish.versions'), onRun: () => compare(row) },
              ...(canAnalyse ? [{ key: 'analyse', text: t('publish.analyse'), onRun: () => analyse(row) }] : []),
              {
                key: 'delete',
                text: t('publish.delete'),
                danger: true,
                refusal: refusal(row, 'delete'),
                onRun: () => deletion.send({ type: 'command.requested', subject: row }),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, mayPublish, canAnalyse, navigate, opening, copy, schemeSwitch, deletion, versions, countryName, labels, switchingId]);
  const view = useTableView(tableView, columns);

  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('publish.schemes')}
              query={query}
              columns={view.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        {answer?.fresh && <DataAsOf fresh={answer.fresh} />}
      </Toolbar>
      <DataTable
        {...table}
        {...view.table}
        label={t('publish.schemes')}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={{ text: t('publish.noSchemes'), action: create }}
      />
      <Pager {...pager} />
    </>
  );
}

/** The button that creates a scheme. */
export function CreateScheme({ onCreate }: { onCreate: () => void }) {
  const t = useText();
  return (
    <ActionButton action="create" type="primary" onClick={onCreate}>
      {t('publish.createScheme')}
    </ActionButton>
  );
}
