import { Button } from '@arco-design/web-react';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { postColumnWords, postStatusWords, postTypeWords } from '#contracts/vocabulary/posts.ts';
import { yesNoWords } from '#contracts/vocabulary/vocabulary.ts';
import type { PostManagement } from '#machines/advertising-post/post-management.machine.ts';
import { labelOf, type PostBatchParams, type PostRow, postDraft } from '#machines/advertising-post/post-rules.ts';
import { DASH, dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import type { PartsOf } from '#src/ui/list/list-page.tsx';
import { ListTable } from '#src/ui/list/list-table.tsx';
import { toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { Column } from '#src/ui/table/data-table.tsx';
import { RowActions } from '#src/ui/table/row-actions.tsx';
import { CopyButton, copyToClipboard } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { OutsideLink } from '#src/ui/text/outside-link.tsx';
import { PlainTag, StatusTag } from '#src/ui/text/status-tag.tsx';
import { ChosenPosts } from './chosen-posts.tsx';
import { statusKinds } from './post-words.ts';

const LOG = '/advertising/copy-log';
const LAUNCHES = '/advertising/start';

export type PostParts = PartsOf<PostManagement>;

export function PostTable({ parts, onCreate }: { parts: PostParts; onCreate: () => void }) {
  const t = useText();
  const viewer = useViewer();
  const { batch, preview } = parts;
  const columns = usePostColumns(parts);
  return (
    <ListTable
      parts={parts}
      label={t('post.title')}
      things={t('post.things')}
      columns={columns}
      rowName={labelOf}
      onRowOpen={({ id }) => preview.send({ type: 'detail.opened', subject: { id } })}
      chosenActions={(selection, { filters }) => (
        <ChosenPosts
          selection={selection}
          onAsk={(action) => {
            const subject = selection.kind === 'rows' ? selection : { ...selection, filter: filters };
            batch.send({ type: 'batch.opened', subject, params: { action }, key: newRequestKey() });
          }}
        />
      )}
      empty={{
        text: t('post.empty'),
        action: viewer.can('publish') ? (
          <Button type="primary" onClick={onCreate}>
            {t('post.create')}
          </Button>
        ) : undefined,
      }}
    />
  );
}

function usePostColumns({ form, batch, preview }: PostParts) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const viewer = useViewer();
  const mayPublish = viewer.can('publish');
  const canOpenLog = viewer.canOpen(LOG);
  const canOpenLaunches = viewer.canOpen(LAUNCHES);
  const navigate = useNavigate();

  return useMemo((): Column<PostRow>[] => {
    const refusal = (row: PostRow, permit: PostRow['can'][number]) =>
      row.can.includes(permit) ? undefined : t(mayPublish ? `post.cannot.${permit}` : 'post.noAction');
    const getHint = ({ status, error }: PostRow) => error ?? (status === 'creating' ? t('post.creatingHint') : undefined);
    const copyMessage = ({ message }: PostRow) =>
      void copyToClipboard(message).then((copied) => (copied ? toastSuccess(t('post.copied')) : toastError(t('ui.copyFailed'))));
    const edit = (row: PostRow) => form.send({ type: 'form.opened', draft: postDraft(row) });
    const openPreview = ({ id }: PostRow) => preview.send({ type: 'detail.opened', subject: { id } });
    const openLog = ({ id, created_at }: PostRow) => {
      const date_from = dateIn(new Date(created_at), format.timezone);
      const date_to = dateIn(new Date(), format.timezone);
      void navigate({ pathname: LOG, search: `?${new URLSearchParams({ tab: 'operations', target: `post#${id}`, date_from, date_to })}` });
    };
    const openBatchDialog = (row: PostRow, action: PostBatchParams['action']) =>
      batch.send({
        type: 'batch.opened',
        subject: { kind: 'rows', ids: [row.id], name: row.headline || row.message },
        params: { action },
        key: newRequestKey(),
      });
    return [
      {
        key: 'cover',
        title: t('post.cover'),
        width: 76,
        frozen: true,
        exported: false,
        render: (row) =>
          row.cover_url === null ? (
            <span className="ads-post-cover" />
          ) : (
            <img className="ads-post-cover" src={row.cover_url} alt="" loading="lazy" />
          ),
      },
      {
        key: 'headline',
        title: w(postColumnWords.headline),
        width: 180,
        sortable: true,
        render: (row) => <NameText text={labelOf(row)} onOpen={() => openPreview(row)} />,
      },
      { key: 'message', title: w(postColumnWords.message), width: 240, render: (row) => <NameText text={row.message} /> },
      {
        key: 'homepage',
        title: w(postColumnWords.homepage),
        width: 150,
        sortable: true,
        render: (row) => <NameText text={row.homepage?.label ?? DASH} />,
      },
      { key: 'type', title: w(postColumnWords.type), width: 80, render: (row) => <PlainTag text={w(postTypeWords[row.type])} /> },
      {
        key: 'status',
        title: w(postColumnWords.status),
        width: 112,
        sortable: true,
        render: (row) => <StatusTag kind={statusKinds[row.status]} text={w(postStatusWords[row.status])} hint={getHint(row)} />,
      },
      {
        key: 'published',
        title: w(postColumnWords.published),
        width: 88,
        render: (row) => w(row.published ? yesNoWords.yes : yesNoWords.no),
      },
      { key: 'content', title: w(postColumnWords.content), width: 150, render: (row) => <NameText text={row.content?.label ?? ''} /> },
      {
        key: 'landing',
        title: w(postColumnWords.landing),
        width: 180,
        render: (row) =>
          row.link_url === null ? DASH : <OutsideLink url={row.link_url}>{row.landing?.label ?? row.link_url}</OutsideLink>,
      },
      {
        key: 'use_count',
        title: w(postColumnWords.use_count),
        width: 96,
        align: 'right' as const,
        sortable: true,
        render: (row) =>
          row.use_count > 0 && canOpenLaunches ? (
            <Link className="ads-link-button ads-numbers" to={`${LAUNCHES}?${new URLSearchParams({ tab: 'ad', post_id: String(row.id) })}`}>
              <span className="ads-visually-hidden">{t('post.adsOf', { id: String(row.id) })} </span>
              {format.number(row.use_count)}
            </Link>
          ) : (
            <span className="ads-numbers">{format.number(row.use_count)}</span>
          ),
      },
      {
        key: 'reactions',
        title: w(postColumnWords.reactions),
        width: 88,
        sortable: true,
        align: 'right' as const,
        defaultHidden: true,
        render: (row) => format.number(row.reactions),
      },
      {
        key: 'comments',
        title: w(postColumnWords.comments),
        width: 88,
        sortable: true,
        align: 'right' as const,
        defaultHidden: true,
        render: (row) => format.number(row.comments),
      },
      {
        key: 'shares',
        title: w(postColumnWords.shares),
        width: 88,
        sortable: true,
        align: 'right' as const,
        defaultHidden: true,
        render: (row) => format.number(row.shares),
      },
      {
        key: 'platform_post_id',
        title: w(postColumnWords.platform_post_id),
        width: 280,
        defaultHidden: true,
        render: (row) =>
          row.platform_post_id === null ? (
            DASH
          ) : (
            <>
              {row.platform_post_id} <CopyButton text={row.platform_post_id} label={w(postColumnWords.platform_post_id)} />
            </>
          ),
      },
      {
        key: 'eligible',
        title: w(postColumnWords.eligible),
        width: 96,
        defaultHidden: true,
        render: (row) => w(row.eligible ? yesNoWords.yes : yesNoWords.no),
      },
      { key: 'owner', title: w(postColumnWords.owner), width: 104, render: (row) => <NameText text={row.owner.label} /> },
      {
        key: 'created_at',
        title: w(postColumnWords.created_at),
        width: 150,
        sortable: true,
        render: (row) => format.instant(row.created_at),
      },
      {
        key: 'error',
        title: w(postColumnWords.error),
        width: 220,
        defaultHidden: true,
        render: (row) => <NameText text={row.error ?? ''} />,
      },
      {
        key: 'do',
        title: t('post.do'),
        width: 172,
        frozen: 'right',
        render: (row) => (
          <RowActions
            subject={labelOf(row)}
            inline={2}
            actions={[
              { key: 'preview', text: t('post.preview'), onRun: () => openPreview(row) },
              { key: 'edit', text: t('post.edit'), refusal: refusal(row, 'edit'), onRun: () => edit(row) },
              {
                key: 'retry',
                text: t(row.status === 'draft' ? 'post.createNow' : 'post.retry'),
                refusal: refusal(row, 'retry'),
                onRun: () => openBatchDialog(row, 'retry'),
              },
              { key: 'copy', text: t('post.copy'), onRun: () => copyMessage(row) },
              { key: 'sync', text: t('post.sync'), refusal: refusal(row, 'sync'), onRun: () => openBatchDialog(row, 'sync') },
              ...(canOpenLog ? [{ key: 'log', text: t('post.log'), onRun: () => openLog(row) }] : []),
              {
                key: 'delete',
                text: t('post.delete'),
                danger: true,
                refusal: refusal(row, 'delete'),
                onRun: () => openBatchDialog(row, 'delete'),
              },
            ]}
          />
        ),
      },
    ];
  }, [t, w, format, mayPublish, canOpenLog, canOpenLaunches, navigate, form, preview, batch]);
}
