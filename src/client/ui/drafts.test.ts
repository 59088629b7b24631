import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftsBelongTo, dropDrafts, forget, keep, stashDrafts, useDraft } from './drafts.ts';

afterEach(dropDrafts);

const nothing = '';
const Form = () => useDraft('create-board', nothing)[0];
function shown(): string {
  return renderToString(createElement(Form));
}

describe('a draft', () => {
  it('outlives its screen and the session of its typist', () => {
    draftsBelongTo('lea');
    keep('create-board', 'NOUS DEUX');
    draftsBelongTo('lea');
    expect(shown()).toBe('NOUS DEUX');
  });

  it('is gone when somebody else signs in, or its typist signs out', () => {
    draftsBelongTo('lea');
    keep('create-board', 'NOUS DEUX');
    draftsBelongTo('max');
    expect(shown()).toBe('');
    keep('create-board', 'NOUS TROIS');
    dropDrafts();
    expect(shown()).toBe('');
  });
});

describe('a draft that is stashed', () => {
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  afterEach(() => {
    vi.unstubAllGlobals();
    stored.clear();
  });

  /** The drafts of the page that comes after a reload. */
  async function reloaded() {
    vi.stubGlobal('sessionStorage', storage);
    draftsBelongTo('lea');
    keep('create-board', { name: 'NOUS DEUX' });
    stashDrafts();
    vi.resetModules();
    const next = await import('./drafts.ts');
    const read = (initial: object) => {
      let draft: unknown;
      const Reader = () => {
        draft = next.useDraft('create-board', initial)[0];
        return null;
      };
      renderToString(createElement(Reader));
      return draft;
    };
    return { next, read };
  }

  it('is there again after a reload, and nowhere else', async () => {
    const { next, read } = await reloaded();
    expect(stored.size).toBe(0);
    next.draftsBelongTo('lea');
    expect(read({ name: '' })).toEqual({ name: 'NOUS DEUX' });
  });

  it('is not brought back once it is sent, by a page that Back brought back to life', async () => {
    vi.stubGlobal('sessionStorage', storage);
    keep('create-board', { name: 'NOUS DEUX' });
    stashDrafts();
    forget('create-board');
    stashDrafts();
    expect(stored.size).toBe(0);
  });

  it('is gone when somebody else is signed in by then', async () => {
    const { next, read } = await reloaded();
    next.draftsBelongTo('max');
    expect(read({ name: '' })).toEqual({ name: '' });
  });

  it('gives way to an empty form where a newer version of that has more parts', async () => {
    const { read } = await reloaded();
    expect(read({ name: '', theme: 'rose' })).toEqual({ name: '', theme: 'rose' });
  });
});
