import type { Sheet, SheetCell, SheetColumn, SheetRow } from './sheet.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Longest text in a cell; spreadsheet programs report longer ones as damage. */
const MAX_TEXT_LENGTH = 32_767;
const MAX_SHEET_NAME_LENGTH = 31;
const DATE_FORMAT = 'yyyy-mm-dd hh:mm';
const DAY_MS = 86_400_000;
/** Day 0 of the spreadsheet calendar, correct for dates from March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** Control characters except tab and line ends, and non-characters, which XML cannot contain. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu;
const MARKUP = /[&<>"]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text that spreadsheet programs would read as an escaped character. */
const ESCAPE_LIKE = /_(?=x[0-9a-fA-F]{4}_)/g;

const escapeXml = (text: string): string => text.replace(MARKUP, (sign) => entities[sign] ?? sign);

/** Shortens a text to the limit of a cell without splitting a character. */
const truncate = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1).replace(/[\ud800-\udbff]$/, '')}…` : text;

const toTextXml = (text: string): string =>
  escapeXml(truncate(text.replace(UNPRINTABLE, '')).replace(ESCAPE_LIKE, '_x005F_')).replaceAll('\r', '_x000D_');

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return (rest > 0 ? columnName(rest - 1) : '') + String.fromCharCode(65 + (index % 26));
}

/** Indexes of the cell styles: plain, bold, text that stays text when edited, date; then the column formats. */
const PLAIN = 0;
const BOLD = 1;
const TEXT = 2;
const DATE = 3;
const FIRST_FORMAT = 4;
/** Lower ids are built-in formats of the spreadsheet programs. */
const FIRST_FORMAT_ID = 164;
const TEXT_FORMAT_ID = 49;

/** The styles of a workbook: each format in plain and bold. */
export class Styles {
  readonly #formats: string[] = [DATE_FORMAT];

  constructor(sheets: readonly Pick<Sheet, 'columns'>[]) {
    for (const { format } of sheets.flatMap(({ columns }) => columns)) {
      if (format !== undefined && !this.#formats.includes(format)) this.#formats.push(format);
    }
  }

  /** Style index of a format; the bold styles follow all plain ones. */
  styleIndex(format: string, isBold: boolean): number {
    const place = this.#formats.indexOf(format);
    if (isBold) return FIRST_FORMAT + this.#formats.length - 1 + place;
    return place === 0 ? DATE : FIRST_FORMAT + place - 1;
  }

  xml(): string {
    const formats = this.#formats.map(
      (format, index) => `<numFmt numFmtId="${FIRST_FORMAT_ID + index}" formatCode="${escapeXml(format)}"/>`,
    );
    const style = (format: number, font: number, more = '') =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"${more}/>`;
    const ids = this.#formats.map((_, index) => FIRST_FORMAT_ID + index);
    const styles = [
      style(0, 0),
      style(0, 1),
      style(TEXT_FORMAT_ID, 0, ' quotePrefix="1"'),
      ...ids.map((id) => style(id, 0)),
      ...ids.map((id) => style(id, 1)),
    ];
    return `${DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${styles.length}">${styles.join('')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
  }
}

function toCellXml(at: string, value: SheetCell, format: string | undefined, styles: Styles, isBold: boolean): string {
  if (value === null) return '';
  const styleOr = (fallback: number) => (format === undefined ? fallback : styles.styleIndex(format, isBold));
  if (typeof value === 'string') {
    return `<c r="${at}" s="${isBold ? BOLD : TEXT}" t="inlineStr"><is><t xml:space="preserve">${toTextXml(value)}</t></is></c>`;
  }
  if (typeof value === 'boolean') return `<c r="${at}" s="${isBold ? BOLD : PLAIN}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (value instanceof Date) {
    const days = (value.getTime() - DAY_ZERO) / DAY_MS;
    return Number.isNaN(days) ? '' : `<c r="${at}" s="${styleOr(styles.styleIndex(DATE_FORMAT, isBold))}"><v>${days}</v></c>`;
  }
  return Number.isFinite(value) ? `<c r="${at}" s="${styleOr(isBold ? BOLD : PLAIN)}"><v>${value}</v></c>` : '';
}

/** Writes the rows of one sheet. */
export class RowWriter {
  readonly #columns: readonly (SheetColumn & { letters: string })[];
  readonly #styles: Styles;

  constructor(columns: readonly SheetColumn[], styles: Styles) {
    this.#columns = columns.map((column, index) => ({ ...column, letters: columnName(index) }));
    this.#styles = styles;
  }

  row(number: number, cells: SheetRow, isBold = false): string {
    let xml = `<row r="${number}">`;
    for (const [index, { letters: column, format }] of this.#columns.entries()) {
      xml += toCellXml(`${column}${number}`, cells[index] ?? null, format, this.#styles, isBold);
    }
    return `${xml}</row>`;
  }
}

/** XML before the first row; a title row is frozen. */
export function createSheetHead(columns: readonly SheetColumn[], hasTitles: boolean): string {
  const widths = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`);
  const pane = hasTitles ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' : '';
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>\
<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>`;
}

export const SHEET_FOOT = '</sheetData></worksheet>';

/** Makes a name valid as the name of a sheet. */
const toSheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|'+$/g, '')
    .slice(0, MAX_SHEET_NAME_LENGTH) || '-';

/** The parts of a workbook except sheets and styles, by name. */
export function createWorkbookParts(names: readonly string[]): [name: string, xml: string][] {
  const numbers = names.map((_, index) => index + 1);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const type = (part: string, kind: string) => `<Override PartName="/${part}" ContentType="${SHEET_TYPE}.${kind}+xml"/>`;
  return [
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${type('xl/workbook.xml', 'sheet.main')}${type('xl/styles.xml', 'styles')}\
${numbers.map((number) => type(`xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>\
${names.map((name, index) => `<sheet name="${escapeXml(toSheetName(name))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">\
${numbers.map((number) => relation(`rId${number}`, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}\
${relation(`rId${names.length + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ],
  ];
}
