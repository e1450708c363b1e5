import type { ClockTable, SandboxDatabase } from './tables.ts';

/** What the clock of the channel shows: it ran on from where it stood, so many times faster than ours. */
const shown = ({ simulated_at, real_at, speed }: ClockTable, real: Date): Date =>
  new Date(Math.floor(simulated_at.getTime() + (real.getTime() - real_at.getTime()) * speed));

/** Reads the clock; a speed other than before holds from now on. The world must have been founded. */
export async function readTime(db: SandboxDatabase, real: Date, speed: number): Promise<{ seed: string; foundedAt: Date; now: Date }> {
  const clock = await db.selectFrom('sbx_clock').selectAll().executeTakeFirstOrThrow();
  const now = shown(clock, real);
  if (clock.speed !== speed) await db.updateTable('sbx_clock').set({ speed, real_at: real, simulated_at: now }).execute();
  return { seed: clock.seed, foundedAt: clock.founded_at, now };
}

/** Puts the clock to an instant, from which it runs on. Answers false, and changes nothing, where that lies behind it. */
export async function setTime(db: SandboxDatabase, real: Date, wanted: (now: Date) => Date): Promise<Date | false> {
  return await db.transaction().execute(async (transaction) => {
    const clock = await transaction.selectFrom('sbx_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
    const now = shown(clock, real);
    const then = wanted(now);
    if (then < now) return false;
    await transaction.updateTable('sbx_clock').set({ real_at: real, simulated_at: then }).execute();
    return then;
  });
}
