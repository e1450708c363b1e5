import { Breadcrumb } from '@arco-design/web-react';
import { Link } from 'react-router-dom';
import { useText } from '#src/locale/text-provider.tsx';
import './crumbs.css';

export interface Crumb {
  key: string;
  /** The level, for example "Account". */
  kind: string;
  /** The chosen object of this level. */
  name?: string | undefined;
  /** Undefined for the current level. */
  to?: { pathname: string; search: string } | undefined;
}

/** The current drill-down level, and links to the levels above. */
export function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useText();
  return (
    <nav className="ads-crumbs" aria-label={t('ui.crumbs')}>
      <Breadcrumb separator="›">
        {crumbs.map(({ key, kind, name, to }) => {
          const text = name === undefined ? kind : `${kind} ${name}`;
          const shown = (
            <>
              <small>{kind}</small>
              {name !== undefined && <b>{name}</b>}
            </>
          );
          return (
            <Breadcrumb.Item key={key}>
              {to ? (
                <Link to={to} title={text}>
                  {shown}
                </Link>
              ) : (
                <span aria-current="page" title={text}>
                  {shown}
                </span>
              )}
            </Breadcrumb.Item>
          );
        })}
      </Breadcrumb>
    </nav>
  );
}
