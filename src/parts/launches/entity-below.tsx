import { useMemo } from 'react';
import { launchColumnWords } from '#contracts/vocabulary/launch-filters.ts';
import type { EffectiveStatus, EntityLevel } from '#contracts/vocabulary/launches.ts';
import type { EntityDetail } from '#machines/parts/launches/entity-rows.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { useDetail } from '#src/ui/page/use-detail.ts';
import { type Column, DataTable } from '#src/ui/table/data-table.tsx';
import { NameText } from '#src/ui/text/name-text.tsx';
import type { EntityInfoActor } from './entity-row.ts';
import { EntityStatusTag } from './entity-status-tag.tsx';

type Child = EntityDetail['children'][number];

interface Props {
  info: EntityInfoActor;
  onOpen: (below: { level: EntityLevel; id: number; name: string }) => void;
}

/** The direct children of an object; each opens its own drawer. */
export function EntityBelow({ info, onOpen }: Props) {
  const t = useText();
  const w = useWords();
  const { answer, busy, failure, refresh } = useDetail(info);
  const columns = useMemo(
    (): Column<Child>[] => [
      {
        key: 'name',
        title: w(launchColumnWords.name),
        render: ({ id, label, level }) => <NameText text={label} onOpen={() => onOpen({ level, id, name: label })} />,
      },
      {
        key: 'status',
        title: w(launchColumnWords.effective_status),
        width: 140,
        render: ({ effective_status }) => <EntityStatusTag status={effective_status as EffectiveStatus} />,
      },
    ],
    [w, onOpen],
  );
  return (
    <DataTable
      label={t('launches.tab.below')}
      columns={columns}
      rows={answer?.children}
      busy={busy}
      failure={failure}
      onRetry={refresh}
      rowKey={({ id }) => id}
      rowName={({ label }) => label}
      empty={{ text: t('launches.nothingBelow') }}
    />
  );
}
