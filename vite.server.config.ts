import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: path('dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: path('src/server/main.ts'),
        doctor: path('scripts/doctor.ts'),
        simulate: path('scripts/simulate.ts'),
        stats: path('scripts/stats.ts'),
        backup: path('scripts/backup.ts'),
        restore: path('scripts/restore.ts'),
        'move-database': path('scripts/move-database.ts'),
        'rotate-key': path('scripts/rotate-key.ts'),
        'seed-demo': path('scripts/seed-demo.ts'),
      },
      // Node reads the map at each start, for the lines of a stack: the sources themselves would lie in memory for nothing.
      output: { format: 'esm', sourcemapExcludeSources: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
