/** The mark that a ZIP archive ends with, and how much may follow it: the rest of the record and a comment. */
const END_MARK = 0x0605_4b50;
const END_LENGTH = 22;
const COMMENT_MAX = 65_535;

/**
 * True when a spreadsheet has come to its end. Its directory is its last part, so one that was cut off anywhere lacks it,
 * whatever the connection said.
 */
export async function isWholeSpreadsheet(content: Blob): Promise<boolean> {
  const tail = content.slice(Math.max(0, content.size - END_LENGTH - COMMENT_MAX));
  const view = new DataView(await tail.arrayBuffer());
  for (let at = view.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END_MARK && at + END_LENGTH + view.getUint16(at + END_LENGTH - 2, true) === view.byteLength)
      return true;
  }
  return false;
}
