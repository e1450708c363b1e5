import type { CallContext } from '../call.ts';
import { formatInstant, stampOf, wallClock } from '../instants.ts';
import { refuse, refuseField } from '../refusal.ts';
import type { SheetCell, SheetFile } from './sheet.ts';

export type Locale = 'zh-cn' | 'en';

interface Words {
  zh: string;
  en: string;
}

/** A column that can be exported: instants are shown in the reader's time zone. */
export interface ExportColumn<Row> extends Words {
  width: number;
  cell(row: Row, locale: Locale): SheetCell;
}

export const pick = (words: Words, locale: Locale): string => (locale === 'zh-cn' ? words.zh : words.en);

/** Refuses before anything is read. */
export function requireRoom(count: number, max: number): void {
  if (count > max) throw refuse('EXPORT_TOO_LARGE', { count, max });
}

/** Builds the file: the data, then a sheet that says what it is. */
export function exportFile<Row>(
  context: Pick<CallContext, 'caller' | 'now'>,
  request: { columns: readonly string[]; locale: Locale },
  what: {
    page: Words;
    /** Part of the file name, ASCII. */
    slug: string;
    /** Days covered, for the name. */
    days?: readonly [string, string];
    columns: Readonly<Record<string, ExportColumn<Row>>>;
    rows: readonly Row[];
    /** Filters as the reader gave them. */
    filters: Readonly<Record<string, unknown>>;
  },
): SheetFile {
  const { caller, now } = context;
  const { locale } = request;
  const chosen = request.columns.map((key, index) => {
    const column = Object.hasOwn(what.columns, key) ? what.columns[key] : undefined;
    if (column === undefined) throw refuseField(`columns.${index}`, 'enum');
    return column;
  });
  const local = (cell: SheetCell) => (cell instanceof Date ? wallClock(cell, caller.timezone) : cell);
  const notes: [Words, string][] = [
    [{ zh: '页面', en: 'Page' }, pick(what.page, locale)],
    [{ zh: '导出时间', en: 'Exported at' }, formatInstant(now, caller.timezone)],
    [{ zh: '导出人', en: 'Exported by' }, caller.account],
    [{ zh: '行数', en: 'Rows' }, String(what.rows.length)],
    [{ zh: '时区', en: 'Time zone' }, caller.timezone],
    ...Object.entries(what.filters)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]): [Words, string] => [
        { zh: `筛选 ${key}`, en: `Filter ${key}` },
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
  ];
  const tail = [...(what.days ?? []), stampOf(now, caller.timezone)].join('_');
  return {
    fileName: `${pick(what.page, locale)}_${tail}.xlsx`,
    asciiName: `${what.slug}_${tail}.xlsx`,
    sheets: [
      {
        name: pick(what.page, locale),
        columns: chosen.map((column) => ({ title: pick(column, locale), width: column.width })),
        rows: what.rows.map((row) => chosen.map((column) => local(column.cell(row, locale)))),
      },
      {
        name: locale === 'zh-cn' ? '说明' : 'Notes',
        columns: [
          { title: locale === 'zh-cn' ? '项目' : 'Item', width: 24 },
          { title: locale === 'zh-cn' ? '内容' : 'Value', width: 60 },
        ],
        rows: notes.map(([words, text]) => [pick(words, locale), text]),
      },
    ],
  };
}
