import type { TableView } from '#machines/kernel/list/table-view.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconApps, IconList } from '../text/icons.ts';
import './layout-switch.css';

type Layout = NonNullable<TableView['layout']>;

const icons = { grid: <IconApps />, table: <IconList /> };

/** Rows as pictures, or as a table. */
export function LayoutSwitch({ layout, onLayout }: { layout: Layout; onLayout: (layout: Layout) => void }) {
  const t = useText();
  return (
    <fieldset className="ads-layout-switch" aria-label={t('ui.layout')}>
      {(['grid', 'table'] as const).map((one) => (
        <IconButton key={one} label={t(`ui.layout.${one}`)} icon={icons[one]} pressed={one === layout} onClick={() => onLayout(one)} />
      ))}
    </fieldset>
  );
}
