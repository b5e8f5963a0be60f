/** Something that a form tries: what was refused, or what is said when it is done. */
import type { Refusal } from '../generated/protocol';
import { refusalOf } from '../net/refused';

export class Attempt {
  refusal = $state.raw<Refusal | null>(null);
  said = $state('');

  run = async (work: () => Promise<unknown>, done = ''): Promise<void> => {
    this.refusal = null;
    this.said = '';
    try {
      await work();
      this.said = done;
    } catch (error) {
      this.refusal = refusalOf(error);
    }
  };
}
