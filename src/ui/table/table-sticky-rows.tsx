import type { ReactNode } from 'react';
import { LEADING_WIDTH, type TableLayout } from './table-columns.ts';

/** Number of placeholder rows before the first load. */
const SKELETON_ROWS = 8;

export function SkeletonRows<Row>({ layout, leads }: { layout: TableLayout<Row>; leads: number }) {
  const cells = [
    ...Array.from({ length: leads }, (_, at) => ({ key: `lead ${at}`, className: layout.leadingClass, style: layout.leadingStyles[at] })),
    ...layout.columns.map(({ key, className, style, positionedStyle }) => ({
      key,
      className,
      style: layout.isPositioned ? positionedStyle : style,
    })),
  ];
  return Array.from({ length: SKELETON_ROWS }, (_, index) => (
    <tr key={index} className="ads-row" aria-hidden="true">
      {cells.map(({ key, className, style }) => (
        <td key={key} className={className} style={style}>
          <i className="ads-skeleton" />
        </td>
      ))}
    </tr>
  ));
}

interface TotalsRowProps<Row> {
  layout: TableLayout<Row>;
  leads: number;
  totals: (column: string) => ReactNode;
  index: number;
}

interface TotalsRowsProps<Row> extends Omit<TotalsRowProps<Row>, 'totals' | 'index'> {
  rows: readonly TotalsRowProps<Row>['totals'][];
}

/** Totals of all filtered rows, pinned under the header. */
export function TotalsRows<Row>({ rows, ...rest }: TotalsRowsProps<Row>) {
  return (
    <tbody className="ads-totals" role={rest.layout.isPositioned ? 'rowgroup' : undefined}>
      {rows.map((totals, at) => (
        <TotalsRow key={at} {...rest} totals={totals} index={at + 2} />
      ))}
    </tbody>
  );
}

function TotalsRow<Row>({ layout, leads, totals, index }: TotalsRowProps<Row>) {
  const role = layout.isPositioned ? 'cell' : undefined;
  const indexOf = (index: number) => (layout.isWhole ? undefined : index);
  return (
    <tr role={layout.isPositioned ? 'row' : undefined} aria-rowindex={index}>
      {Array.from({ length: leads }, (_, at) => (
        <td
          key={at}
          role={role}
          className={layout.leadingClass}
          style={{ ...layout.leadingStyles[at], width: LEADING_WIDTH }}
          aria-colindex={indexOf(at + 1)}
        />
      ))}
      {layout.cells.map((column) =>
        'gap' in column ? (
          <td key={column.key} aria-hidden="true" className="ads-cell" style={{ width: column.gap }} />
        ) : (
          <td
            key={column.key}
            role={role}
            className={column.className}
            style={layout.isPositioned ? column.positionedStyle : column.style}
            aria-colindex={indexOf(column.index)}
          >
            {totals(column.key)}
          </td>
        ),
      )}
    </tr>
  );
}
