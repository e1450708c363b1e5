import { createHash } from 'node:crypto';
import { AdPlatformError } from '../ad-platform.ts';
import { invalidParameter, kindOf, tooManyCalls } from './failures.ts';
import type { Operation } from './operation.ts';

/** Behaviour that a test triggers by a mark in a name, message or file name. */
interface Marks {
  /** `[[100/1487390]]` fails every other attempt, beginning with the first; `[[100/1487390!]]` fails each. */
  failure: { code: number; subcode: number | undefined; always: boolean } | null;
  /** `[[throttle]]` */
  isThrottled: boolean;
  /** `[[unknown]]`: the work is done, but the answer is lost. */
  isLost: boolean;
  /** `[[slow:20]]`: delay in seconds. */
  slowS: number;
  /** `[[invalid:page_id]]`: it can never be created because of this field, which asking beforehand tells, too. */
  invalidField: string | null;
  /** `[[reject]]`: the later review disapproves it. */
  isDisapproved: boolean;
}

const RETRY_MS = 60_000;

export function parseMarks(text: string): Marks {
  const [, code, subcode, always] = /\[\[(\d{1,6})(?:\/(\d{1,10}))?(!?)\]\]/.exec(text) ?? [];
  return {
    failure:
      code === undefined
        ? null
        : { code: Number(code), subcode: subcode === undefined ? undefined : Number(subcode), always: always === '!' },
    isThrottled: text.includes('[[throttle]]'),
    isLost: text.includes('[[unknown]]'),
    slowS: Number(/\[\[slow:(\d{1,3})\]\]/.exec(text)?.[1] ?? 0),
    invalidField: /\[\[invalid:([a-z_.]{1,40})\]\]/.exec(text)?.[1] ?? null,
    isDisapproved: text.includes('[[reject]]'),
  };
}

const countAttempt = async ({ db }: Operation, place: string, text: string): Promise<number> => {
  const name = createHash('sha256').update(text).digest('hex');
  const { count } = await db
    .insertInto('sbx_attempt')
    .values({ place, name, count: 1 })
    .onConflict((conflict) => conflict.columns(['place', 'name']).doUpdateSet((eb) => ({ count: eb('sbx_attempt.count', '+', 1) })))
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
};

export function requireValidMark(name: string): void {
  const { invalidField } = parseMarks(name);
  if (invalidField !== null)
    throw invalidParameter('The name of this object asks the simulated channel to refuse it.', undefined, [invalidField]);
}

/** Applies the marks of a name to the creation of an object, after all other checks. */
export async function applyMarks(operation: Operation, place: string, text: string): Promise<void> {
  const { failure, isThrottled, isLost, slowS } = parseMarks(text);
  if (slowS > 0) operation.delayAnswer(slowS * 1000);
  if (isThrottled) throw tooManyCalls(new Date(operation.now.getTime() + RETRY_MS));
  if (failure !== null && (failure.always || (await countAttempt(operation, place, text)) % 2 === 1)) {
    const { code, subcode } = failure;
    const kind = kindOf(code);
    throw new AdPlatformError(kind, {
      code,
      ...(subcode === undefined ? {} : { subcode }),
      title: 'As the name asked for',
      userMessage: 'The name of this object asks the simulated channel to fail.',
      ...(kind === 'throttled' ? { retryAt: new Date(operation.now.getTime() + RETRY_MS) } : {}),
    });
  }
  if (isLost) operation.loseAnswer();
}
