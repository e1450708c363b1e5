import type { ReactNode } from 'react';
import { useFormat } from '#src/locale/format.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { SelectionBar } from '../page/page.tsx';
import type { ListChoice } from './use-list.ts';

interface ChosenBarProps<RowId> extends ListChoice<RowId> {
  /** Whatever matches may be chosen at once; default: yes. */
  allowAll?: boolean;
  /** Label of the way to all that match; default: with their number. */
  allText?: string;
  /** What can be done with the chosen rows. */
  children: ReactNode;
}

/** How many rows are chosen, over all pages, and the way to all that match. Stands in the toolbar's place; nothing while nothing is chosen. */
export function ChosenBar<RowId>({ selection, total, onChooseAll, onClear, allowAll = true, allText, children }: ChosenBarProps<RowId>) {
  const t = useText();
  const format = useFormat();
  const isAll = selection.kind === 'allMatching';
  const text = isAll
    ? t('ui.chosenAllMatching', { total: format.number(selection.total) })
    : t('ui.chosen', { count: format.number(selection.ids.length) });
  return (
    <SelectionBar text={text} clearText={t('ui.clearChoice')} onClear={onClear}>
      {allowAll && !isAll && total > selection.ids.length && (
        <button type="button" className="ads-link-button ads-numbers" onClick={onChooseAll}>
          {allText ?? t('ui.chooseAllMatching', { total: format.number(total) })}
        </button>
      )}
      {children}
    </SelectionBar>
  );
}

/** Whether there is anything for a ChosenBar to say. */
export const isChosen = <RowId,>({ selection }: Pick<ListChoice<RowId>, 'selection'>): boolean =>
  selection.kind === 'allMatching' || selection.ids.length > 0;
