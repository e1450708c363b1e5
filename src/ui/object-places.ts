/** The pages that list objects of a type: path, and how one of them is asked for by its name. */
const places: Record<string, { pathname: string; parameter: string }> = {
  user: { pathname: '/sys/accounts', parameter: 'keyword' },
};

/** Where an object is found, for whoever may open that page. */
export function placeOf({ target_type, target_id, label }: { target_type: string; target_id: number | null; label: string }) {
  const place = places[target_type];
  return place && target_id !== null
    ? { pathname: place.pathname, search: `?${new URLSearchParams({ [place.parameter]: label })}` }
    : undefined;
}
