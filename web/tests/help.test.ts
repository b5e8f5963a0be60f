import { describe, expect, it } from 'vitest';
import { stopsOf } from '../src/learn/figure.svelte';
import { isPlayed, parseHelp, ruleIn } from '../src/rules/help';

describe('rules', () => {
  const help = parseHelp(
    [
      '<!-- first-turn -->\n## First turn\n\n1. Do **this**.\n2. Then that.\n',
      '<!-- rules -->\n## Rules\n',
      '### Moving\n<!-- section move verbs=move,shortcut lesson=first_turn/walk -->\n*A step costs.*\n',
      '**T13** A piece crosses. See **T15**.\n',
      '![t13_example as B]\n1. Two workers.\n3. On to\n   the treasures.\n',
      '> **May I stop?** No.\n> Never.\n',
      '### Boulders\n<!-- section boulder -->\n<!-- only boulder=3d6|2d6 -->\n*They fall.*\n',
      '**T31** Dice.\n\n<!-- only obstacles=on -->\n**T32** Walls.\n',
      '<!-- terms -->\n- `verb:move` T13: One piece\n  crosses.\n- `piece:leader` T20: Counts three.\n',
      '<!-- card -->\n## Card\n\n| Actions | AP | |\n|---|---|---|\n| Move | n | stones |',
      '| Gun | 6 | two <!-- only gun=on --> |\n',
      '| A turn |\n|---|\n| Lay |\n',
    ].join('\n'),
  );
  const [move, boulder] = help.sections;

  it('have sections with what belongs to them', () => {
    expect(move).toMatchObject({ key: 'move', lead: 'A step costs.', verbs: ['move', 'shortcut'] });
    expect(move?.lesson).toBe('first_turn/walk');
    expect(boulder?.only).toEqual({ option: 'boulder', values: ['3d6', '2d6'] });
  });
  it('are found by number', () => {
    expect(ruleIn(help, 'T13')?.html).toBe('A piece crosses. See <strong>T15</strong>.');
    expect(ruleIn(help, 'T15')).toBeNull();
    expect(boulder?.blocks.map((block) => 'only' in block && block.only?.option)).toEqual([undefined, 'obstacles']);
  });
  it('have diagrams whose captions count', () => {
    const figure = move?.blocks.find((block) => block.kind === 'figure');
    expect(figure).toEqual({
      kind: 'figure',
      scenario: 't13_example',
      eyes: 'B',
      captions: [
        { picture: 1, text: 'Two workers.' },
        { picture: 3, text: 'On to the treasures.' },
      ],
    });
    expect(stopsOf(5, figure?.kind === 'figure' ? figure.captions : [])).toEqual([0, 2]);
    expect(stopsOf(3, [])).toEqual([0, 1, 2]);
  });
  it('have questions that are often asked', () => {
    expect(move?.blocks.at(-1)).toEqual({ kind: 'asked', question: 'May I stop?', answer: 'No. Never.' });
  });
  it('have a first turn in steps, terms and a card', () => {
    expect(help.steps).toEqual(['Do <strong>this</strong>.', 'Then that.']);
    expect(help.terms[0]).toEqual({ key: 'verb:move', rule: 'T13', text: 'One piece crosses.' });
    expect(help.card.map(({ title, unit, rows }) => [title, unit, rows.length])).toEqual([
      ['Actions', 'AP', 2],
      ['A turn', '', 1],
    ]);
    expect(help.card[0]?.rows[1]).toEqual({ cells: ['Gun', '6', 'two'], only: { option: 'gun', values: ['on'] } });
  });
  it('know what is played', () => {
    const only = { option: 'gun', values: ['on'] };
    expect(isPlayed(null, () => undefined)).toBe(true);
    expect(isPlayed(only, () => 'on')).toBe(true);
    expect(isPlayed(only, () => undefined)).toBe(false);
  });
});
