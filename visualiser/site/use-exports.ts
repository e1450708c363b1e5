import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useText } from '#src/locale/text-provider.tsx';
import { saveFile } from '#src/platform/browser-window.ts';
import { isPaintedDark } from '#src/platform/page-root.ts';
import { toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import { copyToClipboard } from '#src/ui/text/copy-text.tsx';
import { type ExportRequest, exportMachine } from '#visualiser/machines/export.machine.ts';
import { toFileName } from '../export/file-name.ts';
import { fetchText } from './files.wiring.ts';

interface ExportedFile {
  extension: string;
  type: string;
  content: string | Blob;
}

async function fetchMachineJson(address: string | undefined): Promise<string> {
  if (address === undefined) throw new Error('there is no JSON of this machine');
  return await fetchText(address);
}

async function createFile({ kind, chart, layout, marks, json }: ExportRequest): Promise<ExportedFile> {
  switch (kind) {
    case 'json':
      return { extension: 'json', type: 'application/json', content: await fetchMachineJson(json) };
    case 'mermaid': {
      const { toMermaid } = await import('../export/mermaid.ts');
      return { extension: 'mmd', type: 'text/plain', content: toMermaid(chart) };
    }
    case 'svg':
    case 'png': {
      const { toSvg, toPng } = await import('../export/pictures.ts');
      const svg = toSvg(chart, layout, isPaintedDark() ? 'dark' : 'light', marks);
      return kind === 'svg'
        ? { extension: 'svg', type: 'image/svg+xml', content: svg }
        : { extension: 'png', type: 'image/png', content: await toPng(svg) };
    }
  }
}

const exportDrawing = fromPromise<void, { request: ExportRequest | undefined }>(async ({ input: { request } }) => {
  if (!request) throw new Error('there is nothing to be taken along');
  const { extension, type, content } = await createFile(request);
  if (request.destination === 'file') saveFile(`${toFileName(request.chart.id)}.${extension}`, new Blob([content], { type }));
  else if (typeof content !== 'string' || !(await copyToClipboard(content))) throw new Error('the browser keeps its clipboard closed');
});

/** Exports drawings, and announces the result to the user. */
export function useExports(): (request: ExportRequest) => void {
  const t = useText();
  const machine = useMemo(
    () =>
      exportMachine.provide({
        actors: { exportDrawing },
        actions: {
          announceCopied: () => toastSuccess(t('ui.copied')),
          announceFailure: (_, { error }) =>
            toastError(`${t('visualiser.notExported')}: ${error instanceof Error ? error.message : String(error)}`),
        },
      }),
    [t],
  );
  const exporter = useActorRef(machine);
  return useMemo(() => (request) => exporter.send({ type: 'export.requested', request }), [exporter]);
}
