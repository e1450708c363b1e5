import type { Sort } from '#machines/kernel/list/list-query.ts';
import { useText } from '#src/locale/text-provider.tsx';
import { CheckBox } from '../pick/check-box.tsx';
import { ColumnEdge } from './column-edge.tsx';
import { LEAD_WIDTH, type TableLayout } from './table-columns.ts';

/** One column is sorted at a time: ascending, descending, unsorted. */
const nextSort = (sort: Sort | undefined, field: string): Sort | undefined => {
  if (sort?.field !== field) return { field, order: 'asc' };
  return sort.order === 'asc' ? { field, order: 'desc' } : undefined;
};

const spoken = { asc: 'ascending', desc: 'descending' } as const;

interface TableHeadProps<Row> {
  layout: TableLayout<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  /** Undefined when rows cannot be chosen. `isEmpty`: none of the rows here can be chosen. */
  choice: { state: 'none' | 'some' | 'all'; isEmpty: boolean; onToggle: (all: boolean) => void } | undefined;
  expandable: boolean;
  /** Undefined when widths are fixed. */
  onWidth: ((key: string, width: number) => void) | undefined;
  /** The column whose edge is the tab stop; arrow keys lead to the others. */
  edgeStop: string | undefined;
  onEdgeStop: (key: string) => void;
}

export function TableHead<Row>({ layout, sort, onSort, choice, expandable, onWidth, edgeStop, onEdgeStop }: TableHeadProps<Row>) {
  const t = useText();
  const lead = (at: number) => ({ className: layout.leadClass, style: { ...layout.leadStyles[at], width: LEAD_WIDTH } });
  const headRole = layout.isLoose ? 'columnheader' : undefined;
  const indexOf = (index: number) => (layout.isWhole ? undefined : index);
  return (
    <thead role={layout.isLoose ? 'rowgroup' : undefined}>
      <tr role={layout.isLoose ? 'row' : undefined} aria-rowindex={1}>
        {choice && (
          <th scope="col" role={headRole} {...lead(0)} aria-colindex={indexOf(1)}>
            <CheckBox
              label={t('ui.chooseAll')}
              checked={choice.state === 'all'}
              mixed={choice.state === 'some'}
              disabled={choice.isEmpty}
              onChange={choice.onToggle}
            />
          </th>
        )}
        {expandable && (
          <td {...lead(choice ? 1 : 0)} aria-colindex={indexOf(choice ? 2 : 1)}>
            <span className="ads-visually-hidden">{t('ui.details')}</span>
          </td>
        )}
        {layout.cells.map((column) => {
          if ('gap' in column) return <td key={column.key} aria-hidden="true" className="ads-cell" style={{ width: column.gap }} />;
          const { key, title, hint, sortable, style, className, drawnWidth, fullWidth, looseStyle, index } = column;
          const order = sort?.field === key ? sort.order : undefined;
          return (
            <th
              key={key}
              scope="col"
              role={headRole}
              data-column={key}
              className={className}
              style={layout.isLoose ? looseStyle : { ...style, width: drawnWidth }}
              title={hint}
              // Otherwise the label of the edge would be part of the column's name.
              aria-label={onWidth && title}
              aria-colindex={indexOf(index)}
              aria-sort={sortable && onSort ? (order ? spoken[order] : 'none') : undefined}
            >
              {sortable && onSort ? (
                <button
                  type="button"
                  className={`ads-head-text ads-sort-button ads-sort-${order ?? 'none'}`}
                  onClick={() => onSort(nextSort(sort, key))}
                >
                  {title}
                </button>
              ) : (
                <span className="ads-head-text">{title}</span>
              )}
              {onWidth && (
                <ColumnEdge
                  column={key}
                  title={title}
                  width={fullWidth}
                  atRight={column.frozen === 'right'}
                  isTabStop={edgeStop === key}
                  onStop={onEdgeStop}
                  onWidth={onWidth}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
