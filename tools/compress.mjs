// node tools/compress.mjs <folder>: writes `.br` and `.gz` next to the files of a built page, so that the server only has to choose.
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Smaller files fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1024;

/** Data is large and rarely loaded, so it is compressed in a tenth of the time. */
const DATA_QUALITY = 9;

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

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

async function compressFile(file, codeQuality) {
  const content = readFileSync(file);
  if (content.length < COMPRESS_FROM_BYTES) return;
  const quality = path.extname(file) === '.json' ? DATA_QUALITY : codeQuality;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length, [constants.BROTLI_PARAM_QUALITY]: quality };
  writeWhole(`${file}.br`, await toBrotli(content, { params }));
  writeWhole(`${file}.gz`, await toGzip(content, { level: 9 }));
}

/** Compresses on all cores, as strongly as possible unless another Brotli quality is given. */
export async function compressFolder(folder, { quality = constants.BROTLI_MAX_QUALITY } = {}) {
  await Promise.all(
    filesBelow(folder)
      .filter((file) => COMPRESSIBLE.has(path.extname(file)))
      .map((file) => compressFile(file, quality)),
  );
}

const [, program, folder] = process.argv;
if (program === fileURLToPath(import.meta.url) && folder !== undefined) await compressFolder(folder);
