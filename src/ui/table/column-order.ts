/** Moves a key one place earlier or later; does nothing at an end. */
export function moveKey(keys: readonly string[], key: string, by: -1 | 1): string[] {
  const from = keys.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= keys.length) return [...keys];
  const rest = keys.filter((one) => one !== key);
  return [...rest.slice(0, to), key, ...rest.slice(to)];
}

/** Moves a key to the place of another. */
export function moveKeyOnto(keys: readonly string[], key: string, target: string): string[] {
  const to = keys.indexOf(target);
  if (key === target || to < 0 || !keys.includes(key)) return [...keys];
  return keys.filter((one) => one !== key).toSpliced(to, 0, key);
}
