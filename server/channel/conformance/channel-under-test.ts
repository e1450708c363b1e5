import type { AdPlatform } from '../ad-platform.ts';

/** A connected channel, and what a test must be able to bring about there. */
export interface ChannelUnderTest {
  platform: AdPlatform;
  /** A person agrees; answers the code the channel would send us. `without` leaves a permission out. */
  agree(options?: { without?: string }): Promise<string>;
  /** The same person takes back everything granted so far. */
  takeBack(): Promise<void>;
  /** Lets time go by on the channel. */
  wait(by: { minutes?: number; days?: number }): Promise<void>;
  /** What the channel shows as now. */
  now(): Date;
  /** Of that person: more accounts and pages than one answer of the channel holds. */
  accounts: number;
  pages: number;
  /** An account that delivers and owns a pixel, one that is disabled, and one that takes pixels of the first; all of that person but the last. */
  account: string;
  disabledAccount: { token(): Promise<string>; id: string };
  partnerAccount: string;
  /** An account of somebody else, and one that takes no pixel of the first. */
  foreignAccount: string;
  closedAccount: string;
  /** Owned by the account, and by nobody this person knows. */
  pixel: string;
  foreignPixel: string;
  /** A page that may advertise and post. */
  page: string;
  foreignPage: string;
  /** Names that make the channel do something. */
  names: { lost: string; failsOnce: string; failsAlways: string; throttled: string; disapproved: string };
  close(): Promise<void>;
}
