import { describe, expect, it } from 'vitest';
import { createArchive, createSheetFile, workbookParts } from '#tests/support/archives.ts';
import { formulaLike } from '#tests/support/formula-like.ts';
import { readSheet } from './read-sheet.ts';
import { writeWorkbook } from './write-workbook.ts';
import { requireSafeArchive, type SheetFault } from './zip-guard.ts';

const limits = { rowsMax: 100, columnsMax: 10 };
const reader = 1;
const cellsOf = async (bytes: Uint8Array) => (await readSheet(bytes, limits, reader)).map(({ cells }) => cells);
const refusalOf = (bytes: Uint8Array) =>
  readSheet(bytes, limits, reader).then(
    () => 'read',
    (error: SheetFault) => error.refusal,
  );

it('reads the file of another user before the remaining files of a busy one', async () => {
  const order: number[] = [];
  const read = (userId: number) => readSheet(good, limits, userId).then(() => order.push(userId));
  const many = Array.from({ length: 10 }, () => read(7));
  await Promise.all([...many, read(8)]);
  expect(order.indexOf(8)).toBeLessThan(5);
});

const MEGABYTE = 1024 * 1024;
const good = createSheetFile([['a', 'b']]);

/** The archive with some bytes changed. */
function changed(change: (bytes: Buffer) => Buffer | undefined, from: Buffer = good): Buffer {
  const copy = Buffer.from(from);
  return change(copy) ?? copy;
}
const directoryOf = (bytes: Buffer) => bytes.readUInt32LE(bytes.length - 6);

describe('a sheet', () => {
  it('is read as texts with row numbers', async () => {
    const sheet = workbookParts(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1"><v>12.5</v></c></row><row r="4"><c r="B4" t="b"><v>1</v></c><c r="A4" t="str"><f>UPPER("x")</f><v> X </v></c></row><row r="5"/>',
      { 'xl/sharedStrings.xml': '<sst><si><t xml:space="preserve"> text </t></si></sst>' },
    );
    expect(await readSheet(createArchive(sheet), limits, reader)).toEqual([
      { number: 1, cells: ['text', '', '12.5'] },
      { number: 4, cells: ['X', 'true'] },
    ]);
  });

  it.each(formulaLike)('returns %j unchanged and calculates nothing', async (payload) => {
    expect(await cellsOf(createSheetFile([[payload.replace('\r', ' ')]]))).toEqual([[payload.replace('\r', ' ').trim()]]);
  });

  it('uses the last result of a formula, or nothing without one', async () => {
    const sheet =
      '<row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>WEBSERVICE("http://x.example")</f></c><c r="C1" t="e"><v>#REF!</v></c></row>';
    expect(await cellsOf(createArchive(workbookParts(sheet)))).toEqual([['2', '', '#REF!']]);
  });

  it('written by this server can be read again', async () => {
    const chunks: Uint8Array[] = [];
    const columns = [{ title: '账号', width: 10 }];
    for await (const chunk of writeWorkbook([{ name: 'x', columns, rows: [[['li'], ['=1+1']]] }])) chunks.push(chunk);
    expect(await cellsOf(Buffer.concat(chunks))).toEqual([['账号'], ['li'], ['=1+1']]);
  });

  it('cannot pollute prototypes by its names', async () => {
    const sheet =
      '<row r="1" __proto__="x" constructor="y"><c r="A1" t="inlineStr" __proto__="polluted"><is><t>__proto__</t></is></c></row>';
    expect(await cellsOf(createArchive(workbookParts(sheet)))).toEqual([['__proto__']]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('is accepted up to the row limit', async () => {
    const rows = (count: number) => createSheetFile(Array.from({ length: count }, (_, index) => [`r${index}`]));
    expect(await readSheet(rows(100), limits, reader)).toHaveLength(100);
    expect(await refusalOf(rows(101))).toBe('tooManyRows');
  });
});

describe('a file is refused', () => {
  const stored = (plain: number) => createArchive({ ...workbookParts('<row r="1"/>'), 'xl/media/image1.png': Buffer.alloc(plain) });

  it.each<[string, string, () => Buffer]>([
    ['empty', 'notSpreadsheet', () => Buffer.alloc(0)],
    ['a text', 'notSpreadsheet', () => Buffer.from('account,name\nli,Li\n'.repeat(10))],
    ['a page', 'notSpreadsheet', () => Buffer.from('<html><table><tr><td>=1+1</td></tr></table></html>')],
    ['an old .xls', 'notSpreadsheet', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])],
    ['a picture', 'notSpreadsheet', () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100)])],
    ['a program', 'notSpreadsheet', () => Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])],
    ['an archive of something else', 'notSpreadsheet', () => createArchive({ 'readme.txt': 'hello' })],
    [
      'a document of another program',
      'notSpreadsheet',
      () => createArchive({ 'word/document.xml': '<w/>', '[Content_Types].xml': '<Types/>' }),
    ],
    [
      'an archive without a sheet',
      'notSpreadsheet',
      () => {
        const { 'xl/worksheets/sheet1.xml': _, ...parts } = workbookParts('');
        return createArchive(parts);
      },
    ],
    ['broken markup', 'notSpreadsheet', () => createArchive(workbookParts('', { 'xl/workbook.xml': '<workbook><sheets></workbook>' }))],
    ['cut off', 'notSpreadsheet', () => good.subarray(0, -30)],
    ['with bytes behind its end', 'notSpreadsheet', () => Buffer.concat([good, Buffer.from('<script>')])],
    [
      'with a comment behind its end',
      'notSpreadsheet',
      () => Buffer.concat([changed((bytes) => void bytes.writeUInt16LE(4, bytes.length - 2)), Buffer.from('abcd')]),
    ],
    [
      'a page that is also an archive',
      'notSpreadsheet',
      () => Buffer.concat([Buffer.from('<html><script>alert(1)</script></html>'), good]),
    ],
    ['a program that is also an archive', 'notSpreadsheet', () => Buffer.concat([Buffer.from('MZ\0\0'), Buffer.alloc(60), good])],
    ['two archives in one', 'notSpreadsheet', () => Buffer.concat([good, good])],
    [
      'with something hidden between its parts',
      'notSpreadsheet',
      () => {
        const at = directoryOf(good);
        const hidden = Buffer.concat([good.subarray(0, at), Buffer.from('hidden'), good.subarray(at)]);
        hidden.writeUInt32LE(at + 6, hidden.length - 6);
        return hidden;
      },
    ],
    ['with two names for one part', 'notSpreadsheet', () => changed((bytes) => void bytes.write('X', 31))],
    ['with one name for two parts', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), 'xl/Workbook.xml': '<x/>' })],
    ['with a part outside', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), '../../etc/cron.d/x': 'x' })],
    ['with a part outside in the middle', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), 'xl/../../x.xml': 'x' })],
    ['with an absolute part', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), '/etc/passwd': 'x' })],
    ['with a part on a drive', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), 'C:\\x.xml': 'x' })],
    ['with a NUL in a name', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), 'xl/a\0.xml': 'x' })],
    ['with macros', 'notSpreadsheet', () => createArchive({ ...workbookParts(''), 'xl/vbaProject.bin': 'x' })],
    ['encrypted', 'notSpreadsheet', () => changed((bytes) => void bytes.writeUInt16LE(1, directoryOf(bytes) + 8))],
    ['packed in a strange way', 'notSpreadsheet', () => changed((bytes) => void bytes.writeUInt16LE(14, directoryOf(bytes) + 10))],
    ['that hides how long a part is', 'notSpreadsheet', () => changed((bytes) => void bytes.writeUInt32LE(0, directoryOf(bytes) + 24))],
    [
      'that says a part is shorter than it is',
      'notSpreadsheet',
      () => changed((bytes) => void bytes.writeUInt32LE(10, directoryOf(bytes) + 24)),
    ],
    [
      'whose parts overlap',
      'notSpreadsheet',
      () => {
        const second = directoryOf(good) + 46 + good.readUInt16LE(directoryOf(good) + 28);
        return changed((bytes) => void bytes.writeUInt32LE(0, second + 42));
      },
    ],
    ['that grows beyond measure', 'tooLarge', () => stored(25 * MEGABYTE)],
    [
      'that says it grows beyond measure',
      'tooLarge',
      () => changed((bytes) => void bytes.writeUInt32LE(0x7fff_ffff, directoryOf(bytes) + 24)),
    ],
    [
      'with too many parts',
      'tooLarge',
      () => createArchive({ ...workbookParts(''), ...Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`xl/n${n}.xml`, 'x'])) }),
    ],
    ['of empty rows without end', 'tooLarge', () => createArchive(workbookParts('<row/>'.repeat(1_000_000)))],
    [
      'of entities that grow',
      'notSpreadsheet',
      () =>
        createArchive(
          workbookParts('', {
            'xl/workbook.xml':
              '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><workbook><sheets><sheet name="&b;"/></sheets></workbook>',
          }),
        ),
    ],
  ])('when it is %s', { timeout: 60_000 }, async (_, refusal, make) => {
    const bytes = make();
    const outcome = await refusalOf(bytes);
    // Without a sheet name nothing may be read, which is not a refusal either.
    expect(outcome === 'read' ? await readSheet(bytes, limits, reader) : outcome).toEqual(outcome === 'read' ? [] : refusal);
  });

  it('when it is a ZIP bomb, before anything is unpacked', () => {
    const bomb = stored(200 * MEGABYTE);
    expect(bomb.length).toBeLessThan(MEGABYTE);
    const before = process.memoryUsage().arrayBuffers;
    expect(() => requireSafeArchive(bomb)).toThrow('tooLarge');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(MEGABYTE);
  });

  it('with cells far to the right is read without a crash', { timeout: 60_000 }, async () => {
    const wide = Array.from(
      { length: 90 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>1</v></c><c r="XFD${row + 1}"><v>2</v></c></row>`,
    ).join('');
    const rows = await readSheet(createArchive(workbookParts(wide)), limits, reader);
    expect(rows).toHaveLength(90);
    expect(rows[0]?.cells).toHaveLength(11);
  });
});
