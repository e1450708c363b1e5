import { type ReactNode, type RefObject, useId } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { ErrorBlock } from '#src/ui/page/block.tsx';
import { FailureRemark } from '#src/ui/page/failure-remark.tsx';
import './board.css';

interface Props {
  title: string;
  /** At the right of the title. */
  end?: ReactNode;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry: () => void;
  /** Undefined until the first load. */
  children: ReactNode | undefined;
  /** For a block that links lead to. */
  block?: RefObject<HTMLElement | null>;
  /** Number of placeholder lines while loading. */
  placeholderLines?: number;
}

/** A block of the page that loads and fails on its own. */
export function HomeBlock({ title, end, busy, failure, onRetry, children, block, placeholderLines = 4 }: Props) {
  const id = useId();
  return (
    <section ref={block} tabIndex={block && -1} className="ads-home-block" aria-labelledby={id} aria-busy={busy}>
      <header className="ads-home-head">
        <h2 id={id}>{title}</h2>
        {end}
      </header>
      {failure && children === undefined && <ErrorBlock message={failure.message} traceId={failure.traceId} onRetry={onRetry} />}
      {failure && children !== undefined && <FailureRemark failure={failure} onRetry={onRetry} />}
      {children ?? (!failure && <PlaceholderLines lines={placeholderLines} />)}
    </section>
  );
}

const PlaceholderLines = ({ lines }: { lines: number }) => (
  <div aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <div key={line} className="ads-home-still" />
    ))}
  </div>
);
