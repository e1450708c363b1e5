import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { IconExport } from '#src/ui/text/icons.ts';
import type { ExportKind, ExportRequest } from '#visualiser/machines/export.machine.ts';
import { useExports } from './use-exports.ts';

const EXPORTS: readonly [ExportKind, ExportRequest['destination']][] = [
  ['svg', 'file'],
  ['png', 'file'],
  ['mermaid', 'clipboard'],
  ['mermaid', 'file'],
  ['json', 'clipboard'],
  ['json', 'file'],
];

/** Exports the drawing as it is shown, and other formats of its machine. */
export function ExportMenu({ request }: { request: Omit<ExportRequest, 'kind' | 'destination'> }) {
  const t = useText();
  const exportDrawing = useExports();
  const available = EXPORTS.filter(([kind]) => kind !== 'json' || request.json !== undefined);
  return (
    <MenuButton
      label={t('visualiser.export')}
      className="ads-icon-button"
      actions={available.map(([kind, destination]) => ({
        key: `${kind} ${destination}`,
        text: t(`visualiser.export.${kind}.${destination}` as 'visualiser.export.svg.file'),
        onRun: () => exportDrawing({ ...request, kind, destination }),
      }))}
    >
      <IconExport aria-hidden="true" />
    </MenuButton>
  );
}
