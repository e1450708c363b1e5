// Runs before every test file: the states that machines reach in it are collected for the report of machines (npm run machines:coverage).
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { COVERAGE_PARTS_FOLDER, writePart } from '#visualiser/coverage/parts.ts';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.relative(root, expect.getState().testPath ?? '').replaceAll(path.sep, '/');

// The server has no machines, so its tests need not load the code that runs them.
const collector = file.startsWith('server/') ? undefined : (await import('#visualiser/coverage/collector.ts')).collectReached();

afterAll(() => writePart(path.join(root, COVERAGE_PARTS_FOLDER), { file, sightings: collector?.take() ?? [] }));
