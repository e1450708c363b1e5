import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { LoadingBlock, Spinner } from '../page/block.tsx';
import { ErrorBoundary } from '../page/error-boundary.tsx';
import { MissingPart } from '../page/missing-part.tsx';
import './on-demand.css';

interface OnDemandOptions<Props> {
  /**
   * `block` (default) is rendered in place. `layer` is a drawer or a dialog: while its code loads, a small spinner floats above the page,
   * and a failure is shown in a dialog.
   */
  as?: 'block' | 'layer';
  /** Called when a layer whose code cannot be loaded is closed; notify the opener here. */
  leave?: (props: Props) => void;
  /** Shown for a block while its code loads; a large spinner by default. */
  placeholder?: ReactNode;
}

/** A component whose code loads when it is first rendered, or earlier by `preload`, which never rejects. */
export type OnDemand<Props> = ComponentType<Props> & { preload(): Promise<void> };

/**
 * Loads code that most visits never need. Unlike `lazy` it can be retried after a failure, explains a missing file (reload for a newer
 * release, retry when offline), and isolates crashes.
 *
 * const ImportDialog = onDemand(() => import('./import-dialog.tsx'), { as: 'layer', leave: ({ onClose }) => onClose() });
 *
 * Mount a layer only while it is open: its code loads with the first rendering.
 */
export function onDemand<Props extends object>(
  fetch: () => Promise<{ default: ComponentType<Props> }>,
  { as = 'block', leave, placeholder }: OnDemandOptions<Props> = {},
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const load = (): Promise<void> => {
    loading ??= fetch().then(
      (module) => {
        loaded = module.default;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };

  function Part(props: Props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | undefined>(() => loaded);
    const [fault, setFault] = useState<unknown>();
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (loaded) return setLoaded(() => loaded);
      let isAwaited = true;
      load().then(
        () => isAwaited && setLoaded(() => loaded),
        (error: unknown) => isAwaited && setFault(error ?? new Error('nothing was thrown')),
      );
      return () => {
        isAwaited = false;
      };
    }, [attempt]);

    const onLeave = as === 'layer' ? () => leave?.(props) : undefined;
    if (Loaded) {
      return (
        <ErrorBoundary onLeave={onLeave}>
          <Loaded {...props} />
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
