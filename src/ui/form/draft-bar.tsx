import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './draft-bar.css';

/** State and commands of a form's draft. */
export interface FormDraft {
  /** A draft that waits for a decision. `savedAt` is an instant; `isOlder` means that the row has changed since. */
  found: { savedAt: string; isOlder: boolean; isWithoutSecrets: boolean } | undefined;
  /** Instant since which the server holds the typed values. */
  storedAt: string | undefined;
  /** Restoring the draft would replace typed values. */
  replacesTyped: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}

/** Formats an instant as the time of today, or with its date. */
function useFormatSavedAt() {
  const format = useFormat();
  return (instant: string) => {
    const text = format.instant(instant);
    const [day = '', time = ''] = text.split(' ');
    return day === dateIn(new Date(), format.timezone) ? time : text;
  };
}

/** Offers a draft that was found; renders nothing without one. */
export function DraftBar({ found, replacesTyped, onRestore, onDiscard }: FormDraft) {
  const t = useText();
  const formatSavedAt = useFormatSavedAt();
  if (!found) return null;
  return (
    <div className="ads-draft" role="status">
      <span>
        {t('ui.draftFound', { time: formatSavedAt(found.savedAt) })}
        {found.isOlder && <small>{t('ui.draftOlder')}</small>}
        {found.isWithoutSecrets && <small>{t('ui.draftWithoutSecrets')}</small>}
        {replacesTyped && <small>{t('ui.draftReplaces')}</small>}
      </span>
      <button type="button" className="ads-link-button" onClick={onRestore}>
        {t('ui.draftTake')}
      </button>
      <button type="button" className="ads-link-button" onClick={onDiscard}>
        {t('ui.draftRefuse')}
      </button>
    </div>
  );
}

/** Says that the typed values are saved as a draft. */
export function DraftNote({ found, storedAt }: FormDraft) {
  const t = useText();
  const formatSavedAt = useFormatSavedAt();
  return found || storedAt === undefined ? null : (
    <span className="ads-draft-note">{t('ui.draftKept', { time: formatSavedAt(storedAt) })}</span>
  );
}
