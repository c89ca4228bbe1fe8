/** How new the result of a call is: as new as the oldest of the answers that it takes. */

export interface StampRecorder {
  /** To be told of each answer; milliseconds since the epoch. */
  readonly onAnswer: (stamp: number) => void;
  /** Undefined where no answer has been taken. */
  readonly oldest: () => number | undefined;
}

export function createStampRecorder(): StampRecorder {
  let oldest: number | undefined;
  return {
    onAnswer: (stamp) => void (oldest = Math.min(stamp, oldest ?? stamp)),
    oldest: () => oldest,
  };
}
