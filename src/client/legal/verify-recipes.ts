/** What one types to compare a build of one's own with the announced list; docs/operating.md has the same lines, and a test runs them. */
export const buildCommands = (version: string) => [
  `git fetch --depth 1 origin tag v${version}`,
  `git checkout v${version}`,
  'npm run build',
  'sha256sum dist/client/SHA256SUMS.txt',
];

/** The pages of single addresses (`.pages`) are left out: the server writes its own address into them. */
export const compareCommands = [
  "cut -c67- dist/client/SHA256SUMS.txt | grep -v '^[.]' > fichiers.txt",
  'xargs -I{} curl -sf --create-dirs -o recus/{} https://jeu.example.org/{} < fichiers.txt',
  "cd recus && grep -v ' [.]' ../dist/client/SHA256SUMS.txt | sha256sum --check --quiet",
];
