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
  const [isRequested, setRequested] = useState(false);
  const [isShown, setShown] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isRequested) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, [isRequested]);
  return (
    <span
      ref={anchor}
      className="ads-popup-anchor"
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setRequested(true)}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setRequested(false)}
      // Touch has no hover: a tap opens it, and a tap elsewhere closes it.
      onPointerUp={({ pointerType }) => pointerType === 'touch' && setRequested(!isShown)}
      onFocus={() => setRequested(true)}
      onBlur={() => setRequested(false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isShown) return;
        event.stopPropagation();
        setRequested(false);
      }}
    >
      {children(id)}
      <span id={id} hidden>
        {content}
      </span>
      {isShown && (
        <Floating anchor={anchor} onLeave={() => setRequested(false)}>
          <div className="ads-tooltip" aria-hidden="true">
            {content}
          </div>
        </Floating>
      )}
    </span>
  );
}
