import { contentOfChosen, readChosenFile } from '#src/ui/form/chosen-files.ts';

/** A picture that was chosen is not there any more: the page was loaded again meanwhile. */
export const COVER_GONE = { cover: { rule: 'fileGone' } } as const;

/** What a save says of a cover: nothing where none was chosen; undefined where the chosen one is gone. */
export async function pictureOf(key: string): Promise<{ cover?: { content: string } } | undefined> {
  if (key === '') return {};
  return (await readChosenFile(key)) ? { cover: { content: contentOfChosen(key) } } : undefined;
}
