import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
/** Replaced modules, notices and the clipboard outlive a test file while its modules stay loaded. */
const LEAVES_TRACES = /vi\.(?:mock|doMock|resetModules)\(|noticeBoard|clipboard/;
const SUPPORT = /'#(tests\/support\/[\w.-]+)'/g;

const leavesTraces = (text: string): boolean => LEAVES_TRACES.test(text);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Whether a test file of pages may share its modules with others: neither it nor its fixtures leave anything behind. */
const sharesProcess = (file: string): boolean => {
  const text = read(file);
  const fixtures = [...text.matchAll(SUPPORT)].map(([, fixture = '']) => fixture);
  return ![text, ...fixtures.map(read)].some(leavesTraces);
};

/** The test files below these folders that may share their modules. */
export const sharingFiles = (folders: readonly string[]): string[] =>
  folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && sharesProcess(file))
    .map((file) => file.replaceAll(path.sep, '/'));
