/** The few words of each game that the home page shows. */
import type { Language } from '../game/kit';

type Covers = Record<string, Record<string, string>>;

const load: Record<Language, () => Promise<{ default: Covers }>> = {
  en: () => import('virtual:covers/en'),
  it: () => import('virtual:covers/it'),
  es: () => import('virtual:covers/es'),
};

export const coverWords = async (language: Language): Promise<Covers> => (await load[language]()).default;
