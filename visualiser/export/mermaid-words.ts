import type { TextBlock, Word } from '../layout/text-flow.ts';

/** Characters with a meaning in Mermaid, or in the Markdown of its labels. */
const SPECIAL_CHARACTERS = /[#;:"<>&%*_`~{}|\\$]/g;
/** A label that starts like this would become a list. */
const LIST_START = /^(\d+)([.)])|^([-+])(?= )/;
/** Mermaid treats any line with this text as a direction statement. */
const DIRECTION_STATEMENT = /(direction)\s+(?=TB|BT|RL|LR)/gi;

const encode = (character: string) => `#${character.codePointAt(0)};`;

/** Escapes a text for use after the colon of a statement, so that Mermaid shows every character unchanged. */
export const escapeMermaid = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(SPECIAL_CHARACTERS, encode)
    .replace(LIST_START, (_, digits?: string, dot?: string, dash?: string) => (digits && dot ? digits + encode(dot) : encode(dash ?? '')))
    .replaceAll(DIRECTION_STATEMENT, (_, word: string) => `${word}${encode(' ')}`);

/** Words in place of icons. */
const MARK_NAMES: Partial<Record<NonNullable<Word['mark']>, string>> = {
  invoke: 'invoke',
  clock: 'after',
  done: 'done',
  error: 'error',
  snapshot: 'snapshot',
};

const toPlainText = ({ text, mark, role }: Word): string => {
  // The keyword already names the mark.
  const markName = mark && role !== 'keyword' ? MARK_NAMES[mark] : undefined;
  return markName ? `${markName} ${text}` : text;
};

/** A text block in one line. */
export const joinRows = ({ rows }: TextBlock): string => rows.flatMap(({ words }) => words.map(toPlainText)).join(' ');

/** One line for each row of a text block. */
export const toLines = ({ rows }: TextBlock): string[] => rows.map(({ words }) => words.map(toPlainText).join(' '));

/** Words that start a statement. */
const KEYWORDS = new Set(
  'state note class classdef style click href default direction scale hide end as left right fork join choice statediagram acctitle accdescr'.split(
    ' ',
  ),
);

/** Creates a function that gives every text a unique id without special meaning in Mermaid. */
export function createMermaidIds(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const wanted = text.replaceAll(/[^A-Za-z0-9]+/g, '_') || '_';
    let id = KEYWORDS.has(wanted.toLowerCase()) ? `${wanted}_` : wanted;
    for (let count = 2; taken.has(id.toLowerCase()); count += 1) id = `${wanted}_${count}`;
    taken.add(id.toLowerCase());
    return id;
  };
}
