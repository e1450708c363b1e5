import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import { useReload } from '#src/ui/page/reloading.tsx';
import type { Part } from './parts.ts';
import './shell-status.css';

interface Props {
  connection: Part<'connection'>;
  release: Part<'release'>;
}

/** One quiet line in the middle of the header: it moves nothing and covers nothing. What it says is announced elsewhere. */
export function StatusLine({ connection, release }: Props) {
  const t = useText();
  const reload = useReload();
  const offline = useSelector(connection, (state) => state.hasTag('offline'));
  const back = useSelector(connection, (state) => state.matches('backOnline'));
  const outdated = useSelector(release, (state) => state.hasTag('outdated'));
  if (offline) {
    return (
      <div className="ads-status-line ads-status-line-warn" title={t('shell.offline')}>
        <span>{t('shell.offline')}</span>
      </div>
    );
  }
  if (back) return <div className="ads-status-line ads-status-line-ok">{t('shell.backOnline')}</div>;
  if (!outdated) return null;
  return (
    <div className="ads-status-line ads-status-line-info">
      <span>{t('ui.newVersion')}</span>
      <button type="button" className="ads-link-button" onClick={reload}>
        {t('ui.reload')}
      </button>
    </div>
  );
}

/** Asks before a reload would lose something. */
export function ReloadDialog({ release }: { release: Part<'release'> }) {
  const t = useText();
  const open = useSelector(release, (state) => state.hasTag('confirming'));
  return (
    <ConfirmDialog
      open={open}
      title={t('shell.reloadTitle')}
      text={t('shell.reloadText')}
      confirmText={t('ui.reload')}
      danger
      onConfirm={() => release.send({ type: 'release.reloadConfirmed' })}
      onCancel={() => release.send({ type: 'release.reloadCancelled' })}
    />
  );
}
