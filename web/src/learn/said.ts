/** Texts of lessons and captions: `**strong**` parts and rules in brackets, `[T13]`. */

export type Part = { kind: 'text' | 'strong' | 'rule'; text: string };

export function parts(text: string): Part[] {
  return text
    .split(/(\*\*[^*]+\*\*|\[[A-Z]\d+\])/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      if (/^\[[A-Z]\d+\]$/.test(part)) return { kind: 'rule', text: part.slice(1, -1) };
      return { kind: 'text', text: part };
    });
}

/** The same as plain text. */
export const plain = (text: string): string => text.replaceAll('**', '').replace(/\s*\[[A-Z]\d+\]/g, '');
