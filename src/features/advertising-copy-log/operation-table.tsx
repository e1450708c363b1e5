import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { OpLogRow } from '#contracts/endpoints/oplogs.ts';
import { summaryInWords } from '#contracts/rules/change-words.ts';
import { operationColumnWords, wordsOfTarget } from '#contracts/vocabulary/operations.ts';
import type { operationExport, operationList, operationTableView } from '#machines/advertising-copy-log/operation-log.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useLocaleName, useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AutoRefresh } from '#src/ui/list/auto-refresh.tsx';
import { ExportCommand } from '#src/ui/list/export-command.tsx';
import { KeysetFooter } from '#src/ui/list/pager.tsx';
import { useLog } from '#src/ui/list/use-log.ts';
import { Toolbar } from '#src/ui/page/page.tsx';
import { ColumnSettings } from '#src/ui/table/column-settings.tsx';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { ReloadButton } from '#src/ui/table/table-buttons.tsx';
import { useTableView } from '#src/ui/table/use-table-view.ts';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { DiffTable } from '#src/ui/text/diff-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import './operation-table.css';
import { statusWidth } from '#src/ui/text/text-width.ts';

interface Props {
  list: ActorRefFrom<typeof operationList>;
  download: ActorRefFrom<typeof operationExport>;
  tableView: ActorRefFrom<typeof operationTableView>;
}

export function OperationTable({ list, download, tableView }: Props) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const language = useLocaleName() === 'en' ? 'en' : 'zh';
  const { filters, opened, table, footer, refresh } = useLog(list);

  const columns = useMemo(
    (): Column<OpLogRow>[] => [
      {
        key: 'at',
        title: w(operationColumnWords.at),
        width: 192,
        frozen: true,
        render: (row) => (
          <span className="ads-numbers" title={t('oplog.inUtc', { at: row.at })}>
            {format.instant(row.at, true)}
          </span>
        ),
      },
      { key: 'account', title: w(operationColumnWords.account), width: 120, render: (row) => <NameText text={row.account} /> },
      {
        key: 'action',
        title: w(operationColumnWords.action),
        width: 152,
        render: (row) => <span title={row.action}>{row.action_label[language]}</span>,
      },
      {
        key: 'target',
        title: w(operationColumnWords.target),
        width: 180,
        render: ({ target, target_type: type }) => {
          const kind = type === null ? undefined : w(wordsOfTarget(type));
          return target ? <NameText text={target.label} note={kind} /> : <NameText text={kind ?? ''} />;
        },
      },
      {
        key: 'summary',
        title: w(operationColumnWords.summary),
        render: (row) => <NameText text={summaryInWords(row.summary, language)} />,
      },
      { key: 'ip', title: 'IP', width: 132, render: (row) => <span className="ads-numbers">{row.ip}</span> },
      {
        key: 'result',
        title: w(operationColumnWords.result),
        width: Math.max(96, statusWidth(t('oplog.ok'), t('oplog.fail'))),
        render: (row) => (
          <StatusTag
            kind={row.ok ? 'ok' : 'error'}
            text={t(row.ok ? 'oplog.ok' : 'oplog.fail')}
            hint={row.ok ? undefined : t('oplog.code', { code: row.code })}
          />
        ),
      },
      { key: 'ms', title: w(operationColumnWords.ms), width: 96, align: 'right', render: (row) => format.number(row.ms) },
    ],
    [t, w, format, language],
  );

  const renderDetails = useMemo(
    () => (row: OpLogRow) => (
      <div className="ads-oplog-details">
        <dl>
          <dt>{t('oplog.id')}</dt>
          <dd>
            <CopyText text={String(row.id)} label={t('oplog.id')} />
          </dd>
          <dt>{t('oplog.call')}</dt>
          <dd>{row.action}</dd>
          {!row.ok && (
            <>
              <dt>{t('oplog.codeName')}</dt>
              <dd className="ads-numbers">{row.code}</dd>
            </>
          )}
        </dl>
        <DiffTable
          label={t('oplog.changes')}
          before={row.before}
          after={row.after}
          currency={row.currency}
          noneText={t('oplog.noChanges')}
        />
      </div>
    ),
    [t],
  );

  const view = useTableView(tableView, columns);
  const { id, account, action, target, result } = filters;
  const isNarrowed = [id, account, action, target, result].some((value) => value !== undefined);
  // The entry named by a link is expanded until the user collapses it.
  const expanded = id === undefined ? opened : opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id];
  return (
    <>
      <Toolbar
        end={
          <>
            <ExportCommand exporting={download} what={t('oplog.operations')} query={filters} columns={view.drawn} />
            <ColumnSettings {...view.settings} />
            <AutoRefresh {...view.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      >
        <span className="ads-quiet">{t('oplog.timezone', { timezone: format.timezone })}</span>
      </Toolbar>
      <DataTable
        {...table}
        {...view.table}
        label={t('oplog.operations')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.account} ${format.instant(row.at, true)}`}
        expanded={expanded}
        onToggle={(row) => list.send({ type: 'log.rowToggled', id: row })}
        renderExpanded={renderDetails}
        onResetFilters={isNarrowed ? () => list.send({ type: 'log.filtersChosen', filters: {} }) : undefined}
        empty={{ text: t('oplog.empty') }}
      />
      {footer && <KeysetFooter {...footer} />}
    </>
  );
}
