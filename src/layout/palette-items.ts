import type { FoundKind } from '#contracts/endpoints/search.ts';
import type { FoundGroup, PaletteChoice } from '#machines/palette/palette.machine.ts';
import type { PaletteAction } from '#machines/palette/palette-actions.ts';
import type { OpenPage, PageAction } from '#src/ui/overlay/viewer.tsx';
import { distanceOf, matchText, rank, type Wording } from '#src/ui/text/match-text.ts';
import type { ReadingsOf } from '#src/ui/text/use-readings.ts';

type Ranges = readonly (readonly [number, number])[];

/** One line of the palette. */
export interface PaletteItem {
  choice: PaletteChoice;
  label: string;
  /** What tells it from others, or the wording that matched; may be empty. */
  detail: string;
  /** What matched of each. */
  marks: { label: Ranges; detail: Ranges };
}

export interface PaletteSection {
  key: 'recent' | 'page' | 'action' | FoundKind;
  items: PaletteItem[];
}

export interface OfferedAction {
  key: PaletteAction;
  text: string;
}

/** What can be begun on a page, by those who may. */
export interface OfferedStart extends Pick<PageAction, 'title' | 'titleEn' | 'search'> {
  path: string;
}

export interface PaletteQuestion {
  keyword: string;
  /** In which language titles are shown; they are found in both. */
  isEnglish: boolean;
  pages: readonly OpenPage[];
  starts: readonly OfferedStart[];
  actions: readonly OfferedAction[];
  answer: { keyword: string; groups: readonly FoundGroup[] } | undefined;
  /** Newest first. */
  recent: readonly PaletteChoice[];
  readings: ReadingsOf | undefined;
}

interface Entry {
  choice: PaletteChoice;
  /** The first is shown; the last is the detail where none of the others matched. */
  wordings: Wording[];
  /** It is found by this too, and nobody sees it. */
  alias?: string;
}

const unmarked = { label: [], detail: [] } as const;

function titleWordings({ title, titleEn }: Pick<OpenPage, 'title' | 'titleEn'>, { isEnglish, readings }: PaletteQuestion): Wording[] {
  const chinese: Wording = { text: title, readings: readings?.(title) };
  const english: Wording = { text: titleEn };
  return isEnglish ? [english, chinese] : [chinese, english];
}

const pageEntry = (page: OpenPage, question: PaletteQuestion): Entry => ({
  choice: { kind: 'page', key: `page:${page.path}`, path: page.path },
  wordings: [...titleWordings(page, question), { text: page.path }],
});

const startEntry = (start: OfferedStart, question: PaletteQuestion): Entry => ({
  choice: { kind: 'page', key: `start:${start.path}${start.search}`, path: start.path, search: start.search },
  wordings: [...titleWordings(start, question), { text: '' }],
});

const actionEntry = ({ key, text }: OfferedAction, { readings }: PaletteQuestion): Entry => ({
  choice: { kind: 'action', key: `action:${key}`, action: key },
  wordings: [{ text, readings: readings?.(text) }, { text: '' }],
  alias: key,
});

const recordEntry = (kind: FoundKind, record: FoundGroup['list'][number], { readings }: PaletteQuestion): Entry => ({
  choice: { kind, key: `${kind}:${record.id}`, record },
  wordings: [record.label, record.detail].map((text) => ({ text, readings: readings?.(text) })),
});

const textAt = ({ wordings }: Entry, at: number): string => wordings.at(at)?.text ?? '';

const plainItem = (entry: Entry): PaletteItem => ({
  choice: entry.choice,
  label: textAt(entry, 0),
  detail: textAt(entry, -1),
  marks: unmarked,
});

/** What came near, with its marks. A wording that is not shown otherwise takes the place of the detail. */
function rankedItems(entries: readonly Entry[], { keyword, recent }: PaletteQuestion): { items: PaletteItem[]; nearest: number } {
  const isRecent = ({ choice }: Entry) => recent.some(({ key }) => key === choice.key);
  const found = rank(entries, keyword, ({ wordings, alias = '' }) => [...wordings, { text: alias }], isRecent);
  return {
    nearest: distanceOf(found[0]?.match),
    items: found.map(({ item, wording, match: { ranges } }) => {
      const plain = plainItem(item);
      if (wording === 0) return { ...plain, marks: { label: ranges, detail: [] } };
      const isShown = wording < item.wordings.length;
      return isShown ? { ...plain, detail: textAt(item, wording), marks: { label: [], detail: ranges } } : plain;
    }),
  };
}

/** What the server found, in its order; what it found by an older keyword as far as it still matches. */
function recordSections(question: PaletteQuestion): PaletteSection[] {
  const { keyword, answer, readings } = question;
  const isFresh = answer?.keyword.trim() === keyword.trim();
  return (answer?.groups ?? []).map(({ kind, list }) => {
    const entries = list.map((record) => recordEntry(kind, record, question));
    if (!isFresh) return { key: kind, items: rankedItems(entries, question).items };
    const mark = (text: string) => matchText(text, keyword, readings?.(text))?.ranges ?? [];
    const items = entries.map((entry) => ({
      ...plainItem(entry),
      marks: { label: mark(textAt(entry, 0)), detail: mark(textAt(entry, 1)) },
    }));
    return { key: kind, items };
  });
}

/** Everything there is to choose from while nothing is typed: what was chosen lately comes first. */
function wholeOffer(question: PaletteQuestion, pages: readonly Entry[], actions: readonly Entry[]): PaletteSection[] {
  const entries = [...pages, ...actions];
  const recent = question.recent.flatMap((choice) => {
    if ('record' in choice) {
      return question.pages.some(({ path }) => path === choice.record.path) ? [recordEntry(choice.kind, choice.record, question)] : [];
    }
    return entries.find((entry) => entry.choice.key === choice.key) ?? [];
  });
  const others = (list: readonly Entry[]) => list.filter((entry) => !recent.some(({ choice }) => choice.key === entry.choice.key));
  return [
    { key: 'recent', items: recent.map(plainItem) },
    { key: 'page', items: others(pages).map(plainItem) },
    { key: 'action', items: others(actions).map(plainItem) },
  ];
}

/** What the palette shows, section by section; none is empty, and nothing stands in two of them. */
export function sectionsOf(question: PaletteQuestion): PaletteSection[] {
  const pages = question.pages.map((page) => pageEntry(page, question));
  const actions = [
    ...question.starts.map((start) => startEntry(start, question)),
    ...question.actions.map((action) => actionEntry(action, question)),
  ];
  const isBlank = question.keyword.trim() === '';
  const own = [
    { key: 'page' as const, ...rankedItems(pages, question) },
    { key: 'action' as const, ...rankedItems(actions, question) },
  ].toSorted((a, b) => a.nearest - b.nearest);
  const sections = isBlank
    ? wholeOffer(question, pages, actions)
    : [...own.map(({ key, items }) => ({ key, items })), ...recordSections(question)];
  return sections.filter(({ items }) => items.length > 0);
}
