const OPPOSITES: Readonly<Record<string, string>> = {
  enable: 'disable',
  disable: 'enable',
  open: 'close',
  close: 'open',
  archive: 'unarchive',
  unarchive: 'archive',
};

/** The parameters that undo a switch of a bulk action; undefined for any other action. */
export function invertSwitch<Action extends string>({ action, ...params }: { action: Action }): { action: Action } | undefined {
  const opposite = OPPOSITES[action];
  return opposite === undefined ? undefined : { ...params, action: opposite as Action };
}
