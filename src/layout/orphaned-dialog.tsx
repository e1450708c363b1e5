import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { Remark } from '#src/ui/block.tsx';
import type { Part } from './parts.ts';

/** The session went with another tab; what is typed here may still be read and copied before it is given up. */
export function OrphanedDialog({ session }: { session: Part<'session'> }) {
  const t = useText();
  const orphaned = useSelector(session, (state) => state.matches('orphaned'));
  if (!orphaned) return null;
  return (
    <div className="ads-orphaned">
      <Remark kind="warn" title={t('shell.orphanedTitle')}>
        <p>{t('shell.orphanedText')}</p>
        <button type="button" className="ads-link-button" onClick={() => session.send({ type: 'session.leaveConfirmed' })}>
          {t('shell.leave')}
        </button>
      </Remark>
    </div>
  );
}
