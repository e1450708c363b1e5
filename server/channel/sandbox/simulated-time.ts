import type { ClockTable, SandboxDatabase } from './tables.ts';

/** Time of the channel: runs on from its last setting, `speed` times as fast as real time. */
const simulatedNow = ({ simulated_at, real_at, speed }: ClockTable, real: Date): Date =>
  new Date(Math.floor(simulated_at.getTime() + (real.getTime() - real_at.getTime()) * speed));

/** Reads the clock of a founded world; a different speed applies from now on. */
export async function readTime(db: SandboxDatabase, real: Date, speed: number): Promise<{ seed: string; foundedAt: Date; now: Date }> {
  const clock = await db.selectFrom('sbx_clock').selectAll().executeTakeFirstOrThrow();
  const now = simulatedNow(clock, real);
  if (clock.speed !== speed) await db.updateTable('sbx_clock').set({ speed, real_at: real, simulated_at: now }).execute();
  return { seed: clock.seed, foundedAt: clock.founded_at, now };
}

/** Sets the clock to an instant from which it runs on. Returns false without a change when the instant lies in the past. */
export async function setTime(db: SandboxDatabase, real: Date, chooseInstant: (now: Date) => Date): Promise<Date | false> {
  return await db.transaction().execute(async (transaction) => {
    const clock = await transaction.selectFrom('sbx_clock').selectAll().forUpdate().executeTakeFirstOrThrow();
    const now = simulatedNow(clock, real);
    const target = chooseInstant(now);
    if (target < now) return false;
    await transaction.updateTable('sbx_clock').set({ real_at: real, simulated_at: target }).execute();
    return target;
  });
}
