import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Run } from './operation.ts';

const YEAR_MINUTES = 366 * 24 * 60;

/**
 * True for a request from a program on this computer: directly, not through a proxy, and without an Origin, so that pages of other sites
 * are excluded.
 */
function isFromThisComputer(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  const address = raw.socket.remoteAddress ?? '';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return !isForwarded && headers.origin === undefined && /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}

const createRefusal = (code: number, reason: string, message: string) => ({ code, message, data: { reason } });
const refuseInvalid = (message: string) => createRefusal(400, 'VALIDATION', message);

/** Mounts calls that move the clock of the simulated channel forward, for tests. They exist only where the server allows them. */
export function mountClock(app: FastifyInstance, run: Run, move: (chooseInstant: (now: Date) => Date) => Promise<Date | false>): void {
  async function answer(request: FastifyRequest, wanted: ((now: Date) => Date) | null) {
    if (!isFromThisComputer(request)) return createRefusal(403, 'ADMIN_ONLY', 'Only from the computer the server runs on.');
    if (wanted === null) return refuseInvalid('minutes: 0 to a year; now: an instant such as 2026-11-20T08:00:00Z');
    // Founds the world if it was never used, because before that it has no clock.
    await run(async () => undefined);
    const now = await move(wanted);
    return now === false ? refuseInvalid('This clock never runs backwards.') : { code: 0, message: 'ok', data: { now: now.toISOString() } };
  }

  app.post('/api/sandbox-clock/advance', async (request) => {
    const { minutes } = (request.body ?? {}) as { minutes?: unknown };
    const isValid = typeof minutes === 'number' && minutes >= 0 && minutes <= YEAR_MINUTES;
    return await answer(request, isValid ? (now) => new Date(now.getTime() + Math.round(minutes * 60_000)) : null);
  });
  app.post('/api/sandbox-clock/set', async (request) => {
    const { now } = (request.body ?? {}) as { now?: unknown };
    const instant = typeof now === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(now) ? new Date(now) : null;
    return await answer(request, instant === null || Number.isNaN(instant.getTime()) ? null : () => instant);
  });
}
