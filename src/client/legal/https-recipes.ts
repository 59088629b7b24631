/** What whoever runs the server types for TLS; docs/operating.md has the same lines. Caddy 2.6 and Tailscale 1.52, or newer. */
export const httpsRecipes = {
  domain: [
    'sudo caddy reverse-proxy --from jeu.example.org --to localhost:3000',
    'ORIGIN=https://jeu.example.org TRUST_PROXY=true npm start',
  ],
  house: [
    'sudo caddy reverse-proxy --internal-certs --from maison.local --to localhost:3000',
    'ORIGIN=https://maison.local TRUST_PROXY=true npm start',
    'sudo cp ~root/.local/share/caddy/pki/authorities/local/root.crt maison.crt',
  ],
  tunnel: ['sudo tailscale up', 'sudo tailscale serve --bg 3000', 'ORIGIN=https://maison.mon-reseau.ts.net TRUST_PROXY=true npm start'],
} as const;
