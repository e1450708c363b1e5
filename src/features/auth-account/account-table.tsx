import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type {
  AdAccountManagement,
  adAccountBatch,
  adAccountExport,
  adAccountList,
  adAccountTableView,
} from '#machines/ad-account-management/ad-account-management.machine.ts';
import type { AdAccountBatchParams } from '#machines/ad-account-management/ad-account-rules.ts';
import type { assigningMachine } from '#machines/kernel/assets/assigning.machine.ts';
import { selectionOf } from '#machines/kernel/list.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { askToAssign } from '#src/parts/assets/index.ts';
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
import { useAccountColumns } from './account-columns.tsx';

/** As many as one request may change, and as many as a pixel is shared with at once. */
const MOST_AT_ONCE = 500;
const MOST_SHARED = 50;

interface Props {
  page: AdAccountManagement;
  list: ActorRefFrom<typeof adAccountList>;
  batch: ActorRefFrom<typeof adAccountBatch>;
  assigning: ActorRefFrom<typeof assigningMachine>;
  download: ActorRefFrom<typeof adAccountExport>;
  tableView: ActorRefFrom<typeof adAccountTableView>;
  /** Where there are no accounts yet. */
  empty: { text: string; action: ReactNode };
}

export function AccountTable({ page, list, batch, assigning, download, tableView, empty }: Props) {
  const t = useText();
  const { can } = useViewer();
  const { query, table, choosing, choice, pager, refresh } = useList(list);
  const { columns, open } = useAccountColumns(page);
  const look = useTableView(tableView, columns);
  const { chosen } = choosing;
  const ask = (action: AdAccountBatchParams['action']) => {
    const { context } = list.getSnapshot();
    const selected = selectionOf(context);
    const subject = selected.kind === 'rows' ? selected : { ...selected, filter: context.query.filters };
    batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
  };
  const tooMany = chosen.length > MOST_AT_ONCE;
  return (
    <>
      <Toolbar
        selection={
          isChosen(choice) && (
            <ChosenBar {...choice}>
              <Button disabled={tooMany} onClick={() => ask('sync')}>
                {t('adaccount.sync')}
              </Button>
              {chosen.length > 0 && (
                <>
                  <Button disabled={tooMany} onClick={() => askToAssign(assigning, 'ad_account', chosen)}>
                    {t('persons.assign')}
                  </Button>
                  <Button disabled={tooMany} onClick={() => askToAssign(assigning, 'ad_account', chosen, 'handOver')}>
                    {t('assets.purpose.handOver.title')}
                  </Button>
                  <Button
                    disabled={chosen.length > MOST_SHARED}
                    title={chosen.length > MOST_SHARED ? t('persons.tooMany', { max: MOST_SHARED }) : undefined}
                    onClick={() => ask('share')}
                  >
                    {t('adaccount.share')}
                  </Button>
                </>
              )}
              {(['enable', 'disable'] as const).map((action) => (
                <Button key={action} disabled={tooMany} onClick={() => ask(action)}>
                  {t(`persons.${action}`)}
                </Button>
              ))}
              <Button disabled={tooMany} status="danger" onClick={() => ask('unbind')}>
                {t('adaccount.unbind')}
              </Button>
              {tooMany && <span className="ads-quiet">{t('persons.tooMany', { max: MOST_AT_ONCE })}</span>}
            </ChosenBar>
          )
        }
        end={
          <>
            <ExportCommand
              exporting={download}
              what={t('adaccount.things')}
              query={query}
              columns={look.drawn.filter(({ key }) => key !== 'do')}
            />
            <ColumnSettings {...look.settings} />
            <AutoRefresh {...look.pace} />
            <ReloadButton onReload={refresh} />
          </>
        }
      />
      <DataTable
        {...table}
        {...look.table}
        label={t('adaccount.title')}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        onRowOpen={open}
        {...(can('asset') && choosing)}
        canChoose={(row) => row.can.includes('sync')}
        empty={empty}
      />
      <Pager {...pager} />
    </>
  );
}
