import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { MaterialLibrary } from '#machines/parts/materials/material-library.machine.ts';
import { type Biz, materialQuery } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { SavedViews } from '#src/ui/list/saved-views.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { type LibraryParts, useLibraryParts } from './library-parts.ts';
import { LineageDrawer } from './lineage-drawer.tsx';
import { MaterialBatchDialog } from './material-batch-dialog.tsx';
import { MaterialDrawer } from './material-drawer.tsx';
import { MaterialFilterLine } from './material-filters.tsx';
import { MaterialTable } from './material-table.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { UsageDrawer } from './usage-drawer.tsx';

interface Props {
  library: MaterialLibrary;
  biz: Biz;
  /** The way to the first material, where there is none. */
  upload: ReactNode;
  /** Above the filters: files that are on their way. */
  queue?: ReactNode;
}

/** The materials of one line of business, with all that can be done with them. */
export function MaterialLibraryView({ library, biz, upload, queue }: Props) {
  const parts = useLibraryParts(library);
  return parts ? <Library parts={parts} biz={biz} upload={upload} queue={queue} /> : null;
}

function Library({ parts, biz, upload, queue }: Omit<Props, 'library'> & { parts: LibraryParts }) {
  const filters = useSelector(parts.list, (state) => state.context.query.filters);
  const asking = useSelector(parts.batch, (state) => state.hasTag('open'));
  const progress = useSelector(parts.batch, (state) => state.children.progress);
  return (
    <>
      {queue}
      <MaterialFilterLine parts={parts} biz={biz} filters={filters} />
      <MaterialTable parts={parts} biz={biz} upload={upload} />
      <MaterialDrawer parts={parts} biz={biz} />
      {asking && <MaterialBatchDialog parts={parts} biz={biz} />}
      <BatchDialog progress={progress} canChooseFailed />
      <PreviewDialog preview={parts.preview} />
      <UsageDrawer use={parts.use} />
      <LineageDrawer lineage={parts.lineage} />
      <DownloadRefused download={parts.download} />
    </>
  );
}

/** A download asks nothing; only what stood in its way is said. */
function DownloadRefused({ download }: Pick<LibraryParts, 'download'>) {
  const t = useText();
  const { subject, failure, dialog } = useCommand(download);
  if (!subject || !failure) return null;
  return <ConfirmDialog {...dialog} title={t('materials.downloadTitle', { title: subject.title })} confirmText={t('ui.retry')} />;
}

/** Beside the title of the page: which view the materials show. */
export function MaterialLibraryViews({ library }: Pick<Props, 'library'>) {
  const parts = useLibraryParts(library);
  return parts ? <ViewsOf parts={parts} /> : null;
}

function ViewsOf({ parts: { list, tableView, views } }: { parts: LibraryParts }) {
  const query = useSelector(list, (state) => state.context.query);
  const table = useSelector(tableView, (state) => state.context.view);
  return <SavedViews views={views} search={materialQuery.write({ ...query, page: 1 })} table={table} />;
}
