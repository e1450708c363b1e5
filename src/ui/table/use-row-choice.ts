import { useRef } from 'react';
import type { RowId } from './table-row.tsx';

interface RowChoiceOptions<Id extends RowId> {
  /** Rows of this page that can be chosen, from top to bottom. */
  choosable: readonly Id[];
  /** Ids of rows on other pages are kept. */
  chosen: readonly Id[];
  /** All matching rows on all pages are chosen. */
  allChosen: boolean;
  onChoose: ((ids: Id[]) => void) | undefined;
}

/** Choosing a row, a range, a page or none. Deselecting one of all keeps the others of this page. */
export function useRowChoice<Id extends RowId>({ choosable, chosen, allChosen, onChoose }: RowChoiceOptions<Id>) {
  // Start of the current range, and the choice besides it.
  const anchor = useRef<{ id: Id; others: readonly Id[] } | undefined>(undefined);
  const chosenIds = allChosen ? choosable : chosen;
  const chosenIdSet = new Set(chosenIds);
  const chosenHere = choosable.reduce((sum, id) => (chosenIdSet.has(id) ? sum + 1 : sum), 0);

  const choose = (id: Id, yes: boolean) => {
    const others = chosenIds.filter((one) => one !== id);
    anchor.current = { id, others };
    onChoose?.(yes ? [...others, id] : others);
  };
  return {
    state: allChosen ? ('all' as const) : pageState(chosenHere, choosable.length),
    choose,
    toggle: (id: Id) => choosable.includes(id) && choose(id, !chosenIdSet.has(id)),
    /** From the last choice, or from `start`, to this row. */
    chooseRange: (id: Id, start: Id = id) => {
      if (anchor.current === undefined || !choosable.includes(anchor.current.id)) anchor.current = { id: start, others: chosenIds };
      const { id: from, others } = anchor.current;
      const ends = [choosable.indexOf(from), choosable.indexOf(id)].toSorted((a, b) => a - b);
      const [first = -1, last = -1] = ends;
      if (first < 0) return;
      const range = new Set(choosable.slice(first, last + 1));
      onChoose?.([...others.filter((one) => !range.has(one)), ...range]);
    },
    choosePage: (all: boolean) => {
      anchor.current = undefined;
      const page = new Set(choosable);
      const elsewhere = allChosen ? [] : chosen.filter((id) => !page.has(id));
      onChoose?.(all ? [...elsewhere, ...choosable] : elsewhere);
    },
    chooseNone: () => {
      anchor.current = undefined;
      onChoose?.([]);
    },
  };
}

const pageState = (chosenHere: number, all: number) =>
  chosenHere === 0 ? ('none' as const) : chosenHere === all ? ('all' as const) : ('some' as const);
