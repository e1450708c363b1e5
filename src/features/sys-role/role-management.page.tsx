import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { RoleManagement } from '#machines/role-management/role-management.machine.ts';
import { blankRole, type RoleRow, roleQuery } from '#machines/role-management/role-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FilterLine, KeywordFilter } from '#src/ui/filter-line.tsx';
import { IconPlus } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { RoleCopyDrawer } from './role-copy-drawer.tsx';
import { RoleDeletionDialog } from './role-deletion-dialog.tsx';
import { RoleDrawer } from './role-drawer.tsx';
import { RoleMembersDrawer } from './role-members-drawer.tsx';
import { RoleTable } from './role-table.tsx';

export function RoleManagementPage({ page }: { page: RoleManagement }) {
  const t = useText();
  const {
    list,
    form,
    copyForm,
    deletion,
    members,
    pages,
    memberChoice,
    views,
    tableView,
    export: download,
  } = useSelector(page, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  if (!list || !form || !copyForm || !deletion || !members || !pages || !memberChoice || !download || !views || !tableView || !query)
    return null;

  const search = (keyword: string | undefined) => list.send({ type: 'list.filtersChosen', filters: { keyword } });
  const { keyword } = query.filters;
  const create = () => form.send({ type: 'form.opened', draft: { values: blankRole, subject: undefined } });

  const showMembers = ({ id, name }: RoleRow) => members.send({ type: 'members.opened', role: { id, name } });

  return (
    <Page
      title={t('role.title')}
      note={<SavedViews views={views} search={roleQuery.write({ ...query, page: 1 })} />}
      actions={
        <Button type="primary" icon={<IconPlus />} onClick={create}>
          {t('role.create')}
        </Button>
      }
      filters={
        <FilterLine
          activeFilters={
            keyword === undefined ? [] : [{ key: 'keyword', text: `${t('role.keyword')}: ${keyword}`, onRemove: () => search(undefined) }]
          }
          onReset={() => search(undefined)}
        >
          <KeywordFilter label={t('role.keyword')} value={keyword} onCommit={search} />
        </FilterLine>
      }
    >
      <RoleTable
        list={list}
        download={download}
        tableView={tableView}
        onCreate={create}
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
    </Page>
  );
}
