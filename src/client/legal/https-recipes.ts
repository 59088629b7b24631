/** What whoever runs the server types for TLS; docs/operating.md has the same lines. Caddy 2.6 and Tailscale 1.52, or newer. */
export const httpsRecipes = {
  domain: [
    "printf '%s\\n' jeu.example.org 'reverse_proxy localhost:3000' | sudo tee /etc/caddy/Caddyfile",
    'sudo systemctl reload caddy',
    'ORIGIN=https://jeu.example.org TRUST_PROXY=true npm start',
  ],
  house: [
    "printf '%s\\n' maison.local 'tls internal' 'reverse_proxy localhost:3000' | sudo tee /etc/caddy/Caddyfile",
    'sudo systemctl reload caddy',
    'sudo cat /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt > maison.crt',
    'ORIGIN=https://maison.local TRUST_PROXY=true npm start',
  ],
  tunnel: ['sudo tailscale up', 'sudo tailscale serve --bg 3000', 'ORIGIN=https://maison.mon-reseau.ts.net TRUST_PROXY=true npm start'],
} as const;
