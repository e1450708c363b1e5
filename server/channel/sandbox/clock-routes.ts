import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Run } from './operation.ts';

const YEAR_MINUTES = 366 * 24 * 60;

/**
 * Whether a request comes from a program on this computer: straight from it, not through a proxy that stands beside us, and as JSON,
 * which no page of another site sends without being asked first.
 */
function isFromHere(request: FastifyRequest): boolean {
  const { headers, raw } = request;
  const address = raw.socket.remoteAddress ?? '';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
  return !isForwarded && headers.origin === undefined && /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address);
}

const refused = (code: number, reason: string, message: string) => ({ code, message, data: { reason } });
const invalid = (message: string) => refused(400, 'VALIDATION', message);

/** Calls that move the clock of the simulated channel forward, for tests. They are only there where the server was told so. */
export function mountClock(app: FastifyInstance, run: Run, move: (wanted: (now: Date) => Date) => Promise<Date | false>): void {
  async function answer(request: FastifyRequest, wanted: ((now: Date) => Date) | null) {
    if (!isFromHere(request)) return refused(403, 'ADMIN_ONLY', 'Only from the computer the server runs on.');
    if (wanted === null) return invalid('minutes: 0 to a year; now: an instant such as 2026-11-20T08:00:00Z');
    // A world that was never used has no clock yet.
    await run(async () => undefined);
    const now = await move(wanted);
    return now === false ? invalid('This clock never runs backwards.') : { code: 0, message: 'ok', data: { now: now.toISOString() } };
  }

  app.post('/api/sandbox-clock/advance', async (request) => {
    const { minutes } = (request.body ?? {}) as { minutes?: unknown };
    const isGood = typeof minutes === 'number' && minutes >= 0 && minutes <= YEAR_MINUTES;
    return await answer(request, isGood ? (now) => new Date(now.getTime() + Math.round(minutes * 60_000)) : null);
  });
  app.post('/api/sandbox-clock/set', async (request) => {
    const { now } = (request.body ?? {}) as { now?: unknown };
    const instant = typeof now === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(now) ? new Date(now) : null;
    return await answer(request, instant === null || Number.isNaN(instant.getTime()) ? null : () => instant);
  });
}
