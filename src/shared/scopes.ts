/**
 * What a credential may be used for, closed. Every endpoint names one scope (`shared/api.ts`), and a caller needs it there. A session has
 * them all.
 */
export const scopes = {
  'account:read': "lire mon compte, mes sessions, mes données et ce que je n'ai dit à personne",
  'account:write': 'ouvrir, changer, fermer et supprimer mon compte et mes sessions',
  'boards:read': 'lire mes tableaux, leurs actions, activités, classements et succès',
  'boards:write': "créer, régler et supprimer des tableaux, et ce qu'ils proposent de noter",
  'membership:read': 'lire les demandes, invitations, liens et blocages',
  'membership:write': 'inviter, répondre, rejoindre, quitter, retirer et confier',
  'activities:log': "noter et annuler ce que j'ai noté",
  'activities:write': 'réagir, ajouter un mot, avouer et faire avouer',
} as const;

export type Scope = keyof typeof scopes;

/** The scopes that a token may have, each with those before it. The others are for sessions only. */
export const tokenScopes = ['boards:read', 'activities:log'] as const satisfies readonly Scope[];
export type TokenScope = (typeof tokenScopes)[number];

export function isTokenScope(scope: Scope): scope is TokenScope {
  return (tokenScopes as readonly Scope[]).includes(scope);
}
