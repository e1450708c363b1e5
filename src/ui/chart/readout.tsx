import { useLayoutEffect, useRef, useState } from 'react';

interface ReadoutProps {
  title: string;
  lines: readonly { key: string; label: string; text: string; colour?: string | undefined }[];
  /** Further remarks. */
  notes?: readonly string[];
  /** Pixels from the left edge of the plot. */
  left: number;
}

/** Distance between the point and its readout, in pixels. */
const GAP = 12;

/** The values of one point of a plot, for sighted users; screen readers use the slider of the chart. */
export function Readout({ title, lines, notes = [], left }: ReadoutProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isFlipped, setIsFlipped] = useState(false);
  // Flips to the other side where there is no room, so that it never covers its point.
  useLayoutEffect(() => {
    const element = box.current;
    const availableWidth = element?.parentElement?.clientWidth ?? 0;
    if (element) setIsFlipped(left + GAP + element.offsetWidth > availableWidth && left > availableWidth / 2);
  }, [left]);
  return (
    <div
      ref={box}
      className="ads-readout"
      style={isFlipped ? { right: `calc(100% - ${left - GAP}px)` } : { left: left + GAP }}
      aria-hidden="true"
    >
      <strong>{title}</strong>
      <dl>
        {lines.map(({ key, label, text, colour }) => (
          <div key={key}>
            <dt>
              <i style={{ background: colour ?? 'transparent' }} />
              <span>{label}</span>
            </dt>
            <dd className="ads-numbers">{text}</dd>
          </div>
        ))}
      </dl>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
