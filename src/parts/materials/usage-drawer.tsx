import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { materialColumnWords } from '#contracts/vocabulary/materials.ts';
import { postStatuses, postStatusWords } from '#contracts/vocabulary/posts.ts';
import type { MaterialUse } from '#machines/parts/materials/material-parts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { EntityStatusTag } from '#src/parts/launches/index.ts';
import { DetailDrawer, FormSection } from '#src/ui/form/form-drawer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { CopyText } from '#src/ui/text/copy-text.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { PlainTag, type StatusKind, StatusTag } from '#src/ui/text/status-tag.tsx';
import type { LibraryParts } from './library-parts.ts';

type Ad = MaterialUse['ads'][number];
type Post = MaterialUse['posts'][number];
type Copy = MaterialUse['accounts'][number];

const copyKinds: Record<Copy['status'], StatusKind> = {
  pending: 'info',
  uploading: 'info',
  processing: 'info',
  ready: 'ok',
  error: 'error',
};

/** Where a material is used: ads, posts, and its copies in ad accounts. */
export function UsageDrawer({ use }: Pick<LibraryParts, 'use'>) {
  const t = useText();
  const w = useWords();
  const format = useFormat();
  const row = useSelector(use, (state) => (state.hasTag('open') ? state.context.subject : undefined));
  const { answer, busy, failure, refresh } = useDetail(use);
  const ads = useMemo(
    (): Column<Ad>[] => [
      { key: 'label', title: t('materials.useAd'), render: ({ label }) => <NameText text={label} /> },
      { key: 'account', title: t('materials.useAccount'), width: 200, render: ({ account }) => <NameText text={account.label} /> },
      {
        key: 'status',
        title: w(materialColumnWords.status),
        width: 112,
        render: ({ effective_status }) => <EntityStatusTag status={effective_status} />,
      },
    ],
    [t, w],
  );
  const posts = useMemo(
    (): Column<Post>[] => [
      { key: 'label', title: t('materials.usePost'), render: ({ label }) => <NameText text={label} /> },
      { key: 'homepage', title: t('materials.useHomepage'), width: 200, render: ({ homepage }) => <NameText text={homepage.label} /> },
      {
        key: 'status',
        title: w(materialColumnWords.status),
        width: 112,
        render: ({ status }) => {
          const known = postStatuses.find((one) => one === status);
          return <PlainTag text={known ? w(postStatusWords[known]) : status} />;
        },
      },
    ],
    [t, w],
  );
  const copies = useMemo(
    (): Column<Copy>[] => [
      { key: 'label', title: t('materials.useAccount'), render: ({ label }) => <NameText text={label} /> },
      {
        key: 'platform',
        title: t('materials.usePlatformId'),
        width: 184,
        render: ({ platform_account_id }) => <CopyText text={platform_account_id} label={t('materials.usePlatformId')} />,
      },
      {
        key: 'status',
        title: w(materialColumnWords.status),
        width: 112,
        render: ({ status, error }) => (
          <StatusTag kind={copyKinds[status]} text={t(`materials.copy.${status}`)} hint={error ?? undefined} />
        ),
      },
      {
        key: 'at',
        title: t('materials.useAt'),
        width: 152,
        render: ({ updated_at }) => <span className="ads-numbers">{format.instant(updated_at)}</span>,
      },
    ],
    [t, w, format],
  );
  if (!row) return null;
  const asked = {
    busy,
    failure,
    onRetry: refresh,
    rowKey: ({ id }: { id: number }) => id,
    rowName: ({ label }: { label: string }) => label,
  };
  return (
    <DetailDrawer open title={t('materials.useTitle', { title: row.title })} onClose={() => use.send({ type: 'detail.closed' })}>
      <FormSection title={t('materials.useAds')}>
        {answer?.ads.length === 0 ? (
          <p className="ads-quiet">{t('materials.useNoAds')}</p>
        ) : (
          <DataTable<Ad>
            {...asked}
            label={t('materials.useAds')}
            columns={ads}
            rows={answer?.ads}
            empty={{ text: t('materials.useNoAds') }}
          />
        )}
      </FormSection>
      <FormSection title={t('materials.usePosts')}>
        {answer?.posts.length === 0 ? (
          <p className="ads-quiet">{t('materials.useNoPosts')}</p>
        ) : (
          <DataTable<Post>
            {...asked}
            failure={undefined}
            label={t('materials.usePosts')}
            columns={posts}
            rows={failure ? [] : answer?.posts}
            empty={{ text: t('materials.useNoPosts') }}
          />
        )}
      </FormSection>
      <FormSection title={t('materials.useAccounts')}>
        {answer?.accounts.length === 0 ? (
          <p className="ads-quiet">{t('materials.useNoAccounts')}</p>
        ) : (
          <DataTable<Copy>
            {...asked}
            failure={undefined}
            label={t('materials.useAccounts')}
            columns={copies}
            rows={failure ? [] : answer?.accounts}
            empty={{ text: t('materials.useNoAccounts') }}
          />
        )}
      </FormSection>
    </DetailDrawer>
  );
}
