import type { Refusal } from '../generated/protocol';

/** Something that the server, the tables of this device, or the way to them refused. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    /** The status of the answer; 0 where there was none. */
    readonly status: number,
  ) {
    super(refusal.reason.text);
  }
}
