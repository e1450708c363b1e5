import type { ShownAlert } from '#machines/parts/alerts/alerts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { ConsoleLink } from './console-link.tsx';

interface Props {
  alert: ShownAlert;
  busy: boolean;
  onRead: (ids: number[]) => void;
}

/** An alert with its link, time, whether its cause is gone and, while it is unread, the button that marks it as read. */
export function AlertItem({ alert: { id, level, title, body, link, read_at, resolved_at, created_at }, busy, onRead }: Props) {
  const t = useText();
  const format = useFormat();
  return (
    <li className={read_at === null ? 'ads-home-unread' : undefined}>
      <span className="ads-home-alert-line">
        <StatusTag kind={level} text={t(`alerts.level.${level}`)} />
        <ConsoleLink to={link} className="ads-home-alert-title">
          {title}
        </ConsoleLink>
      </span>
      {body && <p>{body}</p>}
      <span className="ads-home-alert-line">
        <small className="ads-home-quiet ads-numbers">{format.instant(created_at)}</small>
        {resolved_at !== null && (
          <StatusTag kind="ok" text={t('alerts.resolved')} hint={t('alerts.resolvedAt', { at: format.instant(resolved_at) })} />
        )}
        {read_at === null && (
          <button
            type="button"
            className="ads-link-button"
            aria-label={`${t('alerts.read')} ${title}`}
            disabled={busy}
            onClick={() => onRead([id])}
          >
            {t('alerts.read')}
          </button>
        )}
      </span>
    </li>
  );
}
