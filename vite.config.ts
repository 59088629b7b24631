import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = process.env['API_URL'] ?? 'http://localhost:3000';

// The browsers the client is written for: the first of each to have @starting-style and light-dark().
const browsers = ['chrome123', 'safari17.5', 'firefox129'];

export default defineConfig({
  root: fileURLToPath(new URL('src/client', import.meta.url)),
  publicDir: 'public',
  // The default cache would land in src/client/node_modules.
  cacheDir: fileURLToPath(new URL('node_modules/.vite', import.meta.url)),
  plugins: [react(), compressed()],
  build: {
    outDir: fileURLToPath(new URL('dist/client', import.meta.url)),
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // Read by .size-limit.js to find which chunks a visit loads.
    manifest: true,
    // The content security policy refuses inline scripts, styles and data: fonts. So nothing may be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: 'localhost',
    port: 5173,
    strictPort: true,
    proxy: {
      // With its slash: the client has a file api.ts.
      '^/api/': { target: server },
      '/healthz': { target: server },
      '/readyz': { target: server },
    },
  },
});

/** Each script and style also as Brotli and gzip, so that no visitor waits for a compression. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      for (const file of Object.values(bundle)) {
        if (dir === undefined || !/\.(js|css|svg)$/.test(file.fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const path = join(dir, file.fileName);
        await writeFile(`${path}.br`, brotliCompressSync(content));
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
