import {
  type EdgeFacts,
  type FieldTree,
  type GraphFacts,
  nearest,
  nodeOfType,
  parseFields,
  type RequestUse,
  UNDESCRIBED_FIELDS,
} from './facts.ts';

/** The part of the network's facts that the connector uses. Throws with every name that the facts lack. */
export function reduceFacts(facts: GraphFacts, uses: readonly RequestUse[]): GraphFacts {
  const nodes = new Map<string, { fields: Map<string, string>; edges: Map<string, { edge: EdgeFacts; params: Map<string, string> }> }>();
  const enums = new Map<string, Set<string>>();
  const missing: string[] = [];

  const nodeOf = (name: string) => {
    const kept = nodes.get(name) ?? { fields: new Map(), edges: new Map() };
    nodes.set(name, kept);
    return kept;
  };
  const lacks = (what: string, name: string, known: readonly string[]) =>
    void missing.push(`${what} ${name} (nearest: ${nearest(name, known)})`);

  function keepType(type: string, values: readonly string[], where: string): void {
    const name = nodeOfType(type);
    const known = facts.enums[name];
    if (known === undefined || values.length === 0) return;
    const kept = enums.get(name) ?? new Set<string>();
    enums.set(name, kept);
    for (const value of values) {
      if (known.includes(value)) kept.add(value);
      else lacks(`value of ${where}`, value, known);
    }
  }

  function keepField(node: string, { name, inner }: FieldTree, values: readonly string[] = []): void {
    const known = facts.nodes[node];
    if (known === undefined || UNDESCRIBED_FIELDS[node]?.includes(name)) return;
    const type = known.fields[name];
    const edge = known.edges[`GET ${name}`];
    if (type !== undefined) {
      nodeOf(node).fields.set(name, type);
      keepType(type, values, `${node}.${name}`);
      for (const each of inner) keepField(nodeOfType(type), each);
    } else if (edge !== undefined) nodeOf(node).edges.set(`GET ${name}`, { edge, params: new Map() });
    else lacks(`field of ${node}`, name, Object.keys(known.fields));
  }

  for (const { method, node, edge: name, parameters = {}, structures = {}, fields = [], fieldsOf } of uses) {
    const key = `${method} ${name}`;
    const edge = facts.nodes[node]?.edges[key];
    if (edge === undefined) {
      lacks(`edge of ${node}`, key, Object.keys(facts.nodes[node]?.edges ?? {}));
      continue;
    }
    const kept = nodeOf(node).edges.get(key) ?? { edge, params: new Map<string, string>() };
    nodeOf(node).edges.set(key, kept);
    for (const [parameter, values] of Object.entries(parameters)) {
      const type = edge.params[parameter];
      if (type === undefined) lacks(`parameter of ${node} ${key}`, parameter, Object.keys(edge.params));
      else {
        kept.params.set(parameter, type);
        keepType(type, values, `${node} ${key} ${parameter}`);
      }
    }
    for (const required of edge.required)
      if (parameters[required] === undefined) missing.push(`required parameter of ${node} ${key} ${required}`);
    for (const [of, keys] of Object.entries(structures))
      for (const [field, values] of Object.entries(keys)) keepField(of, { name: field, inner: [] }, values);
    for (const field of parseFields(fields.join(','))) keepField(fieldsOf ?? edge.returns, field);
  }
  if (missing.length > 0) throw new Error(`the description lacks:\n${missing.map((each) => `  ${each}`).join('\n')}`);

  const sorted = <T>(entries: Iterable<readonly [string, T]>) => Object.fromEntries([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    nodes: sorted(
      [...nodes].map(([name, { fields, edges }]) => [
        name,
        {
          fields: sorted(fields),
          edges: sorted(
            [...edges].map(([key, { edge, params }]) => [key, { returns: edge.returns, required: edge.required, params: sorted(params) }]),
          ),
        },
      ]),
    ),
    enums: sorted([...enums].map(([name, values]) => [name, [...values].toSorted()])),
  };
}
