import { useEffect, useRef } from 'react';
import { useText } from '#src/locale/text-provider.tsx';
import { toastSuccess } from '../overlay/notices.ts';
import { onDemand } from '../overlay/on-demand.tsx';
import { ExportButton } from '../table/table-buttons.tsx';
import { type ExportActor, useExport } from './use-export.ts';

const ExportDialog = onDemand(() => import('./export-dialog.tsx'), {
  as: 'layer',
  leave: ({ exporting }) => exporting.send({ type: 'export.cancelled' }),
});

interface Props<Query> {
  exporting: ExportActor<Query>;
  /** What the rows are, as the page calls them. */
  what: string;
  query: Query;
  /** Those that are exported, in their order. */
  columns: readonly { key: string; title: string }[];
}

/** The button of a table, and everything that follows from it until the file is there. */
export function ExportCommand<Query>({ exporting, what, query, columns }: Props<Query>) {
  const t = useText();
  const { stage, open, answer, request, cancel } = useExport(exporting);
  // A page that comes back from its memory comes without the question that stood over it: its numbers are gone.
  const isStale = open && answer === undefined;
  const staleAtFirst = useRef(isStale);
  useEffect(() => {
    if (staleAtFirst.current) cancel();
    staleAtFirst.current = false;
  }, [cancel]);
  const stageBefore = useRef(stage);
  useEffect(() => {
    if (stage === 'done' && stageBefore.current === 'downloading') toastSuccess(t('ui.exportDone', { what, rows: answer?.count ?? 0 }));
    stageBefore.current = stage;
  }, [stage, answer, what, t]);
  return (
    <>
      <ExportButton
        busy={stage === 'downloading'}
        busyText={t('ui.exportDownloading')}
        onExport={() => request({ query, columns: columns.map(({ key }) => key) })}
      />
      {open && (
        <ExportDialog
          exporting={exporting as unknown as ExportActor<never>}
          what={what}
          titleOf={(key) => columns.find((column) => column.key === key)?.title ?? key}
        />
      )}
    </>
  );
}
