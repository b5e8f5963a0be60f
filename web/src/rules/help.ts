/**
 * A game's rules, from its `help/xx.md` (`docs/lessons.md`): the guided first turn, the rules by sections with their
 * diagrams, the terms, the reference card. The files are the project's own, so what they say is shown as it is.
 */
import { marked } from 'marked';

/** An option, and the values with which something is played. */
export interface Only {
  option: string;
  values: string[];
}

export type Block =
  | { kind: 'text'; rule: string | null; html: string; only: Only | null }
  | { kind: 'figure'; scenario: string; eyes: string; captions: Caption[] }
  | { kind: 'asked'; question: string; answer: string };

/** What is said of a picture, by its number from 1. */
export interface Caption {
  picture: number;
  text: string;
}

export interface Section {
  key: string;
  title: string;
  lead: string;
  verbs: string[];
  /** The lesson that teaches it, and the step: `first_turn/walk`. */
  lesson: string | null;
  only: Only | null;
  blocks: Block[];
}

/** Something that can be pointed at, in a sentence. */
export interface Term {
  key: string;
  rule: string;
  text: string;
}

/** A table of the reference card: its heading and what the last column counts, and rows. */
export interface CardTable {
  title: string;
  unit: string;
  rows: { cells: string[]; only: Only | null }[];
}

export interface Help {
  /** The first turn, step by step. */
  steps: string[];
  sections: Section[];
  /** Whether its boards are so broad that diagrams take the whole width of the page. */
  broad: boolean;
  terms: Term[];
  card: CardTable[];
}

const PARTS = ['first-turn', 'rules', 'terms', 'card'] as const;

/** The text between one mark (`<!-- rules -->`) and the next. */
function part(text: string, name: (typeof PARTS)[number]): string {
  const start = text.indexOf(`<!-- ${name} -->`);
  if (start < 0) return '';
  const rest = text.slice(start + name.length + 9);
  const ends = PARTS.map((one) => rest.indexOf(`<!-- ${one} -->`)).filter((at) => at >= 0);
  return rest.slice(0, ends.length ? Math.min(...ends) : undefined);
}

const html = (text: string) => marked.parse(text, { async: false });
const inline = (text: string) => marked.parseInline(text, { async: false });
/** A paragraph stands in a line with its number; lists and tables are blocks. */
const written = (text: string) => (/^(\s*[-*|]|\d+\. )/.test(text) ? html(text) : inline(text));

const only = (text: string): Only | null => {
  const [, option, values] = /<!--\s*only (\w+)=([^\s>]+)\s*-->/.exec(text) ?? [];
  return option ? { option, values: values!.split('|') } : null;
};

function sectionMark(line: string, section: Section): void {
  const [, said] = /<!--\s*section (.*?)\s*-->/.exec(line) ?? [];
  const [key = '', ...more] = said?.split(/\s+/) ?? [];
  section.key = key;
  for (const word of more) {
    const [name, value = ''] = word.split('=');
    if (name === 'verbs') section.verbs = value.split(',');
    if (name === 'lesson') section.lesson = value;
  }
}

/** A paragraph as a block: the lead of its section is none. */
function block(text: string, section: Section, mark: Only | null): Block | null {
  const lead = /^\*([^*].*)\*$/.exec(text)?.[1];
  if (lead && !section.blocks.length && !section.lead) {
    section.lead = inline(lead);
    return null;
  }
  const asked = /^> \*\*(.+?)\*\*\s*([\s\S]*)$/.exec(text);
  if (asked) return { kind: 'asked', question: inline(asked[1]!), answer: inline(asked[2]!.replace(/\n> ?/g, ' ')) };
  const rule = /^\*\*([A-Z]\d+)\*\*\s+([\s\S]*)$/.exec(text);
  return { kind: 'text', rule: rule?.[1] ?? null, html: written(rule?.[2] ?? text), only: mark };
}

function figure(line: string): Extract<Block, { kind: 'figure' }> {
  const [scenario = '', eyes = 'A'] = line.slice(2).replace(/\].*$/, '').split(' as ');
  return { kind: 'figure', scenario, eyes, captions: [] };
}

function sections(text: string): Section[] {
  const found: Section[] = [];
  let lines: string[] = [];
  let mark: Only | null = null;
  const end = () => {
    const section = found.at(-1);
    if (section && lines.length) {
      const made = block(lines.join('\n'), section, mark);
      if (made) section.blocks.push(made);
      mark = null;
    }
    lines = [];
  };
  for (const line of text.split('\n')) {
    const section = found.at(-1);
    const last = section?.blocks.at(-1);
    const caption = /^(\d+)\. (.*)$/.exec(line);
    if (line.startsWith('### ')) {
      end();
      const title = line.slice(4).trim();
      found.push({ key: `part${found.length + 1}`, title, lead: '', verbs: [], lesson: null, only: null, blocks: [] });
    } else if (line.startsWith('<!-- section ') && section) sectionMark(line, section);
    else if (line.startsWith('<!-- only ')) {
      end();
      if (section && !section.blocks.length && !section.lead) section.only = only(line);
      else mark = only(line);
    } else if (line.startsWith('![') && section) {
      end();
      section.blocks.push(figure(line));
    } else if (last?.kind === 'figure' && !lines.length && caption)
      last.captions.push({ picture: Number(caption[1]), text: caption[2]!.trim() });
    else if (last?.kind === 'figure' && !lines.length && last.captions.length && /^ {2,}\S/.test(line))
      last.captions.at(-1)!.text += ` ${line.trim()}`;
    else if (!line.trim() || line.startsWith('## ')) end();
    else lines.push(line);
  }
  end();
  return found;
}

function terms(text: string): Term[] {
  const joined = text.replace(/\n {2,}/g, ' ');
  return [...joined.matchAll(/^- `([^`]+)` (\w+): (.*)$/gm)].map(([, key, rule, said]) => ({
    key: key!,
    rule: rule!,
    text: said!.trim(),
  }));
}

const cells = (line: string) =>
  line
    .replace(/<!--.*?-->/g, '')
    .split('|')
    .slice(1, -1)
    .map((cell) => inline(cell.trim()));

function card(text: string): CardTable[] {
  const tables: CardTable[] = [];
  let before = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('|') && !before.startsWith('|')) {
      const [title = '', unit = ''] = cells(line);
      tables.push({ title, unit, rows: [] });
    } else if (line.startsWith('|') && !/^\|[\s:|-]+$/.test(line))
      tables.at(-1)!.rows.push({ cells: cells(line), only: only(line) });
    before = line;
  }
  return tables;
}

export function parseHelp(text: string): Help {
  const first = html(part(text, 'first-turn'));
  return {
    steps: [...first.matchAll(/<li>([\s\S]*?)<\/li>/g)].map(([, step]) => step!.trim()),
    sections: sections(part(text, 'rules')),
    broad: part(text, 'rules').startsWith('\n<!-- broad -->'),
    terms: terms(part(text, 'terms')),
    card: card(part(text, 'card')),
  };
}

/** A rule, and the section that it stands in. */
export function ruleIn(help: Help, rule: string): { section: Section; html: string } | null {
  for (const section of help.sections)
    for (const one of section.blocks) if (one.kind === 'text' && one.rule === rule) return { section, html: one.html };
  return null;
}

/** Whether something is played with these options; what is not chosen is as it is by default. */
export const isPlayed = (only: Only | null, value: (option: string) => string | undefined): boolean =>
  only === null || only.values.includes(value(only.option) ?? 'off');
