/** The chalk cross where something was clicked that is not on offer; the reason itself is the stage's to tell. */
import { getContext, setContext } from 'svelte';

type Cross = (event: Event) => void;
const KEY = Symbol('refused');

export const markRefused = (cross: Cross) => setContext(KEY, cross);
export const refusedHere = (): Cross => getContext<Cross | undefined>(KEY) ?? (() => {});
