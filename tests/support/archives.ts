import { zipSync } from 'fflate';

type Parts = Record<string, string | Uint8Array>;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** The parts of a workbook with this sheet, with shared texts as other programs write them. */
export const workbookParts = (sheet: string, more: Parts = {}): Parts => ({
  '[Content_Types].xml': `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
  '_rels/.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  'xl/worksheets/sheet1.xml': `${declaration}<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  'xl/sharedStrings.xml': `${declaration}<sst xmlns="${main}"></sst>`,
  ...more,
});

/** Equal parts give equal bytes at any time and on any machine. */
export const createArchive = (parts: Parts): Buffer => {
  const bytes = Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? Buffer.from(part) : part] as const);
  return Buffer.from(zipSync(Object.fromEntries(bytes), { mtime: new Date(2000, 0, 1) }));
};

const escapeXml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_');

/** A spreadsheet file with one sheet of texts, as people fill it in. */
export const createSheetFile = (rows: readonly (readonly string[])[]): Buffer =>
  createArchive(
    workbookParts(
      rows
        .map(
          (row, index) =>
            `<row r="${index + 1}">${row
              .map(
                (text, column) =>
                  `<c r="${String.fromCharCode(65 + column)}${index + 1}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`,
              )
              .join('')}</row>`,
        )
        .join(''),
    ),
  );
