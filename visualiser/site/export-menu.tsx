import { useText } from '#src/locale/text-provider.tsx';
import { MenuButton } from '#src/ui/overlay/menu-button.tsx';
import { IconExport } from '#src/ui/text/icons.ts';
import type { ExportKind, ExportOrder } from '#visualiser/machines/exporting.machine.ts';
import { useExports } from './use-exports.ts';

const WAYS: readonly [ExportKind, ExportOrder['way']][] = [
  ['svg', 'file'],
  ['png', 'file'],
  ['mermaid', 'copy'],
  ['mermaid', 'file'],
  ['json', 'copy'],
  ['json', 'file'],
];

/** The drawing as it stands, folded and highlighted as it is, and what else can be taken along of its machine. */
export function ExportMenu({ order }: { order: Omit<ExportOrder, 'kind' | 'way'> }) {
  const t = useText();
  const takeAlong = useExports();
  const ways = WAYS.filter(([kind]) => kind !== 'json' || order.json !== undefined);
  return (
    <MenuButton
      label={t('visualiser.export')}
      className="ads-icon-button"
      actions={ways.map(([kind, way]) => ({
        key: `${kind} ${way}`,
        text: t(`visualiser.export.${kind}.${way}` as 'visualiser.export.svg.file'),
        onRun: () => takeAlong({ ...order, kind, way }),
      }))}
    >
      <IconExport aria-hidden="true" />
    </MenuButton>
  );
}
