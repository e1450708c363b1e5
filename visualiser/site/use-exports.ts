import { useActorRef } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import { useText } from '#src/locale/text-provider.tsx';
import { saveFile } from '#src/platform/browser-window.ts';
import { isPaintedDark } from '#src/platform/page-root.ts';
import { toastError, toastSuccess } from '#src/ui/overlay/notices.ts';
import { copyToClipboard } from '#src/ui/text/copy-text.tsx';
import { type ExportOrder, exportingMachine } from '#visualiser/machines/exporting.machine.ts';
import { toFileName } from '../export/file-name.ts';
import { textBeside } from './files.wiring.ts';

interface Made {
  ending: string;
  type: string;
  content: string | Blob;
}

async function jsonOf(address: string | undefined): Promise<string> {
  if (address === undefined) throw new Error('there is no JSON of this machine');
  return await textBeside(address);
}

async function made({ kind, chart, layout, marks, json }: ExportOrder): Promise<Made> {
  switch (kind) {
    case 'json':
      return { ending: 'json', type: 'application/json', content: await jsonOf(json) };
    case 'mermaid': {
      const { toMermaid } = await import('../export/mermaid.ts');
      return { ending: 'mmd', type: 'text/plain', content: toMermaid(chart) };
    }
    case 'svg':
    case 'png': {
      const { toSvg, toPng } = await import('../export/pictures.ts');
      const svg = toSvg(chart, layout, isPaintedDark() ? 'dark' : 'light', marks);
      return kind === 'svg'
        ? { ending: 'svg', type: 'image/svg+xml', content: svg }
        : { ending: 'png', type: 'image/png', content: await toPng(svg) };
    }
  }
}

const handOut = fromPromise<void, { order: ExportOrder | undefined }>(async ({ input: { order } }) => {
  if (!order) throw new Error('there is nothing to be taken along');
  const { ending, type, content } = await made(order);
  if (order.way === 'file') saveFile(`${toFileName(order.chart.id)}.${ending}`, new Blob([content], { type }));
  else if (typeof content !== 'string' || !(await copyToClipboard(content))) throw new Error('the browser keeps its clipboard closed');
});

/** Orders a drawing to be taken along. The reader is told what became of it. */
export function useExports(): (order: ExportOrder) => void {
  const t = useText();
  const told = useMemo(
    () =>
      exportingMachine.provide({
        actors: { handOut },
        actions: {
          tellCopied: () => toastSuccess(t('ui.copied')),
          tellFailed: (_, { error }) =>
            toastError(`${t('visualiser.notExported')}: ${error instanceof Error ? error.message : String(error)}`),
        },
      }),
    [t],
  );
  const exporting = useActorRef(told);
  return useMemo(() => (order) => exporting.send({ type: 'export.ordered', order }), [exporting]);
}
