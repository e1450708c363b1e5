import type { ReactNode } from 'react';
import '../page/base.css';

interface IconButtonProps {
  /** What it does: read out, and shown on hover. */
  label: string;
  icon: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** For one that switches something on and off. */
  pressed?: boolean;
  /** For one that opens something: whether it is open, and its id. */
  expanded?: boolean;
  controls?: string | undefined;
}

export function IconButton({ label, icon, onClick, disabled, pressed, expanded, controls }: IconButtonProps) {
  return (
    <button
      type="button"
      className="ads-icon-button"
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      aria-controls={controls}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      <span className="ads-icon" aria-hidden="true">
        {icon}
      </span>
    </button>
  );
}
