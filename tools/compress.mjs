// node tools/compress.mjs <folder>: writes `.br` and `.gz` next to the files of a built page, so that the server only has to choose.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Smaller files fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1024;

const filesBelow = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const file = path.join(folder, name);
    return statSync(file).isDirectory() ? filesBelow(file) : [file];
  });

/** Written under another name and renamed, because a server may read the folder in the meantime. */
function writeWhole(file, bytes) {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
}

/** The strongest compression. */
export function compressFolder(folder) {
  for (const file of filesBelow(folder)) {
    if (!COMPRESSIBLE.has(path.extname(file))) continue;
    const content = readFileSync(file);
    if (content.length < COMPRESS_FROM_BYTES) continue;
    writeWhole(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }));
    writeWhole(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

const [, program, folder] = process.argv;
if (program === fileURLToPath(import.meta.url) && folder !== undefined) compressFolder(folder);
