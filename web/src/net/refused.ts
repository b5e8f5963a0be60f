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

/** What to tell of an error: what the server refused, or that it could not be asked. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refused ? error.refusal : { code: 'unavailable', reason: { text: String(error) } };
