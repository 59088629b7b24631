import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, describe, expect, it } from 'vitest';
import { draftsBelongTo, dropDrafts, keep, useDraft } from './drafts.ts';

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
