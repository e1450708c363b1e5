import { roleFilters } from '#contracts/vocabulary/roles.ts';
import type { RoleManagement } from '#machines/sys-role/role-management.machine.ts';
import { blankRole, type RoleRow, roleQuery } from '#machines/sys-role/role-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { ListPage, type PartsOf } from '#src/ui/list/list-page.tsx';
import { VocabularyFilterLine } from '#src/ui/list/vocabulary-filters.tsx';
import { ActionButton } from '#src/ui/page/addressed-action.tsx';
import { IconPlus } from '#src/ui/text/icons.ts';
import { RoleCopyDrawer } from './role-copy-drawer.tsx';
import { RoleDeletionDialog } from './role-deletion-dialog.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { RoleMembersDrawer } from './role-members-drawer.tsx';
import { RoleTable } from './role-table.tsx';

type RoleParts = PartsOf<RoleManagement>;

export function RoleManagementPage({ page }: { page: RoleManagement }) {
  const t = useText();
  return (
    <ListPage
      page={page}
      query={roleQuery}
      title={t('role.title')}
      actions={({ form }) => (
        <ActionButton action="create" type="primary" icon={<IconPlus />} onClick={() => openCreateForm(form)}>
          {t('role.create')}
        </ActionButton>
      )}
      filters={({ list }) => <VocabularyFilterLine vocabulary={roleFilters} list={list} pickers={{}} />}
    >
      {(parts) => <Roles {...parts} />}
    </ListPage>
  );
}

const openCreateForm = (form: RoleParts['form']) => form.send({ type: 'form.opened', draft: { values: blankRole, subject: undefined } });

function Roles(parts: RoleParts) {
  const t = useText();
  const { form, copyForm, deletion, members, pages, memberChoice } = parts;
  const showMembers = ({ id, name }: RoleRow) => members.send({ type: 'members.opened', role: { id, name } });
  return (
    <>
      <RoleTable
        parts={parts}
        onCreate={() => openCreateForm(form)}
        onEdit={(draft) => form.send({ type: 'form.opened', draft })}
        onCopy={(role) =>
          copyForm.send({
            type: 'form.opened',
            draft: { values: { name: t('role.copyName', { name: role.name }) }, subject: { id: role.id, name: role.name } },
          })
        }
        onMembers={showMembers}
        onDelete={(role) => deletion.send({ type: 'command.requested', subject: role })}
      />
      <RoleDrawer form={form} pages={pages} />
      <RoleCopyDrawer form={copyForm} />
      <RoleMembersDrawer members={members} choice={memberChoice} />
      <RoleDeletionDialog deletion={deletion} onMembers={showMembers} />
    </>
  );
}
