/** Keeps what the machines of this page do, for the reader to pass on. */
export interface PageRecorder {
  /** From now on, or no longer: then what was kept is forgotten. */
  keep(isWanted: boolean): void;
  /** JSON at heart; undefined where nothing was kept. */
  recording(): object | undefined;
}

let recorder: PageRecorder | undefined;

export const offerRecorder = (offered: PageRecorder): void => {
  recorder = offered;
};

/** Absent where this page cannot record. */
export const pageRecorder = (): PageRecorder | undefined => recorder;
