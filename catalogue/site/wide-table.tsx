import type { ReactNode } from 'react';

/** A table that scrolls horizontally if the window is too narrow. */
export function WideTable({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className="ads-cat-scroll" role="group" aria-label={label} tabIndex={0}>
      <table className={`ads-cat-table ${className}`} aria-label={label}>
        {children}
      </table>
    </div>
  );
}
