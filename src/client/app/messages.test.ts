import { describe, expect, it } from 'vitest';
import { deletedUsername } from '#shared/activities';
import { refusals } from '#shared/refusals';
import { boardMessages } from '#client/boards/boards-messages.fr.ts';
import { type Sentence, type Texts, Value } from '#client/ui/typography.ts';
import { decidedSentences, specificationSentences } from '../../../tests/specification-sentences.ts';
import { messages } from './messages.fr.ts';

/** What stands for each value that a sentence can take. */
const placeholders = {
  from: 'Léa',
  to: 'Max',
  invited: 'Zoé',
  name: 'Léa',
  names: ['Max', 'Zoé'],
  board: 'NOUS DEUX',
  title: 'Petit-déj au lit',
  reaction: 'Cœur',
  emoji: '❤️',
  isMine: true,
  avatar: '🦄',
  avatarName: 'Licorne',
  url: 'https://exemple.fr',
  email: 'aide@exemple.fr',
  count: 3,
  total: 12,
  points: 20,
  score: 35,
  gained: 20,
  lost: 15,
  days: 4,
  day: '2026-11-20',
  when: '20 novembre',
  rank: 2,
  position: 2,
  time: new Date(2026, 10, 20, 14, 5).getTime(),
  date: '20 novembre à 14:05',
  until: '21 novembre à 14:05',
};

/** Those of a text, and what no sentence of the specification has. */
const values = {
  ...placeholders,
  week: [{ day: '2026-11-20', points: 20, isToday: true }],
  monday: '2026-11-16',
  startsOn: '2026-11-16',
  lastDay: '2026-11-22',
  host: 'jeu.exemple.fr',
  index: 1,
  place: 1,
  people: 2,
  actions: 27,
  before: 31,
  times: 4,
  by: 'Max',
  hosts: 'example.org',
  what: 'Essai',
  status: '302',
  sentence: 'Silence radio. Suspect.',
  stake: 'Le petit-déj au lit',
  daysLeft: 4,
  number: 3,
  isReached: true,
  isMe: false,
  mode: 'Complices',
  period: '2026',
  years: 2,
  month: '2026-11',
  kit: 'À deux',
  username: 'Max',
  company: 'two',
  missing: 6,
  won: 2,
  paid: 1,
  isTied: true,
  reached: 2,
  note: 'Avec des fraises',
  words: 'Les croissants !',
  result: "l'action reste",
  code: '7K4M-9QXR-T2VB-8DNH',
  wink: { kind: 'hour', hour: 18, times: 9 },
};

interface Shown {
  path: string;
  text: string;
}

const shown = textsOf(messages, 'messages');
// The server sends `deletedUsername` in the place of a name, so the catalogue does not repeat it.
const onScreen = new Set([...shown.map(({ text }) => plain(text)), deletedUsername]);

describe('the catalogue has every sentence of the specification', () => {
  it.each(Object.entries(specificationSentences))('%s', (_section, sentences) => {
    expect(missing(sentences)).toEqual([]);
  });

  it.each(Object.entries(decidedSentences))('as decided in %s', (_decision, sentences) => {
    expect(missing(sentences)).toEqual([]);
  });
});

it('a missing board is called what the refusal calls it, though its screen does not load all refusals', () => {
  expect(boardMessages.notFound).toBe(refusals.board_not_found[1]);
});

describe('each text', () => {
  it('is whole, whatever its values', () => {
    expect(
      shown.filter(({ text }) => /undefined|NaN|\[object|(?<!\{)\{\w+\}(?!\})/.test(text) || text.trim() !== text || text === ''),
    ).toEqual([]);
  });

  it('has French spacing and straight apostrophes', () => {
    expect(shown.filter(({ text }) => / [;!?:»]|« |’| {2}/.test(text))).toEqual([]);
  });

  it('ends with one sign where something goes on, save where the specification has three dots', () => {
    const dotted = shown.filter(({ text }) => text.includes('...')).map(({ text }) => text);
    expect(dotted.toSorted()).toEqual(['Chargement...', 'Envoi de la demande...']);
  });

  it('invites to try again where something was not sent, save where the specification or the reason has the word', () => {
    const failures = shown.filter(({ path }) => /[fF]ailed$/.test(path) && !saysMore.some((other) => path.endsWith(other)));
    expect(failures.length).toBeGreaterThan(20);
    expect(
      failures.filter(({ text }) => !/Réessayez[ .]|Veuillez réessayer\.$|Copiez plutôt|chargée/.test(text) && !isSpecified(text)),
    ).toEqual([]);
  });

  it('that one member sends to another says neither tu nor vous', () => {
    const sent = shown.filter(({ path }) => path.endsWith('.nativeText') || path === 'messages.shareApp.invitation');
    expect(sent).toHaveLength(5);
    expect(sent.filter(({ text }) => /(?<!\p{L})(vous|vos|votre|tu|toi|ton|ta|tes)(?!\p{L})/iu.test(text))).toEqual([]);
  });

  it('says vous', () => {
    expect(shown.filter(({ text }) => /(?<![\p{L}'])(tu|toi|ton|ta|tes|t')(?!\p{L})/iu.test(text))).toEqual([]);
  });

  it('never promises end-to-end encryption', () => {
    expect(shown.filter(({ text }) => /de bout en bout/i.test(text))).toEqual([]);
    expect(messages.landing.claim).toContain('chiffrées en transit et au repos');
  });

  it('leaves the English codes of the specification to machines', () => {
    expect(shown.filter(({ text }) => /failed to load|not found|no user logged in/i.test(text))).toEqual([]);
  });
});

it('a count is written in French', () => {
  const members = [0, 1, 2].map((count) => plain(messages.boards.members({ count })));
  expect(members).toEqual(['0 membre', '1 membre', '2 membres']);
  const offline = [0, 1, 3].map((count) => plain(messages.shell.connection.offline({ count })));
  expect(offline).toEqual(['Hors ligne', 'Hors ligne, 1 action en attente', 'Hors ligne, 3 actions en attente']);
});

it('a message names those who were left out of a new board, one or several', () => {
  expect(plain(messages.createBoard.createdWithout({ names: ['Max'] }))).toBe('Tableau créé. Compte introuvable : Max');
  expect(plain(messages.createBoard.createdWithout({ names: ['Max', 'Zoé'] }))).toBe('Tableau créé. Comptes introuvables : Max et Zoé');
});

/** Failures after which `failedMessage` puts the server's reason or 'Réessayez.', and one that names another way. */
const saysMore = [
  'note.failed',
  'reactions.failed',
  'favourites.failed',
  'owed.avowalFailed',
  'owed.denialFailed',
  'forWhom.oweFailed',
  'words.copyFailed',
  'qrCodeFailed',
];

function isSpecified(text: string): boolean {
  return Object.values(specificationSentences).some((sentences) => sentences.some((sentence) => sentence === plain(text)));
}

function missing(sentences: readonly string[]): string[] {
  return sentences.map(filled).filter((sentence) => !onScreen.has(sentence));
}

function filled(sentence: string): string {
  return sentence.replace(/\{(\w+)\}/g, (whole, key: string) =>
    key in placeholders ? String(placeholders[key as keyof typeof placeholders]) : whole,
  );
}

function textsOf(texts: Texts, path: string): Shown[] {
  if (typeof texts === 'string') return [{ path, text: texts }];
  if (typeof texts === 'function') return textsOf((texts as (of: typeof values) => Texts)(values), path);
  if (isSentence(texts)) return [{ path, text: texts.map((part) => (part instanceof Value ? part.text : part)).join('') }];
  return Object.entries(texts).flatMap(([key, inner]: [string, Texts]) => textsOf(inner, `${path}.${key}`));
}

function isSentence(texts: Texts): texts is Sentence {
  return Array.isArray(texts) && texts.some((part) => part instanceof Value);
}

function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}
