import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { PersonManagement } from '#machines/kernel/persons/person-management.machine.ts';
import { personQuery } from '#machines/kernel/persons/person-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch-dialog.tsx';
import { IconPlus } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { useViewer } from '#src/ui/viewer.tsx';
import { AssignDialog, AssignmentHistoryDrawer } from '../assets/index.ts';
import { newDraft } from './authorise-draft.ts';
import { AuthoriseLayers } from './authorise-layers.tsx';
import { OpenLinks } from './open-links.tsx';
import { PersonBatchDialog, PersonDeletionDialog, PersonStatusDialog } from './person-dialogs.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { PersonFilterLine } from './person-filters.tsx';
import { PersonTable } from './person-table.tsx';

interface Props {
  page: PersonManagement;
  /** Of ours, or of those we host for. */
  usage: 'self' | 'host';
  title: string;
}

const NO_ROWS: never[] = [];

export function PersonsPage({ page, usage, title }: Props) {
  const t = useText();
  const viewer = useViewer();
  const parts = useSelector(page, (state) => state.children);
  const query = useSelector(parts.list, (state) => state?.context.query);
  const rows = useSelector(parts.list, (state) => state?.context.answer?.rows) ?? NO_ROWS;
  const look = useSelector(parts.tableView, (state) => state?.context.view);
  const progress = useSelector(parts.batch, (state) => state?.children.progress);
  const { list, form, batch, assigning, history, authorising, statusChange, deletion, links, revocation } = parts;
  const { export: download, staff, units, tableView, views } = parts;
  if (!list || !form || !batch || !assigning || !history || !authorising || !statusChange || !deletion || !links) return null;
  if (!revocation || !download || !staff || !units || !tableView || !views || !query) return null;

  const begin = viewer.can('asset') && (
    <Button
      type="primary"
      icon={<IconPlus />}
      onClick={() => authorising.send({ type: 'authorising.opened', draft: newDraft(usage, viewer.id) })}
    >
      {t('persons.authorise')}
    </Button>
  );
  return (
    <Page
      title={title}
      note={<SavedViews views={views} search={personQuery.write({ ...query, page: 1 })} table={look} />}
      actions={begin}
      filters={<PersonFilterLine list={list} staff={staff} />}
    >
      {usage === 'host' && <OpenLinks links={links} revocation={revocation} />}
      <PersonTable {...{ page, usage, title, list, batch, assigning, download, tableView, begin }} />
      <PersonDrawer form={form} staff={staff} />
      <AuthoriseLayers authorising={authorising} staff={staff} />
      <PersonStatusDialog status={statusChange} />
      <PersonDeletionDialog deletion={deletion} />
      <PersonBatchDialog batch={batch} />
      <BatchDialog progress={progress} />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows} />
      <AssignmentHistoryDrawer history={history} />
    </Page>
  );
}
