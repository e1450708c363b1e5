/** Memoises a function by its object argument. */
export function memoize<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const found = results.get(key);
    if (found !== undefined) return found;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
