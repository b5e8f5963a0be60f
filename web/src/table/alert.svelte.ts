/** Tells the player that it is their turn: title, icon, a sound, a notification while the tab is in the background. */
import { prefs } from '../app/prefs.svelte';
import { t } from '../i18n/index.svelte';
import { home } from '../net/site';

let was = false;
let audio: AudioContext | null = null;

// A browser lets a page sound only after somebody has touched it.
const wakeAudio = () => {
  audio ??= new AudioContext();
  void audio.resume();
};
if (typeof addEventListener === 'function') {
  addEventListener('pointerdown', wakeAudio, { once: true });
  addEventListener('keydown', wakeAudio, { once: true });
}

/** Two plucked notes. */
export function pluck(): void {
  if (!audio || audio.state !== 'running') return;
  [392, 587.33].forEach((pitch, index) => {
    const start = audio!.currentTime + index * 0.14;
    const tone = audio!.createOscillator();
    const gain = audio!.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.18, start + 0.01);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.7);
    tone.connect(gain).connect(audio!.destination);
    tone.start(start);
    tone.stop(start + 0.75);
  });
}

/** The icon with or without a dot. */
function badge(on: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (link) link.href = `${home()}${on ? 'icon-turn.svg' : 'icon.svg'}`;
}

/** Shows whether it is the player's turn. The sound comes when the turn begins. */
export function alert(title: string, mine: boolean, tag: string): () => void {
  document.title = mine ? `● ${t('table.your_turn')} · ${title}` : `${title} · Quipu`;
  badge(mine);
  if (mine && !was) {
    if (prefs.sound) pluck();
    if (prefs.notify && document.hidden && 'Notification' in globalThis && Notification.permission === 'granted')
      new Notification(title, { body: t('table.your_turn'), tag, icon: `${home()}icon.svg` });
  }
  was = mine;
  return () => badge(false);
}
