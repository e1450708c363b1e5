import type { TextBlock, Word } from '../layout/text-flow.ts';

/** What Mermaid would read as its own, in a label or in Markdown within it. */
const SPECIAL = /[#;:"<>&%*_`~{}|\\$]/g;
/** A label that begins so would be a list. */
const LIST = /^(\d+)([.)])|^([-+])(?= )/;
/** A line that holds such a thing is nothing else to Mermaid, wherever it stands. */
const DIRECTION = /(direction)\s+(?=TB|BT|RL|LR)/gi;

const coded = (character: string) => `#${character.codePointAt(0)};`;

/** Text as it may stand behind the colon of a line. Mermaid shows every character as it is. */
export const mermaidText = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(SPECIAL, coded)
    .replace(LIST, (_, digits?: string, dot?: string, dash?: string) => (digits && dot ? digits + coded(dot) : coded(dash ?? '')))
    .replaceAll(DIRECTION, (_, word: string) => `${word}${coded(' ')}`);

/** Words in place of the small pictures. */
const MARKS: Partial<Record<NonNullable<Word['mark']>, string>> = {
  invoke: 'invoke',
  clock: 'after',
  done: 'done',
  error: 'error',
  snapshot: 'snapshot',
};

const plain = ({ text, mark, role }: Word): string => {
  // The end of a state says so itself.
  const named = mark && role !== 'keyword' ? MARKS[mark] : undefined;
  return named ? `${named} ${text}` : text;
};

/** A text of the drawing in one line. */
export const inOneLine = ({ rows }: TextBlock): string => rows.flatMap(({ words }) => words.map(plain)).join(' ');

/** Each row by itself, where a row says something of its own. */
export const inLines = ({ rows }: TextBlock): string[] => rows.map(({ words }) => words.map(plain).join(' '));

/** Begin a statement of their own. */
const KEYWORDS = new Set(
  'state note class classdef style click href default direction scale hide end as left right fork join choice statediagram acctitle accdescr'.split(
    ' ',
  ),
);

/** Gives every text an id of its own that Mermaid reads as nothing else. */
export function mermaidIds(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const wanted = text.replaceAll(/[^A-Za-z0-9]+/g, '_') || '_';
    let id = KEYWORDS.has(wanted.toLowerCase()) ? `${wanted}_` : wanted;
    for (let count = 2; taken.has(id.toLowerCase()); count += 1) id = `${wanted}_${count}`;
    taken.add(id.toLowerCase());
    return id;
  };
}
