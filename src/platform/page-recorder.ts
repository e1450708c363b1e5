/** Records what the machines of this page do, so that the user can pass it on. */
export interface PageRecorder {
  /** Starts or stops recording; stopping discards the recording. */
  setRecording(isRecording: boolean): void;
  /** Plain JSON; undefined when nothing was recorded. */
  recording(): object | undefined;
}

let recorder: PageRecorder | undefined;

export const offerRecorder = (offered: PageRecorder): void => {
  recorder = offered;
};

/** Undefined where this page cannot record. */
export const pageRecorder = (): PageRecorder | undefined => recorder;
