import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { Failure } from '#machines/kernel/form/faults.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { EmptyBlock, ErrorBlock } from '../page/block.tsx';
import { FailureRemark } from '../page/failure-remark.tsx';
import { CheckBox } from '../pick/check-box.tsx';
import '../page/base.css';
import './card-grid.css';

type RowId = string | number;

interface CardGridProps<Row, Id extends RowId> {
  /** What it holds, for those who cannot see it. */
  label: string;
  /** Undefined until something was loaded. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => Id;
  /** Names a card in the label of its checkbox. */
  rowName: (row: Row) => string;
  renderCard: (row: Row) => ReactNode;
  busy: boolean;
  failure?: Failure | undefined;
  onRetry?: () => void;
  /** Ids may belong to rows of other pages; they are kept. */
  chosen: readonly Id[];
  /** Whatever matches is chosen, on all pages. */
  allChosen: boolean;
  onChoose?: ((ids: Id[]) => void) | undefined;
  canChoose?: (row: Row) => boolean;
  onOpen: (row: Row) => void;
  onResetFilters?: (() => void) | undefined;
  /** What an empty grid says when nothing is filtered. */
  empty?: { text: string; action?: ReactNode } | undefined;
}

/** Controls of a card that handle a click themselves. */
const CONTROLS = 'button, a, input, label';

const STILL = Array.from({ length: 12 }, (_, at) => at);

/** How many cards stand side by side, as they are drawn. */
function perLine(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.offsetTop;
  const next = cards.findIndex((card) => card.offsetTop !== top);
  return next < 0 ? cards.length : next;
}

/**
 * Rows as pictures side by side. It takes what a DataTable takes of a list. A click on a card opens it. By keyboard: arrows, Home and End
 * walk, Space chooses, Enter opens.
 */
export function CardGrid<Row, Id extends RowId = number>(props: CardGridProps<Row, Id>) {
  const { label, rows, rowKey, rowName, renderCard, busy, failure, onRetry, chosen, allChosen, onChoose, canChoose, onOpen } = props;
  const { onResetFilters, empty } = props;
  const t = useText();
  const list = useRef<HTMLUListElement>(null);

  const toggle = (id: Id) => onChoose?.(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const key = (row: Row, event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('.ads-card') ?? [])];
    const at = cards.indexOf(event.currentTarget);
    const line = perLine(cards);
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + line,
      ArrowUp: at - line,
      Home: 0,
      End: cards.length - 1,
    };
    const next = steps[event.key];
    if (next !== undefined) {
      event.preventDefault();
      cards[Math.min(Math.max(next, 0), cards.length - 1)]?.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(row);
    } else if (event.key === ' ' && (canChoose?.(row) ?? true)) {
      event.preventDefault();
      toggle(rowKey(row));
    }
  };

  if (!rows && failure && !busy) {
    return <ErrorBlock title={t('ui.loadFailed')} message={failure.message} traceId={failure.traceId} onRetry={onRetry} />;
  }
  if (rows?.length === 0) {
    return (
      <EmptyBlock
        text={onResetFilters ? t('ui.nothingMatches') : (empty?.text ?? t('ui.nothingHere'))}
        action={
          onResetFilters ? (
            <button type="button" className="ads-link-button" onClick={onResetFilters}>
              {t('ui.clearFilters')}
            </button>
          ) : (
            empty?.action
          )
        }
      />
    );
  }
  return (
    <div className="ads-card-frame">
      {busy && rows && <i className="ads-busy-bar" aria-hidden="true" />}
      {failure && !busy && <FailureRemark failure={failure} title={t('ui.staleRows')} onRetry={onRetry} />}
      <ul ref={list} className="ads-cards" aria-label={label} aria-busy={busy}>
        {!rows && STILL.map((at) => <li key={at} className="ads-card ads-card-still" aria-hidden="true" />)}
        {rows?.map((row, at) => {
          const id = rowKey(row);
          const isChosen = allChosen || chosen.includes(id);
          return (
            <li
              key={id}
              className={isChosen ? 'ads-card ads-card-chosen' : 'ads-card'}
              tabIndex={at === 0 ? 0 : -1}
              aria-label={rowName(row)}
              onClick={(event) => {
                if (!(event.target as Element).closest(CONTROLS)) onOpen(row);
              }}
              onKeyDown={(event) => key(row, event)}
            >
              {onChoose && (
                <span className="ads-card-choice">
                  <CheckBox
                    label={t('ui.chooseRow', { row: rowName(row) })}
                    checked={isChosen}
                    disabled={allChosen || !(canChoose?.(row) ?? true)}
                    onChange={() => toggle(id)}
                  />
                </span>
              )}
              {renderCard(row)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
