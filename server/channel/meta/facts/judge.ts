import { isAnswer } from '../graph/answer.ts';
import {
  BUTTON,
  BUTTON_NODE,
  type FieldTree,
  GENERAL_PARAMETERS,
  type GraphFacts,
  nearest,
  nodeOfType,
  parseFields,
  STRUCTURES,
  UNDESCRIBED_FIELDS,
  VALUES_OF_STRUCTURES,
} from './facts.ts';

/** A request as it arrived at the network. */
export interface JudgedRequest {
  readonly method: string;
  readonly node: string;
  readonly edge: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** What is wrong with a request by the facts of the network; empty when its form is sound. It says nothing about behaviour. */
export function judge(facts: GraphFacts, { method, node, edge, parameters }: JudgedRequest): string[] {
  const faults: string[] = [];
  const key = `${method} ${edge}`;
  const known = facts.nodes[node]?.edges[key];
  if (known === undefined) return [`${node} has no edge ${key} (nearest: ${nearest(key, Object.keys(facts.nodes[node]?.edges ?? {}))})`];

  function judgeValues(type: string, value: unknown, where: string): void {
    const values = facts.enums[nodeOfType(type)];
    if (values === undefined) return;
    for (const each of listOf(value))
      if (!values.includes(String(each))) faults.push(`${where} has no value ${String(each)} (nearest: ${nearest(String(each), values)})`);
  }

  function judgeStructure(name: string, value: unknown, where: string): void {
    const described = name === BUTTON ? BUTTON_NODE : STRUCTURES[name];
    const fields = described === undefined ? undefined : facts.nodes[described]?.fields;
    if (fields === undefined) return;
    const [valuesNode = '', valuesEdge = ''] = VALUES_OF_STRUCTURES[name] ?? [];
    const types = facts.nodes[valuesNode]?.edges[valuesEdge]?.params ?? {};
    for (const structure of listOf(value).filter(isAnswer)) {
      for (const [own, inner] of Object.entries(structure)) {
        const type = fields[own];
        if (type === undefined) faults.push(`${where} has no key ${own} (nearest: ${nearest(own, Object.keys(fields))})`);
        else judgeValues(types[own] ?? type, inner, `${where}.${own}`);
        judgeStructure(own, inner, `${where}.${own}`);
      }
    }
  }

  function judgeField(of: string, { name, inner }: FieldTree): void {
    const described = facts.nodes[of];
    if (described === undefined || UNDESCRIBED_FIELDS[of]?.includes(name) || described.edges[`GET ${name}`] !== undefined) return;
    const type = described.fields[name];
    if (type === undefined) faults.push(`${of} has no field ${name} (nearest: ${nearest(name, Object.keys(described.fields))})`);
    else for (const each of inner) judgeField(nodeOfType(type), each);
  }

  for (const [name, value] of Object.entries(parameters)) {
    if (GENERAL_PARAMETERS.includes(name)) continue;
    const type = known.params[name];
    if (type === undefined) faults.push(`${node} ${key} has no parameter ${name} (nearest: ${nearest(name, Object.keys(known.params))})`);
    else judgeValues(type, value, name);
    judgeStructure(name, value, name);
  }
  for (const name of known.required) if (parameters[name] === undefined) faults.push(`${node} ${key} lacks ${name}`);
  // Ordering a report names the fields of its rows.
  const rows = key === 'POST insights' ? 'AdsInsights' : known.returns;
  for (const field of parseFields(String(parameters['fields'] ?? ''))) judgeField(rows, field);
  return faults;
}
