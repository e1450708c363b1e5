import { useSelector } from '@xstate/react';
import { Link } from 'react-router-dom';
import { withAction } from '#machines/kernel/page/page-address.ts';
import { alertPageOf } from '#machines/unread-alerts/unread-alerts.machine.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { useViewer } from '#src/ui/overlay/viewer.tsx';
import { IconNotification } from '#src/ui/text/icons.ts';
import type { Part } from './parts.ts';
import './shell-status.css';

/** Beyond this number, the badge says only that there are more. */
const MAX_SHOWN = 99;

/** Leads to the alerts of the user; a number shows how many of them are unread. */
export function AlertsBell({ unreadAlerts, workspace }: { unreadAlerts: Part<'unreadAlerts'>; workspace: Part<'workspace'> }) {
  const t = useText();
  const page = alertPageOf(useViewer().pages.map(({ path }) => path));
  const unread = useSelector(unreadAlerts, (state) => state.context.unread ?? 0);
  // An open page keeps its filters.
  const search = useSelector(workspace, (state) => state.context.tabs.find(({ path }) => path === page)?.search ?? '');
  if (page === undefined) return null;
  const label = unread > 0 ? t('header.unreadAlerts', { count: unread }) : t('header.alerts');
  return (
    <Link className="ads-icon-button ads-alerts-bell" to={page + withAction(search, 'alerts')} aria-label={label} title={label}>
      <IconNotification aria-hidden="true" />
      {unread > 0 && (
        <span className="ads-badge" aria-hidden="true">
          {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        </span>
      )}
    </Link>
  );
}
