import { expect, it } from 'vitest';
import { pageAt } from './pages.ts';

const board = 'AAAAAAAAAAAAAAAAAAAAAA';

it.each([
  ['/', 'landing', 'landing'],
  [`/invite/${board}`, 'invitation', 'invitation'],
  [`/invite/${board}/`, 'invitation', 'invitation'],
  ['/invite', 'app', 'app'],
  ['/invite/', 'app', 'app'],
  ['/invite/a/b', 'app', 'app'],
  ['/confidentialite', 'privacy', 'privacy'],
  ['/mentions-legales/', 'legal', 'legal'],
  ['/passer-en-https', 'https', 'https'],
  ['/verifier', 'verify', 'verify'],
  ['/login', 'login', 'login'],
  ['/signup', 'signup', 'signup'],
  ['/dashboard', 'dashboard', 'login'],
  ['/dashboard/', 'dashboard', 'login'],
  ['/dashboard/x', 'app', 'app'],
  [`/board/${board}`, 'board', 'login'],
  ['/board', 'app', 'app'],
  [`/board/${board}/x`, 'app', 'app'],
  ['/boards', 'boards', 'login'],
  ['/requests', 'requests', 'login'],
  ['/edit-profile', 'app', 'app'],
  ['//evil.example', 'app', 'app'],
  ['/constructor', 'app', 'app'],
  ['/__proto__', 'app', 'app'],
])('at %s opens the page %s for whoever is signed in, and %s for everybody else', (path, own, others) => {
  expect([pageAt(path, true), pageAt(path, false)]).toEqual([own, others]);
});
