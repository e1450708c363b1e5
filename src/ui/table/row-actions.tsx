import { useText } from '#src/locale/text-provider.tsx';
import { type MenuAction, MenuButton } from '../overlay/menu-button.tsx';
import { Tooltip } from '../overlay/tooltip.tsx';
import '../page/base.css';

export type RowAction = MenuAction;

interface RowActionsProps {
  /** The object of the actions, so that a screen reader does not read "edit" forty times. */
  subject: string;
  actions: RowAction[];
  /** Number of actions in the row itself; at most three. */
  inline?: 1 | 2 | 3;
}

function InlineAction({ subject, action }: { subject: string; action: RowAction }) {
  const { text, danger, refusal, onRun } = action;
  const className = danger ? 'ads-link-button ads-is-danger' : 'ads-link-button';
  const label = `${text} ${subject}`;
  if (refusal === undefined) {
    return (
      <button type="button" className={className} aria-label={label} onClick={onRun}>
        {text}
      </button>
    );
  }
  return (
    <Tooltip content={refusal}>
      {(describedBy) => (
        <button type="button" className={className} aria-disabled="true" aria-label={label} aria-describedby={describedBy}>
          {text}
        </button>
      )}
    </Tooltip>
  );
}

/** Actions of a row: the first ones as links, the others in a menu. An unavailable one gives the reason. */
export function RowActions({ subject, actions, inline = 3 }: RowActionsProps) {
  const t = useText();
  // A menu with a single item would cost a click and save no room.
  const shown = actions.length <= inline ? actions.length : actions.length === inline + 1 && inline < 3 ? inline + 1 : inline;
  const rest = actions.slice(shown);
  return (
    <span className="ads-row-actions">
      {actions.slice(0, shown).map((action) => (
        <InlineAction key={action.key} subject={subject} action={action} />
      ))}
      {rest.length > 0 && (
        <MenuButton label={t('ui.moreActions', { subject })} actions={rest}>
          {t('ui.more')}
        </MenuButton>
      )}
    </span>
  );
}
