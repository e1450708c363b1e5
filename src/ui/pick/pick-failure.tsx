import { useText } from '#src/locale/text-provider.tsx';

interface Props {
  /** Why the options could not be loaded. */
  failure: string;
  onRetry: (() => void) | undefined;
  /** The focus moves on, or the list closes. */
  onLeave: () => void;
}

/** Shown in place of options that could not be loaded. */
export function PickFailure({ failure, onRetry, onLeave }: Props) {
  const t = useText();
  return (
    <div className="ads-pick-empty" role="alert">
      <p>{`${t('ui.loadFailed')}: ${failure}`}</p>
      {onRetry && (
        <button
          type="button"
          className="ads-link-button"
          onClick={onRetry}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && event.key !== 'Tab') return;
            event.stopPropagation();
            if (event.key === 'Escape') event.preventDefault();
            onLeave();
          }}
        >
          {t('ui.retry')}
        </button>
      )}
    </div>
  );
}
