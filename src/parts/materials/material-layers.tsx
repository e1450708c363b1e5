import { useSelector } from '@xstate/react';
import type { Biz } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { BatchDialog } from '#src/ui/batch/batch-dialog.tsx';
import { useCommand } from '#src/ui/batch/use-command.ts';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { LibraryParts } from './library-parts.ts';
import { LineageDrawer } from './lineage-drawer.tsx';
import { MaterialBatchDialog } from './material-batch-dialog.tsx';
import { MaterialDrawer } from './material-drawer.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { UsageDrawer } from './usage-drawer.tsx';

/** Drawers and dialogs over the materials. */
export function MaterialLayers({ parts, biz }: { parts: LibraryParts; biz: Biz }) {
  const asking = useSelector(parts.batch, (state) => state.hasTag('open'));
  const progress = useSelector(parts.batch, (state) => state.children.progress);
  return (
    <>
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
