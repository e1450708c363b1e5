/** The version of the Graph API that every call names. */
export const GRAPH_VERSION = 'v26.0';
/** Older versions lack parameters that this connector sends. */
export const OLDEST_GRAPH_VERSION = 25;

/** Settings of the connector to Meta. */
export interface MetaConfig {
  readonly appId: string;
  /** It must not appear in an error, log or answer. */
  readonly appSecret: string;
  /** Where the console is reached from outside, such as https://ads.example.com. */
  readonly publicUrl: string;
  /** A Login for Business configuration, which replaces the list of permissions. */
  readonly configId: string | undefined;
  readonly version: string;
  readonly graphUrl: string;
  readonly videoUrl: string;
  readonly dialogUrl: string;
  /** What the network shows when it asks whether it may send changes; undefined when it may not. */
  readonly webhookToken: string | undefined;
  /** Which of the overlapping counts of purchases is reported. */
  readonly purchaseAction: 'pixel' | 'omni';
}

export const LIVE_ADDRESSES = {
  graphUrl: 'https://graph.facebook.com',
  videoUrl: 'https://graph-video.facebook.com',
  dialogUrl: 'https://www.facebook.com',
} as const;

/** Where people return to after authorising; it must be entered literally in the settings of the app. */
export const redirectUrlOf = ({ publicUrl }: Pick<MetaConfig, 'publicUrl'>): string => `${publicUrl}/api/auth-callback/meta`;
