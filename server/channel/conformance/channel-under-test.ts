import type { AdPlatform } from '../ad-platform.ts';

/** A connected channel, with the ways a test can control it. */
export interface ChannelUnderTest {
  platform: AdPlatform;
  /** The person authorises the app; returns the code that the channel would send. `without` leaves one permission out. */
  authorise(options?: { without?: string }): Promise<string>;
  /** The same person revokes everything granted so far. */
  revoke(): Promise<void>;
  /** Advances the channel's clock. */
  wait(by: { minutes?: number; days?: number }): Promise<void>;
  /** The channel's current time. */
  now(): Date;
  /** Numbers of the person's ad accounts and pages, more than one page of an answer holds. */
  accounts: number;
  pages: number;
  /**
   * An ad account that delivers and owns a pixel, a disabled one, and one that the first can share its pixel with. The first two belong
   * to the person.
   */
  account: string;
  /** Another one of the person, which does not say who benefits from its ads. */
  namelessAccount: string;
  disabledAccount: { token(): Promise<string>; id: string };
  partnerAccount: string;
  /** An ad account of another person, and one that refuses pixels of the first. */
  foreignAccount: string;
  closedAccount: string;
  /** A pixel that the account owns, and one that the person has no access to. */
  pixel: string;
  foreignPixel: string;
  /** A page that may advertise and post. */
  page: string;
  foreignPage: string;
  /** Whether reviews can be appealed through the connector. */
  canAppeal: boolean;
  /** Object names that trigger a behaviour of the channel. */
  names: { lost: string; failsOnce: string; failsAlways: string; throttled: string; disapproved: string };
  close(): Promise<void>;
}
