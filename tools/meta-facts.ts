import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GraphFacts } from '#server/channel/meta/facts/facts.ts';
import { reduceFacts } from '#server/channel/meta/facts/reduce.ts';
import { uses } from '#server/channel/meta/facts/uses.ts';

/*
 * npm run meta:facts <file> writes the table of names that the connector to Meta sends and reads, from a file with the facts of the
 * network's whole interface: {nodes: {<node>: {fields, edges: {"POST campaigns": {returns, params, required}}}}, enums}. It refuses names
 * that the facts lack.
 */
const TABLE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../server/channel/meta/facts/table.json');

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('✖ npm run meta:facts <file>: the file with the facts is missing.\n');
  process.exit(1);
}
try {
  const facts = JSON.parse(readFileSync(file, 'utf8')) as GraphFacts;
  const table = reduceFacts(facts, uses);
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  process.stdout.write(
    `▸ ${uses.length} requests, ${Object.keys(table.nodes).length} nodes, ${Object.keys(table.enums).length} lists of values\n`,
  );
} catch (error) {
  process.stderr.write(`✖ ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
