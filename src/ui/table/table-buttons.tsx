import { Button } from '@arco-design/web-react';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '../overlay/viewer.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconExport, IconRefresh } from '../text/icons.ts';

/** Asks for the rows again. */
export function ReloadButton({ onReload }: { onReload: () => void }) {
  const t = useText();
  return <IconButton label={t('ui.reload')} icon={<IconRefresh />} onClick={onReload} />;
}

interface ExportButtonProps {
  busy: boolean;
  /** What it says while the file is made; default: the same as ever. */
  busyText?: string;
  onExport: () => void;
}

/** The rows as a file, for those who may take them away. */
export function ExportButton({ busy, busyText, onExport }: ExportButtonProps) {
  const t = useText();
  const viewer = useViewer();
  if (!viewer.can('export')) return null;
  return (
    <Button icon={<IconExport />} loading={busy} onClick={onExport}>
      {(busy && busyText) || t('ui.export')}
    </Button>
  );
}
