import { Button } from '@arco-design/web-react';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '../overlay/viewer.tsx';
import { IconButton } from '../text/icon-button.tsx';
import { IconExport, IconRefresh } from '../text/icons.ts';

/** Loads the rows again. */
export function ReloadButton({ onReload }: { onReload: () => void }) {
  const t = useText();
  return <IconButton label={t('ui.reload')} icon={<IconRefresh />} onClick={onReload} />;
}

interface ExportButtonProps {
  busy: boolean;
  /** Label while the file is created; default: unchanged. */
  busyText?: string;
  onExport: () => void;
}

/** Exports the rows, for users with the permission. */
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
