/** The record that was read last from a file, so that links to its steps and a reload find it again in this tab. */
import { remember, remembered } from '../app/memory';

const KEY = 'quipu.record';

export const keepRecord = (text: string): void => remember(KEY, text, 'tab');
export const keptRecord = (): string | null => remembered(KEY, 'tab');
