import type { Words } from '#contracts/vocabulary/vocabulary.ts';
import { type Change, type Kind, verdict } from './difference.ts';
import type { Interaction } from './interaction.ts';
import { type Allowed, allows, inReply, type Promised, promiseOf } from './promise.ts';

const PLAIN: Readonly<Record<Extract<Allowed, { is: 'plain' }>['type'], Words>> = {
  text: { zh: '文本', en: 'text' },
  number: { zh: '数字', en: 'a number' },
  whole: { zh: '整数', en: 'a whole number' },
  boolean: { zh: '布尔值', en: 'true or false' },
  null: { zh: '空', en: 'null' },
};

function describeAllowed(allowed: Allowed): Words {
  switch (allowed.is) {
    case 'plain': {
      const plain = PLAIN[allowed.type];
      return allowed.isNotNegative ? { zh: `不为负的${plain.zh}`, en: `${plain.en} that is not negative` } : plain;
    }
    case 'value':
      return { zh: `恰为 ${JSON.stringify(allowed.value)}`, en: `exactly ${JSON.stringify(allowed.value)}` };
    case 'words':
      if (allowed.numbers)
        return { zh: `${allowed.words.join('、')} 之一,或同样的数字`, en: `one of ${allowed.words.join(', ')}, or such a number` };
      return { zh: `${allowed.words.join('、')} 之一`, en: `one of ${allowed.words.join(', ')}` };
    case 'form':
      if (allowed.numbers) return { zh: `形如 ${allowed.pattern} 的文本或数字`, en: `text or a number of the form ${allowed.pattern}` };
      return { zh: `形如 ${allowed.pattern} 的文本`, en: `text of the form ${allowed.pattern}` };
    case 'object':
      return { zh: '对象', en: 'an object' };
    case 'each': {
      const { min, max } = allowed;
      if (Number.isFinite(max)) return { zh: `${min} 至 ${max} 项的列表`, en: `a list of ${min} to ${max}` };
      return { zh: `至少 ${min} 项的列表`, en: `a list of at least ${min}` };
    }
    case 'row':
      return { zh: `恰为 ${allowed.length} 项的列表`, en: `a list of exactly ${allowed.length}` };
    case 'other':
      return { zh: `符合规则 ${allowed.text}`, en: `what fits ${allowed.text}` };
  }
}

const DECISIVE: Readonly<Record<string, Kind>> = { 'envelope code': 'code-changed', reason: 'reason-changed' };

/** The change at one place; undefined when both allow the same values. */
function changeOf(place: string, older: Allowed, newer: Allowed): Change | undefined {
  const [keepsOlder, keepsNewer] = [allows(older, newer), allows(newer, older)];
  if (keepsOlder && keepsNewer) return undefined;
  const [from, to] = [describeAllowed(older), describeAllowed(newer)];
  const change = keepsOlder
    ? { kind: 'reply-tightened' as const, words: { zh: '约定变严', en: 'is promised more closely' } }
    : keepsNewer
      ? { kind: 'reply-loosened' as const, words: { zh: '约定变松', en: 'is promised less closely' } }
      : { kind: 'reply-changed' as const, words: { zh: '约定改变', en: 'is promised otherwise' } };
  return {
    kind: DECISIVE[place] ?? change.kind,
    place,
    words: {
      zh: `${place} ${change.words.zh}:由 ${from.zh} 改为 ${to.zh}`,
      en: `${place} ${change.words.en}: ${from.en} became ${to.en}`,
    },
    consoles: verdict(!keepsOlder),
    backends: verdict(!keepsNewer),
  };
}

/** Without a promise the value may be anything or missing. */
const gone = (place: string): Change => ({
  kind: 'reply-field-removed',
  place,
  words: { zh: `不再约定 ${place}`, en: `${place} is no longer promised` },
  consoles: 'breaks',
  backends: 'safe',
});

const come = (place: string): Change => ({
  kind: 'reply-field-added',
  place,
  words: { zh: `新约定 ${place}`, en: `${place} is promised now` },
  consoles: 'safe',
  backends: 'breaks',
});

/** The name under which the other side may hold the promise of a list's element: each of a row is one of those alike. */
function counterpart(key: string, other: Promised): Promised | undefined {
  const found = other.inner.get(key);
  if (found || !key.startsWith('[')) return found;
  if (other.allowed.is === 'each') return other.inner.get('[]');
  return key === '[]' ? other.inner.get('[0]') : undefined;
}

function walk(place: string, older: Promised, newer: Promised): Change[] {
  const named = place.trimEnd();
  const changed = changeOf(named, older.allowed, newer.allowed);
  const found = changed ? [changed] : [];
  const areObjects = older.allowed.is === 'object' && newer.allowed.is === 'object';
  const areLists = ['each', 'row'].includes(older.allowed.is) && ['each', 'row'].includes(newer.allowed.is);
  if (!areObjects && !areLists) return found;
  for (const key of new Set([...older.inner.keys(), ...newer.inner.keys()])) {
    const [before, after] = [older.inner.get(key) ?? counterpart(key, older), newer.inner.get(key) ?? counterpart(key, newer)];
    const at = inReply(place, key);
    if (before && after) found.push(...walk(at, before, after));
    // A missing element of a row is already reported by its length.
    else if (before && newer.allowed.is !== 'row') found.push(gone(at.trimEnd()));
    else if (after && older.allowed.is !== 'row') found.push(come(at.trimEnd()));
  }
  return found;
}

/** The changes of an exchange's promise. Examples and generators are not part of a promise. */
export const compareReplies = (older: Interaction, newer: Interaction): Change[] => walk('', promiseOf(older), promiseOf(newer));
