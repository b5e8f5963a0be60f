/** The tables at which a match was played on, kept on the device beside the match. */
import { remember, remembered } from '../app/memory';

export interface Branch {
  id: string;
  step: number;
}

const KEY = 'quipu.branches';
/** How many are kept, of all matches together. */
const MOST = 200;
type KnownBranch = [of: string, id: string, step: number];

function kept(): KnownBranch[] {
  try {
    const read = JSON.parse(remembered(KEY) ?? '[]') as unknown;
    const isKept = (one: unknown): one is KnownBranch =>
      Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string' && Number.isInteger(one[2]);
    return Array.isArray(read) ? read.filter(isKept) : [];
  } catch {
    return [];
  }
}

export function keepBranch(of: string, { id, step }: Branch): void {
  remember(KEY, JSON.stringify([...kept(), [of, id, step]].slice(-MOST)));
}

/** The tables at which a match was played on, in the order of its moments. */
export const branchesOf = (table: string): Branch[] =>
  kept()
    .filter(([of]) => of === table)
    .map(([, id, step]) => ({ id, step }))
    .sort((a, b) => a.step - b.step);
