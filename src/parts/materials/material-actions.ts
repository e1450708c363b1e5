import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { materialStatusWords } from '#contracts/vocabulary/materials.ts';
import type { MaterialBatchParams, MaterialRow } from '#machines/parts/materials/material-rules.ts';
import { contentOf, materialDraft } from '#machines/parts/materials/material-rules.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useWords } from '#src/locale/use-words.ts';
import { newRequestKey } from '#src/ui/form/request-key.ts';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import type { RowAction } from '#src/ui/table/row-actions.tsx';
import type { LibraryParts } from './library-parts.ts';
import { REPORTS } from './library-places.ts';

type Permit = MaterialRow['can'][number];

/** What can be done with one material: the same ones in its row and on its card. */
export function useMaterialActions({ list, form, batch, preview, use, lineage, download }: LibraryParts) {
  const t = useText();
  const w = useWords();
  const navigate = useNavigate();
  const { canOpen } = useViewer();
  return useMemo(() => {
    const refusal = (row: MaterialRow, permit: Permit) => (row.can.includes(permit) ? undefined : t('materials.notPermitted'));
    // A state that does not allow it is no lack of rights.
    const archiveRefusal = (row: MaterialRow) =>
      row.can.includes('edit') && row.status !== 'ready'
        ? t('materials.notInStatus', { status: w(materialStatusWords[row.status]) })
        : refusal(row, 'archive');
    const notReady = (row: MaterialRow) =>
      row.status === 'ready' || row.status === 'archived' || row.status === 'blocked' ? undefined : t('materials.noFileYet');
    const show = (row: MaterialRow) => preview.send({ type: 'detail.opened', subject: row });
    const edit = (row: MaterialRow) => form.send({ type: 'form.opened', draft: materialDraft(row) });
    const ask = (row: MaterialRow, params: Partial<MaterialBatchParams>) =>
      batch.send({ type: 'batch.opened', subject: { kind: 'rows', ids: [row.id], name: row.title }, params, key: newRequestKey() });
    const openReport = (path: string, row: MaterialRow) => {
      const { data_from, data_to } = list.getSnapshot().context.query.filters;
      const place = new URLSearchParams({ material_id: String(row.id) });
      if (data_from !== undefined && data_to !== undefined) {
        place.set('date_from', data_from);
        place.set('date_to', data_to);
      }
      void navigate({ pathname: path, search: `?${place}` });
    };
    const of = (row: MaterialRow): RowAction[] => [
      { key: 'preview', text: t('materials.preview'), refusal: notReady(row), onRun: () => show(row) },
      { key: 'edit', text: t('materials.edit'), refusal: refusal(row, 'edit'), onRun: () => edit(row) },
      { key: 'use', text: t('materials.use'), onRun: () => use.send({ type: 'detail.opened', subject: row }) },
      { key: 'lineage', text: t('materials.lineage'), onRun: () => lineage.send({ type: 'detail.opened', subject: row }) },
      {
        key: 'download',
        text: t('materials.download'),
        refusal: notReady(row),
        onRun: () => download.send({ type: 'command.runRequested', subject: row }),
      },
      ...(['data', 'orders'] as const)
        .filter((key) => canOpen(REPORTS[key]) && (key === 'orders' || row.kind === 'video'))
        .map((key) => ({ key, text: t(`materials.${key}`), onRun: () => openReport(REPORTS[key], row) })),
      ...(row.can.includes('reprocess')
        ? [{ key: 'reprocess', text: t('materials.reprocess'), onRun: () => ask(row, { action: 'reprocess' }) }]
        : []),
      ...(row.can.includes('unblock')
        ? [{ key: 'unblock', text: t('materials.unblock'), onRun: () => ask(row, { action: 'unblock' }) }]
        : []),
      row.status === 'archived'
        ? {
            key: 'unarchive',
            text: t('materials.unarchive'),
            refusal: refusal(row, 'unarchive'),
            onRun: () => ask(row, { action: 'unarchive' }),
          }
        : { key: 'archive', text: t('materials.archive'), refusal: archiveRefusal(row), onRun: () => ask(row, { action: 'archive' }) },
      {
        key: 'delete',
        text: t('materials.delete'),
        danger: true,
        refusal: refusal(row, 'delete'),
        onRun: () => ask(row, { action: 'delete' }),
      },
    ];
    return { of, show, edit, canEdit: (row: MaterialRow) => row.can.includes('edit'), contentOf };
  }, [t, w, list, form, batch, preview, use, lineage, download, canOpen, navigate]);
}

export type MaterialActions = ReturnType<typeof useMaterialActions>;
