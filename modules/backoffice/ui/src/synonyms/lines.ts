// Synonyms as lines of text, as people type them.

import type { Schemas } from '../types';

export type Group = Schemas['SynonymGroup'];
export type Rule = Schemas['SynonymRule'];

/** The words between commas, without space around; empty ones are left out. */
const wordsOf = (text: string) => text.split(',').map((word) => word.trim()).filter((word) => word !== '');

/** The lines that are not blank, with their numbers from 1. */
export const writtenLines = (text: string) => text.split('\n').map((line, i) => ({ line, number: i + 1 })).filter(({ line }) => line.trim() !== '');

export const groupLines = (groups: Group[]) => groups.map((g) => g.words.join(', '));

export const groupsOf = (text: string): Group[] => writtenLines(text).map(({ line }) => ({ words: wordsOf(line) }));

export const ruleLines = (rules: Rule[]) => rules.map((r) => `${r.word} => ${r.finds.join(', ')}`);

/** Everything before the first => is the word; the service refuses a line without what it finds. */
export const rulesOf = (text: string): Rule[] =>
  writtenLines(text).map(({ line }) => {
    const [word = '', ...rest] = line.split('=>');
    return { word: word.trim(), finds: wordsOf(rest.join('=>')) };
  });
