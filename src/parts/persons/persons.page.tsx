import { useSelector } from '@xstate/react';
import type { PersonManagement } from '#machines/parts/persons/person-management.machine.ts';
import { personQuery } from '#machines/parts/persons/person-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { AssignDialog, AssignmentHistoryDrawer } from '../assets/index.ts';
import { createDraft } from './authorise-draft.ts';
import { AuthoriseLayers } from './authorise-layers.tsx';
import { OpenLinks } from './open-links.tsx';
import { PersonBatchDialog, PersonDeletionDialog, PersonStatusDialog } from './person-dialogs.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { PersonFilterLine } from './person-filters.tsx';
import { PersonSheet } from './person-sheet.tsx';
import { PersonTable } from './person-table.tsx';

type Usage = 'self' | 'host';
type PersonParts = PartsOf<PersonManagement>;

interface Props {
  page: PersonManagement;
  /** Our own personal accounts, or those we host for. */
  usage: Usage;
  title: string;
}

const NO_ROWS: never[] = [];

export function PersonsPage({ page, usage, title }: Props) {
  const viewer = useViewer();
  const createAuthoriseButton = (authorising: PersonParts['authorising']) =>
    viewer.can('asset') && <AuthoriseButton authorising={authorising} usage={usage} />;
  return (
    <ListPage
      page={page}
      query={personQuery}
      title={title}
      actions={({ authorising }) => createAuthoriseButton(authorising)}
      filters={({ list, staff }) => <PersonFilterLine list={list} staff={staff} />}
    >
      {(parts) => (
        <>
          {usage === 'host' && <OpenLinks links={parts.links} revocation={parts.revocation} />}
          <PersonTable {...{ page, usage, title, parts }} emptyAction={createAuthoriseButton(parts.authorising)} />
          <PersonSheet {...parts} usage={usage} />
          <PersonLayers {...parts} />
        </>
      )}
    </ListPage>
  );
}

function AuthoriseButton({ authorising, usage }: Pick<PersonParts, 'authorising'> & { usage: Usage }) {
  const t = useText();
  const viewer = useViewer();
  return (
    <ActionButton
      action="authorise"
      type="primary"
      icon={<IconPlus />}
      onClick={() => authorising.send({ type: 'authorising.opened', draft: createDraft(usage, viewer.id) })}
    >
      {t('persons.authorise')}
    </ActionButton>
  );
}

function PersonLayers({ list, form, batch, assigning, history, authorising, statusChange, deletion, staff, units }: PersonParts) {
  const rows = useSelector(list, (state) => state.context.answer?.rows) ?? NO_ROWS;
  const progress = useSelector(batch, (state) => state.children.progress);
  return (
    <>
      <PersonDrawer form={form} staff={staff} />
      <AuthoriseLayers authorising={authorising} staff={staff} />
      <PersonStatusDialog status={statusChange} />
      <PersonDeletionDialog deletion={deletion} />
      <PersonBatchDialog batch={batch} />
      <BatchDialog progress={progress} />
      <AssignDialog assigning={assigning} staff={staff} units={units} rows={rows} />
      <AssignmentHistoryDrawer history={history} />
    </>
  );
}
