/** The signature of the end record of a ZIP archive, and the longest data that may follow it. */
const END_MARK = 0x0605_4b50;
const END_LENGTH = 22;
const COMMENT_MAX = 65_535;

/** Whether a spreadsheet is complete. The directory is the last part of a ZIP archive, so a truncated file always lacks it. */
export async function isWholeSpreadsheet(content: Blob): Promise<boolean> {
  const tail = content.slice(Math.max(0, content.size - END_LENGTH - COMMENT_MAX));
  const view = new DataView(await tail.arrayBuffer());
  for (let at = view.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (view.getUint32(at, true) === END_MARK && at + END_LENGTH + view.getUint16(at + END_LENGTH - 2, true) === view.byteLength)
      return true;
  }
  return false;
}
