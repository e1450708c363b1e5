import { Button } from '@arco-design/web-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { bizWords } from '#contracts/vocabulary/business-lines.ts';
import { homepageColumnWords } from '#contracts/vocabulary/homepages.ts';
import type { HomepageManagement } from '#machines/auth-homepage/homepage-management.machine.ts';
import {
  type HomepageBatchParams,
  type HomepagePermit,
  type HomepageRow,
  homepageDraft,
  homepageSitesDraft,
  usageOf,
} from '#machines/auth-homepage/homepage-rules.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { AssigneeTags, openAssignDialog, RefTags } from '#src/parts/assets/index.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { PageName, TASKS_WIDTH, TaskTags, UsableTag, UsageBar } from './homepage-cells.tsx';

export type HomepageParts = PartsOf<HomepageManagement>;

interface Props {
  parts: HomepageParts;
  /** Undefined without the permission. */
  onImport: (() => void) | undefined;
}

type Action = HomepageBatchParams['action'];

const BULK: readonly Action[] = ['sync', 'enable', 'disable', 'unbind'];

/** The page that lists posts. */
const POSTS = '/advertising/post';

export function HomepageTable({ parts, onImport }: Props) {
  const { batch, assigning } = parts;
  const t = useText();
  const columns = useHomepageColumns(parts);
  return (
    <ListTable
      parts={parts}
      label={t('homepage.title')}
      things={t('homepage.things')}
      columns={columns}
      rowName={(row) => row.name}
      rowTone={toneOf}
      canChoose={(row) => row.can.includes('sync') || row.can.includes('assign')}
      chosenActions={(selection, { filters }) => (
        <>
          {BULK.map((action) => (
            <Button
              key={action}
              status={action === 'unbind' ? 'danger' : 'default'}
              onClick={() => {
                const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
                batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
              }}
            >
              {t(`homepage.batch.${action}`)}
            </Button>
          ))}
          {selection.kind === 'rows' && (
            <Button onClick={() => openAssignDialog(assigning, 'homepage', selection.ids)}>{t('homepage.assign')}</Button>
          )}
        </>
      )}
      empty={{
        text: t('homepage.empty'),
        action: onImport && (
          <Button type="primary" onClick={onImport}>
            {t('homepage.import')}
          </Button>
        ),
      }}
    />
  );
}

/** At its limit no further ad can run on it. */
const toneOf = (row: HomepageRow) => (usageOf(row).level === 'full' ? ('error' as const) : undefined);

function useHomepageColumns({ form, sitesForm, batch, assigning, history }: HomepageParts): Column<HomepageRow>[] {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const hasPosts = viewer.canOpen(POSTS);

  return useMemo((): Column<HomepageRow>[] => {
    const refusalOf = (row: HomepageRow, permit: HomepagePermit) => (row.can.includes(permit) ? undefined : t('homepage.notPermitted'));
    const edit = (row: HomepageRow) => form.send({ type: 'form.opened', draft: homepageDraft(row) });
    const turn = (row: HomepageRow, action: Action) =>
      batch.send({
        type: 'batch.opened',
        subject: { kind: 'rows', ids: [row.id], name: row.name },
        params: { action },
        key: newRequestKey(),
      });
    return [
      {
        // Sorted by its name; exports call it a page.
        key: 'name',
        exported: 'page',
        title: w(homepageColumnWords.page),
        width: 224,
        frozen: true,
        sortable: true,
        render: (row) => <PageName row={row} onOpen={row.can.includes('edit') ? () => edit(row) : undefined} />,
      },
      {
        key: 'platform_page_id',
        title: w(homepageColumnWords.platform_page_id),
        width: 184,
        render: (row) => <CopyText text={row.platform_page_id} label={w(homepageColumnWords.platform_page_id)} />,
      },
      {
        key: 'category',
        title: w(homepageColumnWords.category),
        width: 136,
        defaultHidden: true,
        render: (row) => <NameText text={row.category ?? DASH} />,
      },
      { key: 'status', title: w(homepageColumnWords.status), width: 136, sortable: true, render: (row) => <UsableTag row={row} /> },
      { key: 'tasks', title: w(homepageColumnWords.tasks), width: TASKS_WIDTH, render: (row) => <TaskTags row={row} /> },
      { key: 'usage', title: w(homepageColumnWords.usage), width: 168, sortable: true, render: (row) => <UsageBar row={row} /> },
      {
        key: 'posts',
        title: w(homepageColumnWords.posts),
        width: 80,
        align: 'right',
        render: (row) =>
          hasPosts ? (
            <Link className="ads-link-button" to={`${POSTS}?homepage_id=${row.id}`} title={t('homepage.postsOf', { name: row.name })}>
              {format.number(row.posts)}
            </Link>
          ) : (
            format.number(row.posts)
          ),
      },
      {
        key: 'sites',
        title: w(homepageColumnWords.sites),
        width: 176,
        render: (row) => <RefTags refs={row.sites} />,
      },
      {
        key: 'biz',
        title: w(homepageColumnWords.biz),
        width: 104,
        defaultHidden: true,
        render: (row) => <PlainTag text={w(bizWords[row.biz])} />,
      },
      {
        key: 'assignees',
        title: w(homepageColumnWords.assignees),
        width: 176,
        render: (row) => <AssigneeTags assignees={row.assignees} />,
      },
      {
        key: 'personal_account',
        title: w(homepageColumnWords.personal_account),
        width: 136,
        render: (row) => <NameText text={row.personal_account.label} />,
      },
      {
        key: 'last_sync_at',
        title: w(homepageColumnWords.last_sync_at),
        width: 168,
        render: (row) => {
          const at = format.instant(row.last_sync_at);
          return row.sync_error ? <StatusTag kind="error" text={at} hint={t('homepage.syncFailed', { error: row.sync_error })} /> : at;
        },
      },
      {
        key: 'created_at',
        title: w(homepageColumnWords.created_at),
        width: 152,
        sortable: true,
        defaultHidden: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'do',
        title: t('homepage.do'),
        width: 228,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={row.name}
            inline={2}
            actions={[
              {
                key: 'sites',
                text: t('homepage.bindSites'),
                refusal: refusalOf(row, 'bind_sites'),
                onRun: () => sitesForm.send({ type: 'form.opened', draft: homepageSitesDraft(row) }),
              },
              { key: 'edit', text: t('homepage.settings'), refusal: refusalOf(row, 'edit'), onRun: () => edit(row) },
              { key: 'sync', text: t('homepage.sync'), refusal: refusalOf(row, 'sync'), onRun: () => turn(row, 'sync') },
              {
                key: 'assign',
                text: t('homepage.assign'),
                refusal: refusalOf(row, 'assign'),
                onRun: () => openAssignDialog(assigning, 'homepage', [row.id]),
              },
              {
                key: 'history',
                text: t('homepage.history'),
                onRun: () => history.send({ type: 'detail.opened', subject: { asset_type: 'homepage', id: row.id, name: row.name } }),
              },
              {
                key: 'turn',
                text: t(row.status === 'disabled' ? 'homepage.enable' : 'homepage.disable'),
                refusal: refusalOf(row, 'set_status'),
                onRun: () => turn(row, row.status === 'disabled' ? 'enable' : 'disable'),
              },
              {
                key: 'unbind',
                text: t('homepage.unbind'),
                danger: true,
                refusal: refusalOf(row, 'unbind'),
                onRun: () => turn(row, 'unbind'),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, hasPosts, form, sitesForm, batch, assigning, history]);
}
