import { type DragEvent, type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import { CheckBox } from '../pick/check-box.tsx';
import { Halves } from '../text/halves.tsx';
import { IconCaretDown, IconCaretRight } from '../text/icons.ts';
import { renderCell } from './render-cell.tsx';
import type { TableLayout } from './table-columns.ts';

export type RowId = number | string;
/** Colour of a row that needs attention. */
export type RowTone = 'warn' | 'error';

/** Handlers of a row. Must be referentially stable, or every row would be rendered again. */
export interface RowHandlers<Row> {
  /** With Shift, includes the rows since the last choice. */
  choose(id: RowId, chosen: boolean, withShift: boolean): void;
  toggle(id: RowId): void;
  click(row: Row): void;
  dragStart(id: RowId, event: DragEvent): void;
  dragOver(id: RowId, event: DragEvent): void;
  dragEnd(): void;
  drop(id: RowId, event: DragEvent): void;
}

/** Labels of the controls in a row, formatted once for all rows. */
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
  /** Undefined when it cannot be chosen. */
  chosen: boolean | undefined;
  choosable: boolean;
  current: boolean;
  tone: RowTone | undefined;
  expanded: boolean;
  /** Details can be expanded below it. */
  expandable: boolean;
  /** From 1 in a tree; undefined in a plain table. */
  level: number | undefined;
  hasChildren: boolean;
  setSize: number;
  position: number;
  /** One row is the tab stop, arrow keys lead to the others. */
  tabStop: boolean;
  clickable: boolean;
  draggable: boolean;
  dropMark: 'yes' | 'no' | undefined;
  /** Index of its line in the body. */
  item: number;
}

const INDENT = 20;

/** A click on a control in a row, or one that selects text, is not a click on the row. */
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

/** Explicit because a different CSS display removes the implicit role. */
const cellRole = ({ isPositioned }: Pick<TableLayout<never>, 'isPositioned'>, isTree: boolean) =>
  isPositioned ? (isTree ? 'gridcell' : 'cell') : undefined;

/** Plain text takes at most two lines, like names, so that rows have the same height. */
const wrapContent = (content: ReactNode, isRight: boolean): ReactNode =>
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
  // Memoised apart from the flags of the row, so that focus and choice do not render the cells again.
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
            style={layout.isPositioned ? column.positionedStyle : column.style}
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
                {renderCell(column, row)}
              </div>
            ) : (
              wrapContent(renderCell(column, row), column.align === 'right')
            )}
          </td>
        ),
      ),
    [layout, role, row, level, hasChildren, name, words, expanded, handlers, id],
  );
  const formatToggleLabel = () => (expanded ? words.collapse : words.expand)(name);
  const classes = ['ads-row'];
  if (chosen || current) classes.push('ads-row-chosen');
  if (props.tone) classes.push(`ads-row-${props.tone}`);
  if (clickable) classes.push('ads-row-clickable');
  if (dropMark) classes.push(`ads-row-drop-${dropMark}`);
  return (
    <tr
      role={layout.isPositioned ? 'row' : undefined}
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
        <td role={role} className={layout.leadingClass} style={layout.leadingStyles[0]} aria-colindex={indexOf(1)}>
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
          className={layout.leadingClass}
          style={layout.leadingStyles[chosen === undefined ? 0 : 1]}
          aria-colindex={indexOf(chosen === undefined ? 1 : 2)}
        >
          <ExpandButton label={formatToggleLabel()} expanded={expanded} onToggle={() => handlers.toggle(id)} />
        </td>
      )}
      {cells}
    </tr>
  );
}

/** Rendered again only when its data or one of its own flags changes. */
export const TableRow = memo(Row) as typeof Row;

interface DetailsRowProps {
  span: number;
  item: number;
  children: ReactNode;
}

/** Expanded details below a row. */
export function DetailsRow({ span, item, children }: DetailsRowProps) {
  return (
    <tr className="ads-row-details" data-index={item}>
      <td colSpan={span}>
        <div className="ads-details">{children}</div>
      </td>
    </tr>
  );
}
