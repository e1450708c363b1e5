import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import type { Selection } from '#machines/kernel/list/list.machine.ts';
import type { PersonManagement } from '#machines/parts/persons/person-management.machine.ts';
import type { PersonFilters } from '#machines/parts/persons/person-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { openAssignDialog, useOpenSheet } from '../assets/index.ts';
import { usePersonColumns } from './person-columns.tsx';

/** The maximum number of rows per request. */
const MOST_AT_ONCE = 500;

export interface PersonTableProps {
  page: PersonManagement;
  usage: 'self' | 'host';
  title: string;
  parts: Pick<PartsOf<PersonManagement>, 'list' | 'export' | 'tableView' | 'batch' | 'assigning' | 'sheet'>;
  /** Shown while no personal account is authorised. */
  emptyAction: ReactNode;
}

export function PersonTable({ page, usage, title, parts, emptyAction }: PersonTableProps) {
  const t = useText();
  const { can } = useViewer();
  const open = useOpenSheet(parts.sheet, 'personal_account');
  const columns = usePersonColumns(page, usage, open);
  return (
    <ListTable
      parts={parts}
      label={title}
      things={t('persons.things')}
      columns={columns}
      rowName={(row) => row.name}
      onRowOpen={open}
      onReload={() => page.send({ type: 'page.refreshRequested' })}
      canChoose={(row) => row.can.includes('check')}
      chosenActions={can('asset') ? (selection, { filters }) => <ChosenActions {...{ parts, selection, filters }} /> : undefined}
      empty={{ text: t(`persons.empty.${usage}`), action: emptyAction }}
    />
  );
}

interface ChosenProps extends Pick<PersonTableProps, 'parts'> {
  selection: Selection<number>;
  filters: PersonFilters;
}

function ChosenActions({ parts: { batch, assigning }, selection, filters }: ChosenProps) {
  const t = useText();
  const chosen = selection.kind === 'rows' ? selection.ids : [];
  const tooMany = chosen.length > MOST_AT_ONCE;
  const ask = (action: 'check' | 'sync') => {
    const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
    batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
  };
  return (
    <>
      {(['check', 'sync'] as const).map((action) => (
        <Button key={action} disabled={tooMany} onClick={() => ask(action)}>
          {t(`persons.${action}`)}
        </Button>
      ))}
      {chosen.length > 0 && (
        <Button disabled={tooMany} onClick={() => openAssignDialog(assigning, 'personal_account', chosen)}>
          {t('persons.assign')}
        </Button>
      )}
      {tooMany && <span className="ads-quiet">{t('persons.tooMany', { max: MOST_AT_ONCE })}</span>}
    </>
  );
}
