import { useSelector } from '@xstate/react';
import { useText } from '#src/locale/text-provider.tsx';
import { onDemand } from '#src/ui/overlay/on-demand.tsx';
import { IconExclamationCircle } from '#src/ui/text/icons.ts';
import type { ErrorsPanelProps } from './errors-panel.tsx';
import type { Part } from './parts.ts';
import './shell-status.css';

const ErrorsPanel = onDemand<ErrorsPanelProps>(() => import('./errors-panel.tsx'), { as: 'layer', leave: ({ onClose }) => onClose() });

/** Opens the recent errors; a number shows how many of them are unread. */
export function ErrorsButton({ errors }: { errors: Part<'errors'> }) {
  const t = useText();
  const unread = useSelector(errors, (state) => state.context.unread);
  const open = useSelector(errors, (state) => state.hasTag('open'));
  const label = unread > 0 ? t('errors.unread', { count: unread }) : t('errors.title');
  return (
    <button
      type="button"
      className="ads-icon-button ads-errors-button"
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={open}
      title={label}
      onPointerEnter={() => void ErrorsPanel.preload()}
      onClick={() => errors.send({ type: 'errors.opened' })}
    >
      <IconExclamationCircle aria-hidden="true" />
      {unread > 0 && (
        <span className="ads-badge" aria-hidden="true">
          {unread}
        </span>
      )}
    </button>
  );
}

/** Stands outside of the frame, so that a refresh of it closes nothing. */
export function RecentErrors({ errors, release }: { errors: Part<'errors'>; release: Part<'release'> }) {
  const open = useSelector(errors, (state) => state.hasTag('open'));
  return open ? <ErrorsPanel errors={errors} release={release} onClose={() => errors.send({ type: 'errors.closed' })} /> : null;
}
