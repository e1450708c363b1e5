import { expect } from 'vitest';
import type { Part } from '#contracts/states/cast.ts';
import { signedInAs } from '#contracts/states/states.ts';
import { ApiError } from '#src/services/api-error.ts';
import { type Ask, type Exchange, type Hearing, refusal, SERIAL } from './exchange.ts';
import { string } from './matching.ts';

interface Refused extends Omit<Exchange, 'reply'> {
  /** `more` has the further fields of `data` that the console reads, with matchers. */
  refused: { code: number; reason: string; message: string; more?: object };
  call: () => Promise<unknown>;
  /** A call made by a timer. */
  quiet?: true;
  /** Asserts what else the thrown error carries. */
  carries?: (error: ApiError) => void;
}

async function thrownBy(call: () => Promise<unknown>): Promise<ApiError> {
  const thrown = await call().then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ApiError)) throw new Error('the service was not refused', { cause: thrown });
  return thrown;
}

/** The provider refuses: the service throws the refusal, and the console is notified of it once, with the path of the call. */
export const askRefused = (ask: Ask, { refused, call, carries, quiet, ...exchange }: Refused): Promise<void> => {
  const { code, reason, message, more } = refused;
  return ask({ ...exchange, reply: refusal(code, reason, message, more) }, async (heard) => {
    const error = await thrownBy(call);
    expect(error).toMatchObject({ code, reason, message, traceId: 'trace-1' });
    const url = exchange.path.replace(/^\/api/, '');
    const method = exchange.method ?? 'POST';
    const told = { method, url, status: 200, requestId: '', message, code, reason, traceId: 'trace-1', ...(quiet && { quiet }) };
    expect(heard).toEqual({ rejected: [], refused: [told], broken: [] });
    carries?.(error);
  });
};

/** The provider names one invalid field, and the service throws it. */
export const askWrongly = (
  ask: Ask,
  { field, rule, message, ...exchange }: Omit<Refused, 'refused' | 'carries'> & { field: string; rule: string; message: string },
): Promise<void> =>
  askRefused(ask, {
    ...exchange,
    refused: {
      code: 400,
      reason: 'VALIDATION',
      message: '请检查标红的字段',
      more: { errors: [{ field, rule, message: string(message) }] },
    },
    carries: (error) => expect(error.fields).toEqual([{ field, rule, message }]),
  });

/** The object of the call does not exist. */
export const askForGone = (
  ask: Ask,
  { who = 'admin', ...exchange }: Omit<Refused, 'given' | 'refused' | 'carries'> & { who?: Part },
): Promise<void> =>
  askRefused(ask, {
    ...exchange,
    given: [signedInAs(who)],
    refused: { code: 404, reason: 'NOT_FOUND', message: '对象不存在或无权限' },
  });

/** The provider does not know the session: the service throws, and the session is notified once with the login of the call. */
export const askRejected = (
  ask: Ask,
  { reason, message, call, ...exchange }: Omit<Exchange, 'reply'> & { reason: string; message: string; call: () => Promise<unknown> },
): Promise<void> =>
  ask({ ...exchange, reply: refusal(401, reason, message) }, async (heard) => {
    expect(await thrownBy(call)).toMatchObject({ code: 401, reason, message, traceId: 'trace-1' });
    expect(heard).toEqual({ rejected: [{ serial: SERIAL, message, reason, cause: '' }], refused: [], broken: [] });
  });

/** Asserts that the console was notified of nothing. */
export const expectQuiet = (heard: Hearing): void => expect(heard).toEqual({ rejected: [], refused: [], broken: [] });
