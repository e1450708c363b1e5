import { Button } from '@arco-design/web-react';
import { useSelector } from '@xstate/react';
import type { {{Thing}}Management } from '#machines/{{name}}-management/{{name}}-management.machine.ts';
import { blank{{Thing}}, {{thing}}Query } from '#machines/{{name}}-management/{{name}}-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { FilterLine, KeywordFilter } from '#src/ui/filter-line.tsx';
import { IconPlus } from '#src/ui/icons.ts';
import { Page } from '#src/ui/page.tsx';
import { SavedViews } from '#src/ui/saved-views.tsx';
import { {{Thing}}DeletionDialog } from './{{name}}-deletion-dialog.tsx';
import { {{Thing}}Drawer } from './{{name}}-drawer.tsx';
import { {{Thing}}Table } from './{{name}}-table.tsx';

export function {{Thing}}ManagementPage({ page }: { page: {{Thing}}Management }) {
  const t = useText();
  const { list, form, deletion, export: download, tableView, views } = useSelector(page, (state) => state.children);
  const query = useSelector(list, (state) => state?.context.query);
  const table = useSelector(tableView, (state) => state?.context.view);
  if (!list || !form || !deletion || !download || !tableView || !views || !query) return null;

  const { keyword } = query.filters;
  const search = (word: string | undefined) => list.send({ type: 'list.filtersChosen', filters: { keyword: word } });
  const create = () => form.send({ type: 'form.opened', draft: { values: blank{{Thing}}, subject: undefined } });

  return (
    <Page
      title={t('{{thing}}.title')}
      note={<SavedViews views={views} search={ {{thing}}Query.write({ ...query, page: 1 })} table={table} />}
      actions={
        <Button type="primary" icon={<IconPlus />} onClick={create}>
          {t('{{thing}}.create')}
        </Button>
      }
      filters={
        <FilterLine
          activeFilters={
            keyword === undefined
              ? []
              : [{ key: 'keyword', text: `${t('{{thing}}.keyword')}: ${keyword}`, onRemove: () => search(undefined) }]
          }
          onReset={() => search(undefined)}
        >
          <KeywordFilter label={t('{{thing}}.keyword')} value={keyword} onCommit={search} />
        </FilterLine>
      }
    >
      <{{Thing}}Table
        list={list}
        tableView={tableView}
        download={download}
        onCreate={create}
        onEdit={(draft) => form.send({ type: 'form.opened', draft })}
        onDelete={(row) => deletion.send({ type: 'command.requested', subject: row })}
      />
      <{{Thing}}Drawer form={form} />
      <{{Thing}}DeletionDialog deletion={deletion} />
    </Page>
  );
}
