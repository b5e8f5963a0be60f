/**
 * A game's rules, from its `help/xx.md`: the guided first turn, the rules by number, the reference card. The files are
 * the project's own, so what they say is shown as it is.
 */
import { marked } from 'marked';

export interface Help {
  /** The first turn, step by step. */
  steps: string[];
  first: string;
  rules: string;
  card: string;
}

const PARTS = ['first-turn', 'rules', 'card'] as const;

/** The numbers of rules at the beginning of a line become places that links lead to. */
const anchored = (text: string) =>
  text.replace(/^(\s*(?:[-*]\s+|\d+\.\s+)?)\*\*([A-Z]{1,2}\d+[a-z]?)\*\*/gm, '$1<b class="ruleno" id="$2">$2</b>');

/** The text between one mark (`<!-- rules -->`) and the next. */
function part(text: string, name: (typeof PARTS)[number]): string {
  const start = text.indexOf(`<!-- ${name} -->`);
  if (start < 0) return '';
  const rest = text.slice(start + name.length + 9);
  const ends = PARTS.map((one) => rest.indexOf(`<!-- ${one} -->`)).filter((at) => at >= 0);
  return rest.slice(0, ends.length ? Math.min(...ends) : undefined);
}

const html = (text: string) => marked.parse(text, { async: false });

export function parseHelp(text: string): Help {
  const first = html(part(text, 'first-turn'));
  const steps = [...first.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, step]) => step!.trim());
  return { steps, first, rules: html(anchored(part(text, 'rules'))), card: html(part(text, 'card')) };
}

/** One rule's text. */
export function ruleText(help: Help, rule: string): string | null {
  const page = new DOMParser().parseFromString(help.rules, 'text/html');
  const found = page.getElementById(rule);
  const block = found?.closest('li, p, td');
  found?.removeAttribute('id');
  return block?.innerHTML ?? null;
}
