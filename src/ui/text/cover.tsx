import { useState } from 'react';
import './cover.css';

interface CoverProps {
  /** An address that the browser can show; null where there is none. */
  url: string | null;
  /** What it shows; empty where the name stands beside it. */
  alt: string;
  /** `cell` stands in a row of a table, `card` fills the width it is given. */
  size?: 'cell' | 'card';
  /** What stands in its place: a kind, a letter. */
  stand?: string;
}

/** A picture of something, cut to its frame. What is missing or cannot be fetched leaves a quiet place of the same size. */
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
