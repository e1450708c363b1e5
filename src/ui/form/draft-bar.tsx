import { dateIn, useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import './draft-bar.css';

/** What there is to say of the draft of a form, and to do about it. */
export interface FormDraft {
  /** One that was found and waits for an answer. `savedAt` is an instant; `isOlder`: the row was changed since. */
  found: { savedAt: string; isOlder: boolean; isWithoutSecrets: boolean } | undefined;
  /** Instant: since when the server has what was typed here. */
  keptAt: string | undefined;
  /** Taking the found one would replace something typed. */
  replaces: boolean;
  onTake: () => void;
  onRefuse: () => void;
}

/** Today's time, or the day with it. */
function useMoment() {
  const format = useFormat();
  return (instant: string) => {
    const text = format.instant(instant);
    const [day = '', time = ''] = text.split(' ');
    return day === dateIn(new Date(), format.timezone) ? time : text;
  };
}

/** Offers the draft that was found; says nothing where there is none. */
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

/** That nothing would be lost. */
export function DraftNote({ found, keptAt }: FormDraft) {
  const t = useText();
  const moment = useMoment();
  return found || keptAt === undefined ? null : <span className="ads-draft-note">{t('ui.draftKept', { time: moment(keptAt) })}</span>;
}
