/** The whole table in a sentence. */
import { t } from '../i18n/index.svelte';
import { SEAT_KINDS, type Plan } from './plan';

/** `Tikal for four: you, one by link, a strong bot. 2 variants.`, with what matters strong. */
export function sentence(title: string, plan: Plan, changed: number): string {
  const who = SEAT_KINDS.flatMap((kind) => {
    const seats = plan.seats.filter((one) => one.kind === kind);
    return seats.length ? [kind === 'me' ? t('new.say.me') : t(`new.say.${kind}`, { count: seats.length })] : [];
  });
  const text = t('new.say', { game: `**${title}**`, count: plan.seats.length, who: who.join(', ') });
  return changed ? `${text} **${t('new.say.variants', { count: changed })}**` : text;
}
