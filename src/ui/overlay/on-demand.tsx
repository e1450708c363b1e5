import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LoadingBlock, Spinner } from '../page/block.tsx';
import { ErrorBoundary } from '../page/error-boundary.tsx';
import { MissingPart } from '../page/missing-part.tsx';
import './on-demand.css';

interface OnDemandOptions<Props> {
  /**
   * `block` (default) stands in its place on the page. `layer` is a drawer or a dialog: while its code is on the way a
   * small sign floats above the page, and what cannot be fetched says so in a dialog.
   */
  as?: 'block' | 'layer';
  /** A layer whose code cannot be fetched is left by this: tell whoever opened it. */
  leave?: (props: Props) => void;
  /** Stands in for a block while its code is on the way; a large spinner when absent. */
  placeholder?: ReactNode;
}

/** A component whose code is fetched when it is first drawn, or earlier by `preload`, which never fails. */
export type OnDemand<Props> = ComponentType<Props> & { preload(): Promise<void> };

/**
 * Code that most visits never need. Unlike `lazy` it can be asked for again after a failure, says in words that a file is
 * missing (a newer release: reload; no network: try again), and a part that breaks takes nothing else down.
 *
 *     const ImportDialog = onDemand(() => import('./import-dialog.tsx'), { as: 'layer', leave: ({ onClose }) => onClose() });
 *
 * Mount a layer only while it is open: it is fetched with its first drawing.
 */
export function onDemand<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  { as = 'block', leave, placeholder }: OnDemandOptions<Props> = {},
): OnDemand<Props> {
  let arrived: ComponentType<Props> | undefined;
  let underWay: Promise<void> | undefined;
  const load = (): Promise<void> => {
    underWay ??= fetch().then(
      (module) => {
        arrived = module.default;
      },
      (error: unknown) => {
        underWay = undefined;
        throw error;
      },
    );
    return underWay;
  };

  function Part(props: Props) {
    const [Shown, setShown] = useState<ComponentType<Props> | undefined>(() => arrived);
    const [fault, setFault] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (arrived) return setShown(() => arrived);
      let isAwaited = true;
      load().then(
        () => isAwaited && setShown(() => arrived),
        (error: unknown) => isAwaited && setFault(error ?? new Error('nothing was thrown')),
      );
      return () => {
        isAwaited = false;
      };
    }, [attempt]);

    const onLeave = as === 'layer' ? () => leave?.(props) : undefined;
    if (Shown) {
      return (
        <ErrorBoundary onLeave={onLeave}>
          <Shown {...props} />
        </ErrorBoundary>
      );
    }
    if (fault !== undefined) {
      const retry = () => {
        setFault(undefined);
        setAttempt(attempt + 1);
      };
      return <MissingPart onRetry={retry} onLeave={onLeave} />;
    }
    if (as === 'layer') {
      return (
        <div className="ads-on-demand">
          <Spinner size="large" />
        </div>
      );
    }
    return placeholder ?? <LoadingBlock />;
  }

  return Object.assign(Part, { preload: () => load().catch(() => undefined) });
}
