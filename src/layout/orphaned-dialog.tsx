import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/page/block.tsx';
import type { Part } from './parts.ts';

/** The session went with another tab; what is typed here may still be read and copied before it is given up. */
export function OrphanedDialog({ session }: { session: Part<'session'> }) {
  const t = useText();
  const orphaned = useSelector(session, (state) => state.matches('orphaned'));
  if (!orphaned) return null;
  // Like a notice it stays within reach above a drawer that shuts everything else out.
  return createPortal(
    <div className="ads-orphaned" data-ads-notices="">
      <Remark kind="warn" title={t('shell.orphanedTitle')}>
        <p>{t('shell.orphanedText')}</p>
        <button type="button" className="ads-link-button" onClick={() => session.send({ type: 'session.leaveConfirmed' })}>
          {t('shell.leave')}
        </button>
      </Remark>
    </div>,
    document.body,
  );
}
