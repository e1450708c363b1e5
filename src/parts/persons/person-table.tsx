import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { assigningMachine } from '#machines/kernel/assets/assigning.machine.ts';
import { selectionOf } from '#machines/kernel/list.machine.ts';
import type {
  PersonManagement,
  personBatch,
  personExport,
  personList,
  personTableView,
} from '#machines/kernel/persons/person-management.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { AutoRefresh } from '#src/ui/auto-refresh.tsx';
import { ChosenBar, isChosen } from '#src/ui/chosen-bar.tsx';
import { ColumnSettings } from '#src/ui/column-settings.tsx';
import { DataTable } from '#src/ui/data-table.tsx';
import { ExportCommand } from '#src/ui/export-command.tsx';
import { Toolbar } from '#src/ui/page.tsx';
import { Pager } from '#src/ui/pager.tsx';
import { newRequestKey } from '#src/ui/request-key.ts';
import { ReloadButton } from '#src/ui/table-buttons.tsx';
import { useList } from '#src/ui/use-list.ts';
import { useTableView } from '#src/ui/use-table-view.ts';
import { useViewer } from '#src/ui/viewer.tsx';
import { askToAssign } from '../assets/index.ts';
import { usePersonColumns } from './person-columns.tsx';

/** As many as one request may change. */
const MOST_AT_ONCE = 500;

export interface PersonTableProps {
  page: PersonManagement;
  usage: 'self' | 'host';
  title: string;
  list: ActorRefFrom<typeof personList>;
  batch: ActorRefFrom<typeof personBatch>;
  assigning: ActorRefFrom<typeof assigningMachine>;
  download: ActorRefFrom<typeof personExport>;
  tableView: ActorRefFrom<typeof personTableView>;
  /** Where nobody is authorised yet. */
  begin: ReactNode;
}

export function PersonTable({ page, usage, title, list, batch, assigning, download, tableView, begin }: PersonTableProps) {
  const t = useText();
  const { can } = useViewer();
  const { query, table, choosing, choice, pager } = useList(list);
  const { columns, open } = usePersonColumns(page, usage);
  const look = useTableView(tableView, columns);
  const ask = (action: 'check' | 'sync') => {
    const { context } = list.getSnapshot();
    const chosen = selectionOf(context);
    const subject = chosen.kind === 'rows' ? chosen : { ...chosen, filter: context.query.filters };
    batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
  };
  const tooMany = choosing.chosen.length > MOST_AT_ONCE;
  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              {(['check', 'sync'] as const).map((action) => (
                <Button key={action} disabled={tooMany} onClick={() => ask(action)}>
                  {t(`persons.${action}`)}
                </Button>
              ))}
              {choosing.chosen.length > 0 && (
                <Button disabled={tooMany} onClick={() => askToAssign(assigning, 'personal_account', choosing.chosen)}>
                  {t('persons.assign')}
                </Button>
              )}
              {tooMany && <span className="ads-quiet">{t('persons.tooMany', { max: MOST_AT_ONCE })}</span>}
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('persons.things')}
              query={query}
              columns={look.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={() => page.send({ type: 'page.refreshRequested' })} />
          </>
        }
      />
      <DataTable
        {...table}
        {...look.table}
        label={title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        onRowOpen={open}
        {...(can('asset') && choosing)}
        canChoose={(row) => row.can.includes('check')}
        empty={{ text: t(`persons.empty.${usage}`), action: begin }}
      />
      <Pager {...pager} />
    </>
  );
}
