import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useViewer } from '#src/ui/overlay/viewer.tsx';

/** A link to a page of the console where the user may open it; otherwise plain text. */
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
