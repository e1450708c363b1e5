import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './draft-bar.css';

/** State and commands of a form's draft. */
export interface FormDraft {
  /** A draft that waits for a decision. `savedAt` is an instant; `isOlder` means that the row has changed since. */
  found: { savedAt: string; isOlder: boolean; isWithoutSecrets: boolean } | undefined;
  /** Instant since which the server holds the typed values. */
  keptAt: string | undefined;
  /** Restoring the draft would replace typed values. */
  replaces: boolean;
  onTake: () => void;
  onRefuse: () => void;
}

/** Formats an instant as the time of today, or with its date. */
function useMoment() {
  const format = useFormat();
  return (instant: string) => {
    const text = format.instant(instant);
    const [day = '', time = ''] = text.split(' ');
    return day === dateIn(new Date(), format.timezone) ? time : text;
  };
}

/** Offers a draft that was found; renders nothing without one. */
export function DraftBar({ found, replaces, onTake, onRefuse }: FormDraft) {
  const t = useText();
  const moment = useMoment();
  if (!found) return null;
  return (
    <div className="ads-draft" role="status">
      <span>
        {t('ui.draftFound', { time: moment(found.savedAt) })}
        {found.isOlder && <small>{t('ui.draftOlder')}</small>}
        {found.isWithoutSecrets && <small>{t('ui.draftWithoutSecrets')}</small>}
        {replaces && <small>{t('ui.draftReplaces')}</small>}
      </span>
      <button type="button" className="ads-link-button" onClick={onTake}>
        {t('ui.draftTake')}
      </button>
      <button type="button" className="ads-link-button" onClick={onRefuse}>
        {t('ui.draftRefuse')}
      </button>
    </div>
  );
}

/** Says that the typed values are saved as a draft. */
export function DraftNote({ found, keptAt }: FormDraft) {
  const t = useText();
  const moment = useMoment();
  return found || keptAt === undefined ? null : <span className="ads-draft-note">{t('ui.draftKept', { time: moment(keptAt) })}</span>;
}
