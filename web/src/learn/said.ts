/** Texts of lessons and captions: `**strong**` parts and rules in brackets, `[T13]`. */

/** A rule has the full stop or comma that follows it: no line begins with one. */
export type Part = { kind: 'text' | 'strong'; text: string } | { kind: 'rule'; text: string; end: string };

const RULE = /^\[([A-Z]\d+)\]([.,;:)]?)$/;

export function parts(text: string): Part[] {
  return text
    .split(/(\*\*[^*]+\*\*|\[[A-Z]\d+\][.,;:)]?)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      const [, rule, end = ''] = RULE.exec(part) ?? [];
      if (rule) return { kind: 'rule', text: rule, end };
      return { kind: 'text', text: part };
    });
}

/** The same as plain text. */
export const plain = (text: string): string => text.replaceAll('**', '').replace(/\s*\[[A-Z]\d+\]/g, '');
