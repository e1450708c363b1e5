import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import type { AdAccountManagement } from '#machines/auth-account/ad-account-management.machine.ts';
import type { AdAccountBatchParams, AdAccountFilters } from '#machines/auth-account/ad-account-rules.ts';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { openAssignDialog, useOpenSheet } from '#src/parts/assets/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { useAccountColumns } from './account-columns.tsx';

/** The maximum number of accounts per request, and per shared pixel. */
const MAX_PER_REQUEST = 500;
const MAX_SHARED = 50;

type Parts = PartsOf<AdAccountManagement>;

interface Props {
  page: AdAccountManagement;
  parts: Pick<Parts, 'list' | 'export' | 'tableView' | 'batch' | 'assigning' | 'sheet'>;
  /** Shown while there are no accounts. */
  empty: { text: string; action: ReactNode };
}

export function AccountTable({ page, parts, empty }: Props) {
  const t = useText();
  const { can } = useViewer();
  const open = useOpenSheet(parts.sheet, 'ad_account');
  const columns = useAccountColumns(page, open);
  return (
    <ListTable
      parts={parts}
      label={t('adaccount.title')}
      things={t('adaccount.things')}
      columns={columns}
      rowName={(row) => row.name}
      onRowOpen={open}
      canChoose={(row) => row.can.includes('sync')}
      chosenActions={can('asset') ? (selection, { filters }) => <ChosenActions {...{ parts, selection, filters }} /> : undefined}
      empty={empty}
    />
  );
}

interface ChosenProps extends Pick<Props, 'parts'> {
  selection: Selection<number>;
  filters: AdAccountFilters;
}

function ChosenActions({ parts: { batch, assigning }, selection, filters }: ChosenProps) {
  const t = useText();
  const chosen = selection.kind === 'rows' ? selection.ids : [];
  const ask = (action: AdAccountBatchParams['action']) => {
    const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
    batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
  };
  const tooMany = chosen.length > MAX_PER_REQUEST;
  return (
    <>
      <Button disabled={tooMany} onClick={() => ask('sync')}>
        {t('adaccount.sync')}
      </Button>
      {chosen.length > 0 && (
        <>
          <Button disabled={tooMany} onClick={() => openAssignDialog(assigning, 'ad_account', chosen)}>
            {t('persons.assign')}
          </Button>
          <Button disabled={tooMany} onClick={() => openAssignDialog(assigning, 'ad_account', chosen, 'handOver')}>
            {t('assets.purpose.handOver.title')}
          </Button>
          <Button
            disabled={chosen.length > MAX_SHARED}
            title={chosen.length > MAX_SHARED ? t('persons.tooMany', { max: MAX_SHARED }) : undefined}
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
      {tooMany && <span className="ads-quiet">{t('persons.tooMany', { max: MAX_PER_REQUEST })}</span>}
    </>
  );
}
