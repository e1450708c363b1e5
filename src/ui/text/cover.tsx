import { useState } from 'react';
import './cover.css';

interface CoverProps {
  /** A URL that the browser can show; null when there is none. */
  url: string | null;
  /** Description; empty when the name is beside it. */
  alt: string;
  /** `cell` fits into a table row, `card` fills the given width. */
  size?: 'cell' | 'card';
  /** Placeholder text: a kind or a letter. */
  stand?: string;
}

/** A picture cropped to its frame. A missing or failed picture leaves a placeholder of the same size. */
export function Cover({ url, alt, size = 'cell', stand }: CoverProps) {
  const [broken, setBroken] = useState<string>();
  const shown = url !== null && url !== broken;
  return (
    <span className={`ads-cover ads-cover-${size}`}>
      {shown ? (
        <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setBroken(url)} />
      ) : (
        <span className="ads-cover-none" {...(alt && { role: 'img', 'aria-label': alt })}>
          {stand}
        </span>
      )}
    </span>
  );
}
