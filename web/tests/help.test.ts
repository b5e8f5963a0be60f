import { describe, expect, it } from 'vitest';
import { parseHelp } from '../src/rules/help';

describe('rules', () => {
  const help = parseHelp(
    '<!-- first-turn -->\n## First turn\n\n1. Do **this**.\n2. Then that.\n\n' +
      '<!-- rules -->\n## Rules\n\n**T14** Uncover. See **T15**.\n\n- **T15** Dig.\n\n' +
      '<!-- card -->\n## Card\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
  );
  it('are found by number', () => {
    expect(help.rules).toContain('<b class="ruleno" id="T14">T14</b> Uncover. See <strong>T15</strong>.');
    expect(help.rules).toContain('id="T15"');
    expect(help.rules.match(/id="T15"/g)).toHaveLength(1);
  });
  it('have a first turn in steps and a card', () => {
    expect(help.steps).toEqual(['Do <strong>this</strong>.', 'Then that.']);
    expect(help.card).toContain('<td>2</td>');
    expect(help.card).not.toContain('Rules');
  });
});
