import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { ConfirmDialog } from '#src/ui/overlay/confirm-dialog.tsx';
import type { Part } from './parts.ts';

export function ResetPasswordDialog({ resetPassword, session }: { resetPassword: Part<'resetPassword'>; session: Part<'session'> }) {
  const t = useText();
  const open = useSelector(resetPassword, (state) => state.hasTag('open'));
  const busy = useSelector(resetPassword, (state) => state.hasTag('busy'));
  const subject = useSelector(resetPassword, (state) => state.context.subject);
  const own = useSelector(session, (state) => state.context.user?.id === subject?.id);
  return (
    <ConfirmDialog
      open={open}
      title={t('reset.title')}
      text={own ? t('reset.explain') : t('reset.explainOther', { account: subject?.account ?? '' })}
      confirmText={t('reset.confirm')}
      busy={busy}
      onConfirm={() => resetPassword.send({ type: 'resetPassword.confirmed' })}
      onCancel={() => resetPassword.send({ type: 'resetPassword.cancelled' })}
    />
  );
}
