export const DEFAULT_EDITOR = 'vscode://file/{file}:{line}';

/** The address that opens files of a project, whose `{file}` is the path below its folder. */
export const editorBelow = (editor: string, root: string): string =>
  editor.replace('{file}', `${encodeURI(root)}/{file}`).replace('://file//', '://file/');
