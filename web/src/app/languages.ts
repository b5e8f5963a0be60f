/** The languages in their own words. */
import type { Language } from '../game/kit';

export const NAMES: Record<Language, string> = { en: 'English', it: 'Italiano', es: 'Español' };
