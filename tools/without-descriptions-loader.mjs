import { parseSync } from 'oxc-parser';

/** What stands in a machine below names that somebody chose. */
const NAMED = new Set(['states', 'on', 'after']);
/** What stands in it as it is. */
const PARTS = new Set(['always', 'onDone', 'onError', 'onSnapshot', 'invoke', 'initial', 'route']);

const nameOf = ({ computed, key }) => (computed ? undefined : (key?.name ?? key?.value));

/** Names in a text do nothing when they are read, so it can go with them. */
const isText = ({ type, value, expressions }) =>
  (type === 'Literal' && typeof value === 'string') ||
  (type === 'TemplateLiteral' && expressions.every((one) => one.type === 'Identifier'));

/** Descriptions in a part of a configuration: where they begin and end. */
function descriptionsIn(node, isNamed = false) {
  if (node?.type === 'ArrayExpression') return node.elements.flatMap((one) => descriptionsIn(one));
  if (node?.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap((one) => descriptionsIn(one, isNamed));
  if (node?.type !== 'ObjectExpression') return [];
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property') return [];
    if (isNamed) return descriptionsIn(property.value);
    const name = nameOf(property);
    if (name === 'description' && isText(property.value)) return [{ start: property.start, end: property.end, isProperty: true }];
    return NAMED.has(name) || PARTS.has(name) ? descriptionsIn(property.value, NAMED.has(name)) : [];
  });
}

/** Makes a machine of its kind, which is given its description, or has one for want of a better. */
const KIND = /^create\w+(?:Library|Machine|Page|Queue|Tools)$/;

/** What has these says which states there are, wherever it stands. */
const STATE = ['initial', 'states'];

/** All descriptions of machines in a syntax tree; some of them twice. */
function allIn(node) {
  if (Array.isArray(node)) return node.flatMap(allIn);
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(allIn);
  if (node.type === 'CallExpression') {
    const name = node.callee.property?.name ?? node.callee.name;
    const [options] = node.arguments;
    if (name === 'createMachine') return [...below, ...descriptionsIn(options)];
    // Nothing but the description is known of what a kind is given.
    if (KIND.test(name) && options?.type === 'ObjectExpression') {
      return [...below, ...descriptionsIn({ ...options, properties: options.properties.filter((one) => nameOf(one) === 'description') })];
    }
  }
  // A state that is made apart from its machine.
  if (node.type === 'ObjectExpression' && STATE.every((name) => node.properties.some((one) => nameOf(one) === name)))
    return [...below, ...descriptionsIn(node)];
  const isDefault = node.type === 'AssignmentPattern' && node.left.name === 'description' && isText(node.right);
  return isDefault ? [...below, { start: node.left.end, end: node.right.end }] : below;
}

/** The source of machines without what they say to people; every line stays where it is. */
export function withoutDescriptions(source, file) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`);
  let text = source;
  for (const { start, end, isProperty } of allIn(program)) {
    const [comma] = (isProperty && /^\s*,?/.exec(source.slice(end))) || [''];
    const gone = source.slice(start, end + comma.length);
    text = text.slice(0, start) + gone.replaceAll(/[^\n]/g, ' ') + text.slice(start + gone.length);
  }
  return text;
}

/** A loader for machines of a page whose readers never see them described. */
export default function withoutDescriptionsLoader(source) {
  return withoutDescriptions(source, this.resourcePath);
}
