import { type DragEvent, type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import { CheckBox } from '../pick/check-box.tsx';
import { Halves } from '../text/halves.tsx';
import { IconCaretDown, IconCaretRight } from '../text/icons.ts';
import type { TableLayout } from './table-columns.ts';

export type RowId = number | string;
/** What colours a row beyond its states. */
export type RowTone = 'warn' | 'error';

/** What a row tells the table. The same object over all renders, or every row would be drawn again. */
export interface RowHandlers<Row> {
  /** With Shift the rows since the last choice come along. */
  choose(id: RowId, chosen: boolean, withShift: boolean): void;
  toggle(id: RowId): void;
  click(row: Row): void;
  dragStart(id: RowId, event: DragEvent): void;
  dragOver(id: RowId, event: DragEvent): void;
  dragEnd(): void;
  drop(id: RowId, event: DragEvent): void;
}

/** What the controls of a row say: made once for all rows. */
export interface RowWords {
  choose: (row: string) => string;
  expand: (row: string) => string;
  collapse: (row: string) => string;
}

export interface TableRowProps<Row> {
  row: Row;
  id: RowId;
  name: string;
  index: number;
  layout: TableLayout<Row>;
  handlers: RowHandlers<Row>;
  words: RowWords;
  /** Undefined: cannot be chosen. */
  chosen: boolean | undefined;
  choosable: boolean;
  current: boolean;
  tone: RowTone | undefined;
  expanded: boolean;
  /** Details can be unfolded below it. */
  expandable: boolean;
  /** From 1 in a tree; undefined in a plain table. */
  level: number | undefined;
  hasChildren: boolean;
  setSize: number;
  position: number;
  /** One row is reached with Tab, the others with the arrows. */
  tabStop: boolean;
  clickable: boolean;
  draggable: boolean;
  dropMark: 'yes' | 'no' | undefined;
  /** Its line of the body. */
  item: number;
}

const INDENT = 20;

/** A click on something in a row that is itself clicked, or that selects text, is not a click on the row. */
const isOwnClick = (event: MouseEvent): boolean =>
  !(event.target as Element).closest('button, a, input, label, select, textarea, [role=menu], [role=dialog]') &&
  !window.getSelection()?.toString();

function ExpandButton({
  label,
  expanded,
  tabIndex,
  onToggle,
}: {
  label: string;
  expanded: boolean;
  tabIndex?: number;
  onToggle: () => void;
}) {
  const Mark = expanded ? IconCaretDown : IconCaretRight;
  return (
    <button type="button" className="ads-icon-button" tabIndex={tabIndex} aria-expanded={expanded} aria-label={label} onClick={onToggle}>
      <Mark aria-hidden="true" />
    </button>
  );
}

/** Said outright where the look takes it away from a plain cell. */
const cellRole = ({ isLoose }: { isLoose: boolean }, isTree: boolean) => (isLoose ? (isTree ? 'gridcell' : 'cell') : undefined);

/** Words alone take two lines at most, as names do: rows of one table are of one height. */
const inCell = (content: ReactNode, isRight: boolean): ReactNode =>
  typeof content === 'string' && !isRight ? (
    <span className="ads-name-lines" title={content}>
      <Halves text={content} />
    </span>
  ) : (
    content
  );

function Row<Data>(props: TableRowProps<Data>) {
  const { row, id, name, layout, handlers, words, chosen, choosable, expanded, expandable } = props;
  const { level, hasChildren, current, clickable, draggable, dropMark } = props;
  const isTree = level !== undefined;
  const indexOf = (index: number) => (layout.isWhole ? undefined : index);
  const role = cellRole(layout, isTree);
  // Apart from the row's flags: the focus passes by and a choice is made without drawing what is in the cells.
  const cells = useMemo(
    () =>
      layout.cells.map((column, at) =>
        'gap' in column ? (
          <td key={column.key} aria-hidden="true" className="ads-cell" style={{ width: column.gap }} />
        ) : (
          <td
            key={column.key}
            role={role}
            className={column.className}
            style={layout.isLoose ? column.looseStyle : column.style}
            aria-colindex={layout.isWhole ? undefined : column.index}
          >
            {level !== undefined && at === 0 ? (
              <div className="ads-tree-cell" style={{ paddingLeft: (level - 1) * INDENT }}>
                {hasChildren ? (
                  <ExpandButton
                    label={(expanded ? words.collapse : words.expand)(name)}
                    expanded={expanded}
                    tabIndex={-1}
                    onToggle={() => handlers.toggle(id)}
                  />
                ) : (
                  <span className="ads-tree-leaf" />
                )}
                {column.render(row)}
              </div>
            ) : (
              inCell(column.render(row), column.align === 'right')
            )}
          </td>
        ),
      ),
    [layout, role, row, level, hasChildren, name, words, expanded, handlers, id],
  );
  const foldText = () => (expanded ? words.collapse : words.expand)(name);
  const classes = ['ads-row'];
  if (chosen || current) classes.push('ads-row-chosen');
  if (props.tone) classes.push(`ads-row-${props.tone}`);
  if (clickable) classes.push('ads-row-clickable');
  if (dropMark) classes.push(`ads-row-drop-${dropMark}`);
  return (
    <tr
      role={layout.isLoose ? 'row' : undefined}
      className={classes.join(' ')}
      data-row-id={id}
      data-index={props.item}
      aria-rowindex={props.index}
      aria-selected={chosen}
      aria-current={current || undefined}
      aria-level={level}
      aria-setsize={isTree ? props.setSize : undefined}
      aria-posinset={isTree ? props.position : undefined}
      aria-expanded={isTree && hasChildren ? expanded : undefined}
      tabIndex={props.tabStop ? 0 : -1}
      draggable={draggable || undefined}
      onClick={clickable ? (event) => isOwnClick(event) && handlers.click(row) : undefined}
      onDragStart={draggable ? (event) => handlers.dragStart(id, event) : undefined}
      onDragOver={isTree ? (event) => handlers.dragOver(id, event) : undefined}
      onDragEnd={draggable ? handlers.dragEnd : undefined}
      onDrop={isTree ? (event) => handlers.drop(id, event) : undefined}
    >
      {chosen !== undefined && (
        <td role={role} className={layout.leadClass} style={layout.leadStyles[0]} aria-colindex={indexOf(1)}>
          <CheckBox
            label={words.choose(name)}
            checked={chosen}
            disabled={!choosable}
            onChange={(next, withShift) => handlers.choose(id, next, withShift)}
          />
        </td>
      )}
      {expandable && (
        <td
          role={role}
          className={layout.leadClass}
          style={layout.leadStyles[chosen === undefined ? 0 : 1]}
          aria-colindex={indexOf(chosen === undefined ? 1 : 2)}
        >
          <ExpandButton label={foldText()} expanded={expanded} onToggle={() => handlers.toggle(id)} />
        </td>
      )}
      {cells}
    </tr>
  );
}

/** Drawn again only when its data or one of its own flags changes. */
export const TableRow = memo(Row) as typeof Row;

interface DetailsRowProps {
  span: number;
  item: number;
  children: ReactNode;
}

/** What is unfolded below a row. */
export function DetailsRow({ span, item, children }: DetailsRowProps) {
  return (
    <tr className="ads-row-details" data-index={item}>
      <td colSpan={span}>
        <div className="ads-details">{children}</div>
      </td>
    </tr>
  );
}
