import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useViewer } from '../overlay/viewer.tsx';
import type { Column } from './table-columns.ts';
import '../page/base.css';

interface LinkedProps {
  to: string;
  title: string;
  children: ReactNode;
}

/** A link for those who may open the page it leads to; for all others the content alone. */
function Linked({ to, title, children }: LinkedProps) {
  const { canOpen } = useViewer();
  if (!canOpen(to.split('?')[0] ?? to)) return children;
  return (
    <Link className="ads-link-button" to={to} title={title}>
      {children}
    </Link>
  );
}

/** The content of a cell, as a link to the list of what it counts where its column names one. */
export function renderCell<Row>({ title, render, leadsTo }: Pick<Column<Row>, 'title' | 'render' | 'leadsTo'>, row: Row): ReactNode {
  const to = leadsTo?.(row);
  if (to === undefined) return render(row);
  return (
    <Linked to={to} title={title}>
      {render(row)}
    </Linked>
  );
}
