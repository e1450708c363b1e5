import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

/** Leads to a place of the console, where the reader may go there; otherwise the words alone. */
export function ConsoleLink({ to, children, className }: { to: string | null; children: ReactNode; className?: string }) {
  const { canOpen } = useViewer();
  const path = to?.split('?')[0];
  if (to === null || path === undefined || !canOpen(path)) return <span className={className}>{children}</span>;
  return (
    <Link to={to} className={className ? `ads-home-link ${className}` : 'ads-home-link'}>
      {children}
    </Link>
  );
}
