import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Floating } from './floating.tsx';

/** Long enough that a passing mouse does not open it. */
const DELAY_MS = 200;

interface TooltipProps {
  content: string;
  /** Receives the id of the description for `aria-describedby`. */
  children: (describedBy: string) => ReactNode;
}

/** A hint on hover and on keyboard focus that also describes its anchor for screen readers. */
export function Tooltip({ content, children }: TooltipProps) {
  const [wanted, setWanted] = useState(false);
  const [shown, setShown] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!wanted) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <span
      ref={anchor}
      className="ads-popup-anchor"
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setWanted(true)}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setWanted(false)}
      // Touch has no hover: a tap opens it, and a tap elsewhere closes it.
      onPointerUp={({ pointerType }) => pointerType === 'touch' && setWanted(!shown)}
      onFocus={() => setWanted(true)}
      onBlur={() => setWanted(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !shown) return;
        event.stopPropagation();
        setWanted(false);
      }}
    >
      {children(id)}
      <span id={id} hidden>
        {content}
      </span>
      {shown && (
        <Floating anchor={anchor} onLeave={() => setWanted(false)}>
          <div className="ads-tooltip" aria-hidden="true">
            {content}
          </div>
        </Floating>
      )}
    </span>
  );
}
