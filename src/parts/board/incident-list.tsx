import type { ShownIncident } from '#machines/parts/alerts/alerts.machine.ts';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { StatusTag } from '#src/ui/text/status-tag.tsx';
import { AlertItem } from './alert-item.tsx';

interface Props {
  incidents: ShownIncident[];
  busy: boolean;
  onRead: (ids: number[]) => void;
}

/** Open incidents: the likely cause of each, and the alerts that it explains. */
export function IncidentList({ incidents, busy, onRead }: Props) {
  const t = useText();
  const format = useFormat();
  if (incidents.length === 0) return null;
  return (
    <ul className="ads-home-incidents" aria-label={t('alerts.incidents')}>
      {incidents.map(({ id, level, title, last_alert_at, count, alerts }) => (
        <li key={id}>
          <details>
            <summary>
              <StatusTag kind={level} text={t(`alerts.level.${level}`)} />
              <span className="ads-home-incident-title">{title}</span>
              <small className="ads-home-quiet">{t('alerts.incidentAlerts', { count, at: format.instant(last_alert_at) })}</small>
            </summary>
            <ul className="ads-home-alerts">
              {alerts.map((alert) => (
                <AlertItem key={alert.id} alert={alert} busy={busy} onRead={onRead} />
              ))}
            </ul>
            {count > alerts.length && <p className="ads-home-quiet">{t('alerts.incidentMore', { count: count - alerts.length })}</p>}
          </details>
        </li>
      ))}
    </ul>
  );
}
