import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: path('../dist/server'),
    emptyOutDir: true,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rollupOptions: {
      input: {
        main: path('../src/server/main.ts'),
        // Started by the server, by no command.
        'backup-process': path('../src/server/backup/backup-process.ts'),
        doctor: path('./doctor.ts'),
        simulate: path('./simulate.ts'),
        stats: path('./stats.ts'),
        backup: path('./backup.ts'),
        restore: path('./restore.ts'),
        'move-database': path('./move-database.ts'),
        'rotate-key': path('./rotate-key.ts'),
        'seed-demo': path('./seed-demo.ts'),
        people: path('./people.ts'),
        import: path('./import.ts'),
      },
      // Node reads the map at each start, for the lines of a stack: the sources themselves would lie in memory for nothing.
      output: { format: 'esm', sourcemapExcludeSources: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
