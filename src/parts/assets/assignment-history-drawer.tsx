import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { Assignment, assignmentHistory } from '#machines/parts/assets/assignment-history.machine.ts';
import { DASH, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { DetailDrawer } from '#src/ui/form/form-drawer.tsx';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';

interface Props {
  history: ActorRefFrom<typeof assignmentHistory>;
}

/** Past and current assignees of an asset. Always rendered by the page. */
export function AssignmentHistoryDrawer({ history }: Props) {
  const open = useSelector(history, (state) => state.hasTag('open'));
  return open ? <OpenHistory history={history} /> : null;
}

const toRowKey = ({ user, department, from_at, is_primary }: Assignment): string =>
  [user?.id ?? '', department?.id ?? '', from_at, is_primary].join(' ');

function OpenHistory({ history }: Props) {
  const t = useText();
  const format = useFormat();
  const name = useSelector(history, (state) => state.context.subject?.name ?? '');
  const { table } = useDetail(history);
  const columns = useMemo(
    (): Column<Assignment>[] => [
      {
        key: 'whom',
        title: t('assets.history.whom'),
        render: ({ user, department, is_primary }) => (
          <NameText
            text={user?.label ?? department?.label ?? DASH}
            note={department ? t('assets.assignee.department') : is_primary ? t('assets.assignee.primary') : undefined}
          />
        ),
      },
      { key: 'from_at', title: t('assets.history.from'), width: 152, render: ({ from_at }) => format.instant(from_at) },
      {
        key: 'to_at',
        title: t('assets.history.to'),
        width: 152,
        render: ({ to_at }) => (to_at === null ? <StatusTag kind="ok" text={t('assets.history.still')} /> : format.instant(to_at)),
      },
      { key: 'by', title: t('assets.history.by'), width: 112, render: ({ by }) => by?.label ?? t('assets.history.system') },
    ],
    [t, format],
  );
  const title = t('assets.history.title', { name });
  return (
    <DetailDrawer open title={title} onClose={() => history.send({ type: 'detail.closed' })}>
      <DataTable
        {...table}
        label={title}
        columns={columns}
        rowKey={toRowKey}
        rowName={({ user, department }) => user?.label ?? department?.label ?? ''}
        empty={{ text: t('assets.history.none') }}
      />
    </DetailDrawer>
  );
}
