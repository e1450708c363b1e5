import { parseSync } from 'oxc-parser';

/** Keys of a machine whose values have names chosen by its author. */
const NAMED = new Set(['states', 'on', 'after']);
/** Keys of a machine whose values are configurations themselves. */
const PARTS = new Set(['always', 'onDone', 'onError', 'onSnapshot', 'invoke', 'initial', 'route']);

const nameOf = ({ computed, key }) => (computed ? undefined : (key?.name ?? key?.value));

/** Template texts of plain names have no effect when they are evaluated, so they can be removed. */
const isText = ({ type, value, expressions }) =>
  (type === 'Literal' && typeof value === 'string') ||
  (type === 'TemplateLiteral' && expressions.every((one) => one.type === 'Identifier'));

/** The ranges of the descriptions in a part of a configuration. */
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

/** A builder of machines, which receives a description or has a default one. */
const KIND = /^create\w+(?:Library|Machine|Page|Queue|Tools)$/;

/** An object with one of these keys describes states, wherever it is. */
const STATE = ['initial', 'states'];

/** All descriptions of machines in a syntax tree, some of them twice. */
function allIn(node) {
  if (Array.isArray(node)) return node.flatMap(allIn);
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.values(node).flatMap(allIn);
  if (node.type === 'CallExpression') {
    const name = node.callee.property?.name ?? node.callee.name;
    const [options] = node.arguments;
    if (name === 'createMachine') return [...below, ...descriptionsIn(options)];
    // Only the description of the builder's argument is known.
    if (KIND.test(name) && options?.type === 'ObjectExpression') {
      return [...below, ...descriptionsIn({ ...options, properties: options.properties.filter((one) => nameOf(one) === 'description') })];
    }
  }
  // A state that is defined apart from its machine.
  if (node.type === 'ObjectExpression' && STATE.every((name) => node.properties.some((one) => nameOf(one) === name)))
    return [...below, ...descriptionsIn(node)];
  const isDefault = node.type === 'AssignmentPattern' && node.left.name === 'description' && isText(node.right);
  return isDefault ? [...below, { start: node.left.end, end: node.right.end }] : below;
}

/** The source of machines without their descriptions; every line stays in its place. */
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

/** A loader for machines of a page that never shows descriptions. */
export default function withoutDescriptionsLoader(source) {
  return withoutDescriptions(source, this.resourcePath);
}
